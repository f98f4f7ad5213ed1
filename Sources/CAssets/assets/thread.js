// Comment threads: folding, navigation, new comments, search, and refresh without losing the position. The page works
// without script.
import { act, say, toast } from './marks.js';
import { wordAges } from './time.js';

// In a story's panel it loads its own style sheet. Shows the buttons that need script.
document.documentElement.dataset.scripted = '';
const sheet = new URL('thread.css', import.meta.url).pathname;
const dressed = document.querySelector(`link[href="${sheet}"]`) ? Promise.resolve() : new Promise((done) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
  link.onload = done;
  link.onerror = done;
  document.head.append(link);
});

// Ages of comments are written in full; beyond a month the date stays.
const units = [[864e5, 'day'], [36e5, 'hour'], [6e4, 'minute'], [1e3, 'second']];
export function spellAges(box) {
  for (const time of box.querySelectorAll('.c summary time, .byline time')) {
    const then = new Date(time.dateTime);
    const past = Math.max(1e3, Date.now() - then);
    const [length, name] = units.find(([unit]) => past >= unit);
    const count = Math.floor(past / length);
    if (!time.title) time.title = then.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (name === 'day' && count > 30) continue;
    const age = `${count} ${name}${count === 1 ? '' : 's'}`;
    const words = time.closest('.byline') ? (name === 'second' ? 'just now' : `${age} ago`) : age;
    if (time.textContent !== words) time.textContent = words;
  }
}
const tellAges = (box) => { wordAges(box); spellAges(box); };
setInterval(() => { if (shown() && !document.hidden) spellAges(shown()); }, 6e4);

export const shown = () => document.querySelector('dialog.drawer.right .discussion, main .discussion');
const scroller = (box) => box.closest('dialog') ?? document.scrollingElement;
const comments = (box) => [...box.querySelectorAll('.thread .c')];
const details = (comment) => comment.querySelector(':scope > details');
const head = (comment) => comment.querySelector(':scope > details > summary');
const above = (comment) => comment.parentElement.closest('.c');
const top = (comment) => { let up = comment; for (let next = up; next; next = above(next)) up = next; return up; };
// Does not read the element's position: that would force layout of content far off the screen.
const isSeen = (comment) => !comment.parentElement.closest('details:not([open])')
  && (!above(comment) || !comment.closest('.only-top') || top(comment).classList.contains('shown'));
// The bottom edge of whatever covers the thread's top.
const brim = (box) => {
  const [panel, search] = [box.closest('dialog'), box.querySelector('.thread-find')?.offsetHeight ?? 0];
  return panel ? Math.max(0, panel.getBoundingClientRect().top) + Math.max(44, search) : document.querySelector('.top').getBoundingClientRect().bottom + search;
};

// Comments that were never rendered have an estimated height (content-visibility), and the errors add up over a
// thousand comments: before a long jump the whole thread is laid out at once. The user's own scrolling cancels the
// jump.
const layOut = (box) => box.classList.add('laid');
let walk = 0;
async function bring(box, measure) {
  const mine = ++walk;
  if (Math.abs(measure()) > innerHeight) layOut(box);
  for (let turn = 0, still = 0; turn < 60 && still < 8 && mine === walk; turn += 1) {
    const by = measure();
    if (Math.abs(by) < 1) still += 1; else { still = 0; scroller(box).scrollBy({ top: by, behavior: 'instant' }); }
    const [at, room] = [scroller(box).scrollTop, scroller(box)];
    if (at <= 0 || at + room.clientHeight >= room.scrollHeight - 1) still += 1;
    await new Promise((go) => { requestAnimationFrame(go); });
  }
}
for (const kind of ['wheel', 'touchstart', 'pointerdown']) addEventListener(kind, () => { walk += 1; }, { passive: true, capture: true });

// ---- current comment
function here(box) {
  const focused = document.activeElement?.closest?.('.c');
  if (focused && box.contains(focused)) return focused;
  const line = brim(box) + 8;
  const first = (list, bottom) => {
    let [from, to] = [0, list.length];
    while (from < to) { const middle = (from + to) >> 1; if (bottom(list[middle]) > line) to = middle; else from = middle + 1; }
    return list[from];
  };
  // Measures only what is on the screen.
  const around = first([...box.querySelector('.thread')?.children ?? []], (one) => one.getBoundingClientRect().bottom);
  if (!around) return null;
  return first([around, ...around.querySelectorAll('.c')].filter(isSeen), (one) => head(one).getBoundingClientRect().bottom) ?? null;
}

export function go(comment, { focus = true } = {}) {
  if (!comment) return;
  const box = comment.closest('.discussion');
  for (let around = comment.parentElement?.closest('.c'); around; around = around.parentElement.closest('.c')) {
    details(around).open = true;
    around.classList.add('shown');
  }
  box.querySelector('.c.here')?.classList.remove('here');
  comment.classList.add('here');
  if (focus) head(comment).focus({ preventScroll: true });
  bring(box, () => head(comment).getBoundingClientRect().top - brim(box) - 4);
}

function step(box, by, wanted = () => true) {
  const all = wanted === seen ? comments(box).filter(isSeen) : comments(box);
  const from = here(box);
  let at = from ? all.indexOf(from) : -1;
  const isAt = from && (from.contains(document.activeElement) || from.classList.contains('here'));
  if (from && !isAt && by > 0) at -= 1;
  for (at += by; at >= 0 && at < all.length; at += by) if (wanted(all[at])) { go(all[at]); return; }
  say(by > 0 ? 'No further comment' : 'No comment before');
}
const seen = () => true;
const fresh = (comment) => comment.classList.contains('fresh');
const isTop = (comment) => !above(comment);

function fold(comment, value = !details(comment).open) {
  details(comment).open = value;
  say(value ? 'Unfolded' : `Folded${comment.querySelectorAll('.c').length ? `, ${comment.querySelectorAll('.c').length + 1} comments` : ''}`);
}

function levels(box) {
  const link = box.querySelector('[data-levels]');
  if (!link) return;
  const place = here(box);
  const was = place && head(top(place)).getBoundingClientRect().top;
  const isTopOnly = box.classList.toggle('only-top');
  for (const comment of box.querySelectorAll('.c.shown')) comment.classList.remove('shown');
  const words = link.textContent;
  link.textContent = link.dataset.other;
  link.dataset.other = words;
  if (place) bring(box, () => head(top(place)).getBoundingClientRect().top - was);
  say(isTopOnly ? 'Only the top level' : 'All answers');
}

document.addEventListener('click', (event) => {
  const box = event.target.closest?.('.discussion');
  if (!box || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest('a[href^="#c"]');
  if (link) {
    const target = document.getElementById(link.hash.slice(1));
    if (target) { event.preventDefault(); if ('nextNew' in link.dataset) step(box, 1, fresh); else go(target); }
    return;
  }
  if (event.target.closest('[data-levels]')) { event.preventDefault(); levels(box); return; }
  if (event.target.closest('[data-find]')) { find(box); return; }
  const share = event.target.closest('[data-share]');
  if (share) {
    const comment = share.closest('.c');
    comment.dataset.title = `${(comment.querySelector(':scope > .who') ?? head(comment).querySelector('b'))?.textContent ?? 'A comment'} on ${box.dataset.title}`;
    return;
  }
  const title = event.target.closest('.c summary');
  if (!title || event.target.closest('a')) return;
  const comment = title.closest('.c');
  // A double tap counts as one.
  if (event.detail > 1) { event.preventDefault(); return; }
  if (box.classList.contains('only-top') && isTop(comment) && !comment.classList.contains('shown') && details(comment).open && comment.querySelector('.c')) {
    event.preventDefault();
    comment.classList.add('shown');
  }
}, true);
document.addEventListener('dblclick', (event) => {
  const comment = event.target.closest?.('.c');
  if (!comment || event.target.closest('summary, a, button, pre, mark')) return;
  getSelection().removeAllRanges();
  fold(comment);
  go(comment);
});

// ---- search: marks every match, also in folded comments, which it unfolds on the way
let finding = null;
function find(box) {
  if (finding?.isConnected) { finding.querySelector('input').focus(); return; }
  finding = document.createElement('form');
  finding.className = 'thread-find';
  finding.setAttribute('role', 'search');
  const icon = (name) => document.querySelector('.icon').outerHTML.replace(/#[\w-]+"/, `#${name}"`).replace(/class="[^"]*"/, 'class="icon"');
  finding.innerHTML = `<input class="input" type="search" aria-label="Find in the comments" placeholder="Find in the comments" autocomplete="off"><output></output><button type="button" class="up" aria-label="Previous hit">${icon('down')}</button><button class="down" aria-label="Next hit">${icon('down')}</button><button type="button" class="shut" aria-label="Close">${icon('close')}</button>`;
  (box.querySelector('.thread-notes') ?? box).before(finding);
  const input = finding.querySelector('input');
  let late;
  input.oninput = () => { clearTimeout(late); late = setTimeout(() => look(box, input.value), 120); };
  finding.onsubmit = (event) => { event.preventDefault(); hit(box, 1); };
  finding.querySelector('.up').onclick = () => hit(box, -1);
  finding.querySelector('.shut').onclick = () => leave(box);
  finding.onkeydown = (event) => {
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); leave(box); }
    if (event.key === 'Enter' && event.shiftKey) { event.preventDefault(); hit(box, -1); }
  };
  input.focus();
}

let hits = [];
let place = -1;
function clear(box) {
  for (const mark of box.querySelectorAll('.c mark')) { const parent = mark.parentNode; mark.replaceWith(...mark.childNodes); parent.normalize(); }
  hits = [];
  place = -1;
}
function look(box, words) {
  clear(box);
  const wanted = words.trim().toLocaleLowerCase();
  const told = finding.querySelector('output');
  if (!wanted) { told.textContent = ''; return; }
  for (const room of box.querySelectorAll('.said, .c > .who, .c summary b')) {
    if (!room.textContent.toLocaleLowerCase().includes(wanted)) continue;
    const walker = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) mark(node, wanted);
  }
  told.textContent = hits.length ? `${hits.length}` : 'None';
  say(hits.length ? `${hits.length} hits` : 'Nothing found');
  if (hits.length) hit(box, 1, false);
}
function mark(node, wanted) {
  let rest = node;
  for (let at = rest.data.toLocaleLowerCase().indexOf(wanted); at >= 0 && hits.length < 2000; at = rest.data.toLocaleLowerCase().indexOf(wanted)) {
    const found = rest.splitText(at);
    rest = found.splitText(wanted.length);
    const box = document.createElement('mark');
    found.replaceWith(box);
    box.append(found);
    hits.push(box);
  }
}
function hit(box, by, spoken = true) {
  if (!hits.length) return;
  hits[place]?.classList.remove('at');
  place = (place + by + hits.length) % hits.length;
  const mark = hits[place];
  mark.classList.add('at');
  for (let around = mark.closest('.c'); around; around = above(around)) { details(around).open = true; around.classList.add('shown'); }
  bring(box, () => mark.getBoundingClientRect().top - brim(box) - 60);
  finding.querySelector('output').textContent = `${place + 1} of ${hits.length}`;
  if (spoken) say(`${place + 1} of ${hits.length}`);
}
function leave(box) {
  const at = hits[place]?.closest('.c');
  clear(box);
  finding.remove();
  finding = null;
  if (at) go(at); else box.querySelector('[data-find]')?.focus();
}

// ---- keys: in the panel while it has the focus or covers the page, else on the comments page
const keys = {
  j: (box) => step(box, 1, seen), k: (box) => step(box, -1, seen),
  J: (box) => step(box, 1, isTop), K: (box) => step(box, -1, isTop),
  n: (box) => step(box, 1, fresh), p: (box) => step(box, -1, fresh),
  h: (box) => { const at = here(box); if (at) go(above(at) ?? at); },
  x: (box) => { const at = here(box); if (at) { fold(at); go(at); } },
  t: levels, '/': find,
  r: (box) => box.querySelector('form[data-act="comments"]')?.requestSubmit(),
  y: (box) => here(box)?.querySelector(':scope > details > .to [data-share]')?.click(),
};
let prefixed = -Infinity;
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.('input, textarea, select')) return;
  if (event.key === 'g') prefixed = event.timeStamp;
  else if (event.timeStamp - prefixed < 1500) { prefixed = -Infinity; return; }
  const box = shown();
  const panel = box?.closest('dialog');
  if (!box || (panel && !panel.matches(':modal') && !panel.contains(document.activeElement))) return;
  if (document.querySelector('dialog:modal:not(.right)')) return;
  const doing = keys[event.key];
  if (!doing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  doing(box);
}, true);

// ---- refresh: replaces the content and keeps the scroll position
async function page(box) {
  const answer = await fetch(box.dataset.at, { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('panel-right') : null;
}

function put(box, next) {
  const anchor = scroller(box).scrollTop > 40 ? here(box) : null;
  if (anchor) layOut(box);
  const [id, stood] = [anchor?.id, anchor && head(anchor).getBoundingClientRect().top];
  const focused = document.activeElement?.closest?.('.c')?.id;
  const folded = new Set([...box.querySelectorAll('.c > details:not([open])')].map((one) => one.parentElement.id));
  const shownAnswers = [...box.querySelectorAll('.c.shown')].map((one) => one.id);
  for (const part of ['header', '.poll', '.thread-notes', '.thread', '.thread-foot']) {
    const [old, other] = [box.querySelector(`:scope > ${part}`), next.querySelector(`:scope > ${part}`)];
    if (old && other) old.replaceWith(other);
    else if (other) box.insertBefore(other, box.querySelector(`:scope > ${part === '.poll' ? '.thread-notes' : '.thread-foot'}`));
    else old?.remove();
  }
  const of = (name) => box.querySelector(`[id="${name}"]`);
  for (const name of folded) if (of(name)) details(of(name)).open = false;
  for (const name of shownAnswers) of(name)?.classList.add('shown');
  if (box.classList.contains('only-top')) {
    const link = box.querySelector('[data-levels]');
    if (link) { const words = link.textContent; link.textContent = link.dataset.other; link.dataset.other = words; }
  }
  box.dataset.deed = 'none';
  tellAges(box);
  if (finding?.isConnected) look(box, finding.querySelector('input').value);
  if (focused && of(focused)) head(of(focused)).focus({ preventScroll: true });
  if (id && of(id)) bring(box, () => head(of(id)).getBoundingClientRect().top - stood);
}

// While a first fetch runs, comments that have arrived are shown already.
async function load(form) {
  const box = form.closest('.discussion');
  if (box.dataset.busy) return;
  box.dataset.busy = '1';
  const bones = box.querySelector('.thread-notes .skeleton');
  const late = setTimeout(() => { if (bones) bones.hidden = false; }, 300);
  const isEmpty = !box.querySelector('.thread');
  if (bones) form.hidden = true;
  let isOver = false;
  const progress = async (pause) => {
    await new Promise((go) => { setTimeout(go, pause); });
    if (isOver || !box.isConnected) return;
    const early = await page(box);
    if (!isOver && early?.querySelector('.thread')) { put(box, early); say('The first comments are here'); return; }
    progress(Math.min(3000, pause * 1.5));
  };
  if (isEmpty) progress(400);
  const outcome = await act('comments', new URLSearchParams(new FormData(form)));
  isOver = true;
  clearTimeout(late);
  delete box.dataset.busy;
  document.dispatchEvent(new Event('tidings:settled'));
  if (!box.isConnected) return;
  if (!outcome) { form.hidden = false; if (bones) bones.hidden = true; return; }
  const next = outcome.count || isEmpty ? await page(box) : null;
  if (next) put(box, next);
  if (form.elements.opened) say(box.querySelector('.thread-notes p')?.textContent ?? box.querySelector('h1').textContent);
  else toast(outcome.words);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.act !== 'comments' || !event.target.closest('.discussion')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  load(event.target);
}, true);

// Opening the panel fetches once.
export async function begin(box) {
  await dressed;
  tellAges(box);
  const { deed } = box.dataset;
  if (location.hash.startsWith('#c') && !box.closest('dialog')) go(document.getElementById(location.hash.slice(1)), { focus: false });
  if (deed === 'ask' || deed === 'wait' || deed === 'renew') {
    const form = box.querySelector('form[data-act="comments"]');
    if (!form.elements.opened) form.insertAdjacentHTML('beforeend', '<input type="hidden" name="opened" value="1">');
    await load(form);
    form.elements.opened?.remove();
  } else if (box.closest('dialog')) act('comments', { story: box.dataset.story, opened: 1 });
}
const own = document.querySelector('main .discussion');
if (own) { if (document.prerendering) document.addEventListener('prerenderingchange', () => begin(own), { once: true }); else begin(own); }
document.addEventListener('tidings:panel', (event) => { if (event.target.matches('.right')) begin(event.target.querySelector('.discussion')); });
