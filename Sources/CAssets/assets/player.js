// Audio that continues across pages. Each page is a new document, so the state is saved when a page is left and
// restored by the next. Where a browser blocks autoplay, the bar is ready at the same position. The server saves the
// position too, for other devices.
import { at } from './place.js';
import { say, toast } from './marks.js';

const KEY = 'playing';
const speeds = [0.8, 1, 1.2, 1.5, 1.75, 2];
const naps = [['', 'Off'], ['5', '5 min'], ['15', '15 min'], ['30', '30 min'], ['60', '1 h'], ['end', 'At its end']];
const other = 'BroadcastChannel' in window ? new BroadcastChannel('tidings-sound') : null;
const icons = () => document.querySelector('svg.icon use')?.getAttribute('href').replace(/#.*/, '') ?? '';
const icon = (name) => `<svg class="icon" aria-hidden="true"><use href="${icons()}#${name}"/></svg>`;
const clock = (seconds) => {
  const s = Math.max(0, Math.floor(seconds || 0));
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return `${h ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s % 60).padStart(2, '0')}`;
};

let sound = null; // what is played: address, story, part, title, feed, href, art, seconds, chapters, speed, nap
let audio = null;
let bar = null;
let keptAt = 0;
let isLeaving = false;

const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
const write = (isPlaying) => sessionStorage.setItem(KEY, JSON.stringify({ ...sound, at: position(), isPlaying, left: Date.now() }));
const length = () => (Number.isFinite(audio?.duration) ? audio.duration : sound?.seconds ?? 0);
// Until the metadata is loaded, the saved position counts.
const position = () => (audio && audio.readyState > 0 ? audio.currentTime : sound?.at ?? 0);

// A promise of the player's style sheet, requested once; the bar is hidden until then.
const dressed = new Promise((done) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL('player.css', import.meta.url).pathname;
  sheet.onload = sheet.onerror = done;
  document.head.append(sheet);
});

// ---- the bar -------------------------------------------------------------------------------------------------
function build() {
  bar = document.createElement('section');
  bar.className = 'player';
  bar.setAttribute('aria-label', 'Player');
  bar.innerHTML = `
    <div class="player-line">
      <button data-do="toggle"></button>
      <a class="player-title"><b></b><small></small></a>
      <button data-do="back" aria-label="15 seconds back">−15</button>
      <button data-do="on" aria-label="30 seconds on">+30</button>
      <button data-do="more" aria-label="More of the player" aria-expanded="false">${icon('more')}</button>
    </div>
    <div class="player-more" hidden>
      <input type="range" min="0" step="1" aria-label="Place in the recording">
      <div class="player-tools">
        <label><span>Speed</span><select name="speed">${speeds.map((s) => `<option value="${s}">${s}×</option>`).join('')}</select></label>
        <label><span>Stop</span><select name="nap">${naps.map(([v, w]) => `<option value="${v}">${w}</option>`).join('')}</select></label>
        <button class="quiet" data-do="close">Close player</button>
      </div>
      <ol class="player-chapters"></ol>
    </div>`;
  bar.querySelector('b').textContent = sound.title;
  bar.querySelector('a').href = sound.href;
  const range = bar.querySelector('input');
  range.oninput = () => seek(Number(range.value));
  const speed = bar.querySelector('[name=speed]');
  speed.value = String(sound.speed);
  speed.onchange = () => setSpeed(Number(speed.value));
  const nap = bar.querySelector('[name=nap]');
  nap.value = sound.nap?.kind ?? '';
  nap.onchange = () => { sound.nap = nap.value && { kind: nap.value, at: nap.value === 'end' ? 0 : Date.now() + Number(nap.value) * 60000 }; };
  const list = bar.querySelector('ol');
  for (const chapter of sound.chapters ?? []) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = `${clock(chapter.at)} ${chapter.title}`;
    button.onclick = () => seek(chapter.at);
    item.append(button);
    list.append(item);
  }
  bar.addEventListener('click', (event) => {
    const deed = event.target.closest('[data-do]')?.dataset.do;
    if (deed) deeds[deed]();
  });
  const made = bar;
  made.hidden = true;
  document.body.append(made);
  dressed.then(() => { made.hidden = false; });
  show();
}

const deeds = {
  toggle: () => (audio.paused ? play() : audio.pause()),
  back: () => seek(position() - 15),
  on: () => seek(position() + 30),
  more: () => {
    const more = bar.querySelector('.player-more');
    more.hidden = !more.hidden;
    bar.querySelector('[data-do=more]').setAttribute('aria-expanded', !more.hidden);
  },
  close: () => { keep(); end(); },
};

function show() {
  if (!bar) return;
  const isPlaying = !audio.paused;
  const button = bar.querySelector('[data-do=toggle]');
  if (button.dataset.playing !== String(isPlaying)) {
    button.dataset.playing = isPlaying;
    button.innerHTML = icon(isPlaying ? 'pause' : 'play');
    button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }
  const chapter = (sound.chapters ?? []).findLast((each) => each.at <= position() + 0.5);
  bar.querySelector('small').textContent = `${clock(position())}${length() ? ` of ${clock(length())}` : ''}${chapter ? ` · ${chapter.title}` : ` · ${sound.feed}`}`;
  const range = bar.querySelector('input');
  range.max = Math.max(1, Math.floor(length()));
  if (document.activeElement !== range || isPlaying) range.value = Math.floor(position());
  range.setAttribute('aria-valuetext', `${clock(position())} of ${clock(length())}`);
  for (const card of document.querySelectorAll('.listen[data-sound] [data-listen]')) dressCard(card);
}

// ---- playing -------------------------------------------------------------------------------------------------
function take(what, plays) {
  audio?.pause();
  audio?.removeAttribute('src');
  bar?.remove();
  sound = { speed: Number(localStorage.getItem('speed')) || 1, ...what };
  audio = new Audio();
  // Nothing is fetched before a tap; audio that played on the previous page was tapped there.
  audio.preload = plays ? 'auto' : 'none';
  audio.src = `${sound.address}${sound.at > 0 ? `#t=${sound.at.toFixed(2)}` : ''}`;
  audio.defaultPlaybackRate = sound.speed;
  audio.playbackRate = sound.speed;
  listen();
  build();
  return plays ? play() : undefined;
}

async function play() {
  other?.postMessage('playing');
  try {
    await audio.play();
  } catch (error) {
    if (error.name === 'NotSupportedError') toast(`The recording could not be had from ${sound.feed}.`);
    show();
  }
}

function seek(seconds) {
  const to = Math.max(0, Math.min(seconds, length() ? length() - 0.2 : seconds));
  if (audio.readyState > 0) audio.currentTime = to;
  else {
    // Setting a new source aborts a pending play().
    const goesOn = !audio.paused;
    sound.at = to;
    audio.src = `${sound.address}#t=${to.toFixed(2)}`;
    if (goesOn) play();
  }
  show();
  if (audio.paused) keep();
}

function setSpeed(speed) {
  sound.speed = speed;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  localStorage.setItem('speed', speed);
  const select = bar.querySelector('[name=speed]');
  select.value = String(speed);
  say(`Speed ${speed}`);
}
const faster = (by) => setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(sound.speed) + by))] ?? 1);

function listen() {
  const mine = audio;
  const on = (name, work) => mine.addEventListener(name, () => mine === audio && work());
  on('play', () => { write(true); show(); session('playing'); });
  on('pause', () => { if (isLeaving) return; if (!audio.ended) { write(false); keep(); } show(); session('paused'); });
  // Reports when the previous page was left, so that tests can measure the gap.
  on('playing', () => { document.dispatchEvent(new CustomEvent('tidings:sounding', { detail: { at: position(), left: sound.left } })); delete sound.left; });
  on('durationchange', show);
  on('seeked', show);
  on('timeupdate', () => {
    show();
    if (Math.abs(position() - keptAt) > 15) keep();
    if (sound.nap?.at && Date.now() >= sound.nap.at) { sound.nap = null; bar.querySelector('[name=nap]').value = ''; audio.pause(); say('Stopped'); }
    if (Number.isFinite(audio.duration)) navigator.mediaSession?.setPositionState?.({ duration: audio.duration, playbackRate: audio.playbackRate, position: Math.min(position(), audio.duration) });
  });
  on('ended', () => {
    send({ done: 1 });
    toast(`“${sound.title}” is heard to its end and marked read`);
    end();
  });
  on('error', () => { if (audio.getAttribute('src')) { show(); toast(`The recording could not be had from ${sound.feed}.`); } });
}

function end() {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  sessionStorage.removeItem(KEY);
  bar.remove();
  bar = audio = sound = null;
  session('none');
  prepareCards();
}

// ---- saved state ---------------------------------------------------------------------------------------------
function send(more) {
  navigator.sendBeacon(at('act/place'), new URLSearchParams({ story: sound.story, part: sound.part, ...more }));
}
function keep() {
  keptAt = position();
  const [place, whole] = [Math.round(keptAt * 1000), Math.round(length() * 1000)];
  if (place > 2000 && whole > 0) send({ at: Math.min(place, whole), whole });
}
function leave() {
  if (!audio) return;
  write(!audio.paused);
  keep();
}
addEventListener('pagehide', (event) => {
  leave();
  // A page in the back/forward cache must stop playing.
  if (event.persisted) { isLeaving = true; audio?.pause(); }
});
document.addEventListener('visibilitychange', () => { if (document.hidden && audio) { write(!audio.paused); keep(); } });
// A page restored from that cache takes over what was played since.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  isLeaving = false;
  const now = read();
  if (now) take(now, now.isPlaying); else if (audio) end();
});
other?.addEventListener('message', () => audio?.pause());

function session(state) {
  const media = navigator.mediaSession;
  if (!media) return;
  media.playbackState = state;
  if (!sound) { media.metadata = null; return; }
  media.metadata = new MediaMetadata({ title: sound.title, artist: sound.feed, album: 'Tidings', artwork: sound.art ? [{ src: sound.art, sizes: '480x480' }] : [] });
  const actions = {
    play, pause: () => audio?.pause(), stop: () => audio && deeds.close(),
    seekbackward: (how) => seek(position() - (how.seekOffset ?? 15)), seekforward: (how) => seek(position() + (how.seekOffset ?? 30)),
    seekto: (how) => seek(how.seekTime),
  };
  for (const [action, work] of Object.entries(actions)) {
    try { media.setActionHandler(action, work); } catch { /* this browser has no such key */ }
  }
}

// ---- the card in a story -------------------------------------------------------------------------------------
// Timestamps at line starts of the story's text are chapters.
function chapters() {
  const found = [];
  for (const line of (document.querySelector('.story .text')?.innerText ?? '').split('\n')) {
    const match = line.match(/^\s*[([]?((?:\d{1,2}:)?\d{1,2}:\d{2})[)\]]?[\s–—:.-]+(\S.{0,80})/);
    if (match) found.push({ at: match[1].split(':').reduce((sum, part) => sum * 60 + Number(part), 0), title: match[2].trim() });
  }
  return found.length > 1 ? found.sort((a, b) => a.at - b.at) : [];
}

const isOf = (card) => sound?.address === card.dataset.sound;

function dressCard(button) {
  const card = button.closest('.listen');
  const place = isOf(card) ? position() : Number(card.dataset.at ?? 0) / 1000;
  const name = isOf(card) && !audio.paused ? 'pause' : 'play';
  const words = name === 'pause' ? 'Pause' : place > 2 ? `Go on at ${clock(place)}` : 'Listen';
  if (button.dataset.words === words) return;
  button.dataset.words = words;
  button.innerHTML = icon(name);
  button.append(words);
}

function prepareCards() {
  for (const card of document.querySelectorAll('.listen[data-sound]')) {
    let button = card.querySelector('[data-listen]');
    if (!button) {
      button = document.createElement('button');
      button.className = 'button main';
      button.dataset.listen = '';
      button.onclick = () => {
        if (isOf(card)) return deeds.toggle();
        if (sound) keep();
        const { sound: address, story, part, title, feed, href, art, seconds } = card.dataset;
        return take({ address, story, part, title, feed, href, art, seconds: Number(seconds ?? 0), at: Number(card.dataset.at ?? 0) / 1000, chapters: chapters() }, true);
      };
      card.querySelector('audio')?.replaceWith(button);
    }
    dressCard(button);
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select') || document.querySelector('dialog[open]')) return;
  if (event.key === 'l') { if (audio) deeds.toggle(); else document.querySelector('[data-listen]')?.click(); return; }
  if (!audio) return;
  if (event.key === 'ArrowLeft' && event.shiftKey) deeds.back();
  else if (event.key === 'ArrowRight' && event.shiftKey) deeds.on();
  else if (event.key === '<') faster(-1);
  else if (event.key === '>') faster(1);
  else return;
  event.preventDefault();
});

const before = read();
if (before) take(before, before.isPlaying);
prepareCards();
