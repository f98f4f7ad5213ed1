// Audio that continues across pages. Each page is a new document, so the state is saved when a page is left and
// restored by the next. Where a browser blocks autoplay, the bar is ready at the same position. The server saves the
// position too, for other devices.
import { announce, element, filled, icon, loadStylesheet, pathTo, toast } from './page.js';

const KEY = 'playing';
const speeds = [0.8, 1, 1.2, 1.5, 1.75, 2];
const sleepTimers = [['', strings.off], ...[5, 15, 30].map((minutes) => [String(minutes), filled(strings.minutesAgo, minutes)]), ['60', filled(strings.hoursAgo, 1)], ['end', strings.atTheEnd]];
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('tidings-sound') : null;
const formatTime = (seconds) => {
  const s = Math.max(0, Math.floor(seconds || 0));
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return `${h ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s % 60).padStart(2, '0')}`;
};

let track = null; // what is played: address, story, part, title, feed, href, art, seconds, chapters, speed, nap
let audio = null;
let bar = null;
let savedAt = 0;
let isLeaving = false;

const readState = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
const writeState = (isPlaying) => sessionStorage.setItem(KEY, JSON.stringify({ ...track, at: position(), isPlaying, left: Date.now() }));
const duration = () => (Number.isFinite(audio?.duration) ? audio.duration : track?.seconds ?? 0);
// Until the metadata is loaded, the saved position counts.
const position = () => (audio && audio.readyState > 0 ? audio.currentTime : track?.at ?? 0);

// The bar is hidden until it is there.
const stylesheetLoaded = loadStylesheet('player.css');

// ---- the bar -------------------------------------------------------------------------------------------------
function build() {
  bar = element('section', { className: 'player', ariaLabel: strings.player });
  bar.innerHTML = `
    <div class="player-line">
      <button data-command="toggle"></button>
      <a class="player-title"><b></b><small></small></a>
      <button data-command="back" aria-label="${strings.fifteenSecondsBack}">−15</button>
      <button data-command="on" aria-label="${strings.thirtySecondsForward}">+30</button>
      <button data-command="more" aria-label="${strings.morePlayerOptions}" aria-expanded="false">${icon('more')}</button>
    </div>
    <div class="player-more" hidden>
      <input type="range" min="0" step="1" aria-label="${strings.positionInRecording}">
      <div class="player-tools">
        <label><span>${strings.speed}</span><select name="speed">${speeds.map((s) => `<option value="${s}">${s}×</option>`).join('')}</select></label>
        <label><span>${strings.sleepTimer}</span><select name="nap">${sleepTimers.map(([v, w]) => `<option value="${v}">${w}</option>`).join('')}</select></label>
        <button class="quiet" data-command="close">${strings.closePlayer}</button>
      </div>
      <ol class="player-chapters"></ol>
    </div>`;
  bar.querySelector('b').textContent = track.title;
  bar.querySelector('a').href = track.href;
  const range = bar.querySelector('input');
  range.oninput = () => seek(Number(range.value));
  const speed = bar.querySelector('[name=speed]');
  speed.value = String(track.speed);
  speed.onchange = () => setSpeed(Number(speed.value));
  const sleepTimer = bar.querySelector('[name=nap]');
  sleepTimer.value = track.nap?.kind ?? '';
  sleepTimer.onchange = () => { track.nap = sleepTimer.value && { kind: sleepTimer.value, at: sleepTimer.value === 'end' ? 0 : Date.now() + Number(sleepTimer.value) * 60000 }; };
  const list = bar.querySelector('ol');
  for (const chapter of track.chapters ?? []) {
    list.append(element('li', {}, element('button', { onclick: () => seek(chapter.at) }, `${formatTime(chapter.at)} ${chapter.title}`)));
  }
  bar.addEventListener('click', (event) => {
    const command = event.target.closest('[data-command]')?.dataset.command;
    if (command) commands[command]();
  });
  const builtBar = bar;
  builtBar.hidden = true;
  document.body.append(builtBar);
  stylesheetLoaded.then(() => { builtBar.hidden = false; });
  updateBar();
}

const commands = {
  toggle: () => (audio.paused ? play() : audio.pause()),
  back: () => seek(position() - 15),
  on: () => seek(position() + 30),
  more: () => {
    const more = bar.querySelector('.player-more');
    more.hidden = !more.hidden;
    bar.querySelector('[data-command=more]').setAttribute('aria-expanded', !more.hidden);
  },
  close: () => { saveProgress(); closePlayer(); },
};

function updateBar() {
  if (!bar) return;
  const isPlaying = !audio.paused;
  const button = bar.querySelector('[data-command=toggle]');
  if (button.dataset.playing !== String(isPlaying)) {
    button.dataset.playing = isPlaying;
    button.innerHTML = icon(isPlaying ? 'pause' : 'play');
    button.setAttribute('aria-label', isPlaying ? strings.pause : strings.play);
  }
  const chapter = (track.chapters ?? []).findLast((each) => each.at <= position() + 0.5);
  bar.querySelector('small').textContent = `${duration() ? filled(strings.indexOfCount, formatTime(position()), formatTime(duration())) : formatTime(position())}${chapter ? ` · ${chapter.title}` : ` · ${track.feed}`}`;
  const range = bar.querySelector('input');
  range.max = Math.max(1, Math.floor(duration()));
  if (document.activeElement !== range || isPlaying) range.value = Math.floor(position());
  range.setAttribute('aria-valuetext', filled(strings.indexOfCount, formatTime(position()), formatTime(duration())));
  for (const card of document.querySelectorAll('.enclosure[data-audio] [data-listen-button]')) updateCard(card);
}

// ---- playing -------------------------------------------------------------------------------------------------
function loadTrack(source, autoplay) {
  audio?.pause();
  audio?.removeAttribute('src');
  bar?.remove();
  track = { speed: Number(localStorage.getItem('speed')) || 1, ...source };
  audio = new Audio();
  // Nothing is fetched before a tap; audio that played on the previous page was tapped there.
  audio.preload = autoplay ? 'auto' : 'none';
  audio.src = `${track.address}${track.at > 0 ? `#t=${track.at.toFixed(2)}` : ''}`;
  audio.defaultPlaybackRate = track.speed;
  audio.playbackRate = track.speed;
  addListeners();
  build();
  return autoplay ? play() : undefined;
}

async function play() {
  otherTabs?.postMessage('playing');
  try {
    await audio.play();
  } catch (error) {
    if (error.name === 'NotSupportedError') toast(filled(strings.noRecording, track.feed));
    updateBar();
  }
}

function seek(seconds) {
  const to = Math.max(0, Math.min(seconds, duration() ? duration() - 0.2 : seconds));
  if (audio.readyState > 0) audio.currentTime = to;
  else {
    // Setting a new source aborts a pending play().
    const wasPlaying = !audio.paused;
    track.at = to;
    audio.src = `${track.address}#t=${to.toFixed(2)}`;
    if (wasPlaying) play();
  }
  updateBar();
  if (audio.paused) saveProgress();
}

function setSpeed(speed) {
  track.speed = speed;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  localStorage.setItem('speed', speed);
  const select = bar.querySelector('[name=speed]');
  select.value = String(speed);
  announce(filled(strings.speedSet, speed));
}
const changeSpeed = (by) => setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(track.speed) + by))] ?? 1);

function addListeners() {
  const element = audio;
  const on = (name, handler) => element.addEventListener(name, () => element === audio && handler());
  on('play', () => { writeState(true); updateBar(); updateMediaSession('playing'); });
  on('pause', () => { if (isLeaving) return; if (!audio.ended) { writeState(false); saveProgress(); } updateBar(); updateMediaSession('paused'); });
  // Reports when the previous page was left, so that tests can measure the gap.
  on('playing', () => { document.dispatchEvent(new CustomEvent('tidings:sounding', { detail: { at: position(), left: track.left } })); delete track.left; });
  on('durationchange', updateBar);
  on('seeked', updateBar);
  on('timeupdate', () => {
    updateBar();
    if (Math.abs(position() - savedAt) > 15) saveProgress();
    if (track.nap?.at && Date.now() >= track.nap.at) { track.nap = null; bar.querySelector('[name=nap]').value = ''; audio.pause(); announce(strings.stopped); }
    if (Number.isFinite(audio.duration)) navigator.mediaSession?.setPositionState?.({ duration: audio.duration, playbackRate: audio.playbackRate, position: Math.min(position(), audio.duration) });
  });
  on('ended', () => {
    send({ done: 1 });
    toast(filled(strings.heardToItsEnd, track.title));
    closePlayer();
  });
  on('error', () => { if (audio.getAttribute('src')) { updateBar(); toast(filled(strings.noRecording, track.feed)); } });
}

function closePlayer() {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  sessionStorage.removeItem(KEY);
  bar.remove();
  bar = audio = track = null;
  updateMediaSession('none');
  prepareCards();
}

// ---- saved state ---------------------------------------------------------------------------------------------
function send(more) {
  navigator.sendBeacon(pathTo(paths.action, 'reading-progress'), new URLSearchParams({ story: track.story, part: track.part, ...more }));
}
function saveProgress() {
  savedAt = position();
  const [offset, total] = [Math.round(savedAt * 1000), Math.round(duration() * 1000)];
  if (offset > 2000 && total > 0) send({ at: Math.min(offset, total), whole: total });
}
function onLeave() {
  if (!audio) return;
  writeState(!audio.paused);
  saveProgress();
}
addEventListener('pagehide', (event) => {
  onLeave();
  // A page in the back/forward cache must stop playing.
  if (event.persisted) { isLeaving = true; audio?.pause(); }
});
document.addEventListener('visibilitychange', () => { if (document.hidden && audio) { writeState(!audio.paused); saveProgress(); } });
// A page restored from that cache takes over what was played since.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  isLeaving = false;
  const state = readState();
  if (state) loadTrack(state, state.isPlaying); else if (audio) closePlayer();
});
otherTabs?.addEventListener('message', () => audio?.pause());

function updateMediaSession(state) {
  const media = navigator.mediaSession;
  if (!media) return;
  media.playbackState = state;
  if (!track) { media.metadata = null; return; }
  media.metadata = new MediaMetadata({ title: track.title, artist: track.feed, album: 'Tidings', artwork: track.art ? [{ src: track.art, sizes: '480x480' }] : [] });
  const actions = {
    play, pause: () => audio?.pause(), stop: () => audio && commands.close(),
    seekbackward: (how) => seek(position() - (how.seekOffset ?? 15)), seekforward: (how) => seek(position() + (how.seekOffset ?? 30)),
    seekto: (how) => seek(how.seekTime),
  };
  for (const [action, handler] of Object.entries(actions)) {
    try { media.setActionHandler(action, handler); } catch { /* this browser has no such key */ }
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

const isCurrent = (card) => track?.address === card.dataset.audio;

function updateCard(button) {
  const card = button.closest('.enclosure');
  const offset = isCurrent(card) ? position() : Number(card.dataset.startPosition ?? 0) / 1000;
  const name = isCurrent(card) && !audio.paused ? 'pause' : 'play';
  const label = name === 'pause' ? strings.pause : offset > 2 ? filled(strings.continueAt, formatTime(offset)) : strings.listen;
  if (button.dataset.label === label) return;
  button.dataset.label = label;
  button.innerHTML = icon(name);
  button.append(label);
}

function prepareCards() {
  for (const card of document.querySelectorAll('.enclosure[data-audio]')) {
    let button = card.querySelector('[data-listen-button]');
    if (!button) {
      button = document.createElement('button');
      button.className = 'button primary';
      button.dataset.listenButton = '';
      button.onclick = () => {
        if (isCurrent(card)) return commands.toggle();
        if (track) saveProgress();
        const { audio: address, story, enclosure: part, title, channelTitle: feed, storyPath: href, artwork: art, seconds } = card.dataset;
        return loadTrack({ address, story, part, title, feed, href, art, seconds: Number(seconds ?? 0), at: Number(card.dataset.startPosition ?? 0) / 1000, chapters: chapters() }, true);
      };
      card.querySelector('audio')?.replaceWith(button);
    }
    updateCard(button);
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select') || document.querySelector('dialog[open]')) return;
  if (event.key === 'l') { if (audio) commands.toggle(); else document.querySelector('[data-listen-button]')?.click(); return; }
  if (!audio) return;
  if (event.key === 'ArrowLeft' && event.shiftKey) commands.back();
  else if (event.key === 'ArrowRight' && event.shiftKey) commands.on();
  else if (event.key === '<') changeSpeed(-1);
  else if (event.key === '>') changeSpeed(1);
  else return;
  event.preventDefault();
});

const restored = readState();
if (restored) loadTrack(restored, restored.isPlaying);
prepareCards();
