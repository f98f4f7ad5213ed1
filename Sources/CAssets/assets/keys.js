// Keyboard shortcuts; `?` shows them. Inactive while typing and with modifiers.
import { at } from './place.js';
import { choose, current, rows, step } from './lists.js';
import { above, act, toggle, undoLast } from './marks.js';
import { openSheet } from './sheets.js';

const story = () => document.querySelector('article.story');
const go = (path) => { location.href = path; };
const unread = (row) => row.classList.contains('unread');
const neighbour = (name) => { const path = story().dataset[name]; if (path) location.replace(path); else if (name === 'next') press('button[data-next]'); };
// In two panes the list's shortcuts apply and open stories in the pane.
const beside = () => document.body.classList.contains('reading-beside');
const turn = (by, wanted) => {
  if (story() && !beside()) return neighbour(by > 0 ? 'next' : 'previous');
  step(by, wanted);
  if (beside()) current()?.querySelector('a:not([data-outside])')?.click();
};
const press = (selector) => document.querySelector(selector)?.click();
const sections = (by) => {
  const heads = [...document.querySelectorAll('.section')];
  const at = heads.findIndex((head) => head.getBoundingClientRect().bottom > 120);
  const target = heads[Math.max(0, Math.min(heads.length - 1, at + by))];
  if (target) { target.scrollIntoView(); choose(target.querySelector('.row')); }
};

const keys = {
  j: () => turn(1),
  k: () => turn(-1),
  n: () => turn(1, unread),
  p: () => turn(-1, unread),
  o: () => current()?.querySelector('a').click(),
  v: () => (story() ? document.querySelector('[data-v]')?.click() : original(current())),
  d: () => document.querySelector('[data-whole-key]')?.click(),
  m: () => (story() ? document.querySelector('[data-toggle="read"]')?.click() : current() && toggle(current(), 'read')),
  s: () => (story() ? document.querySelector('[data-toggle="saved"]')?.click() : current() && toggle(current(), 'saved')),
  u: () => (beside() ? history.back() : press('[data-back]')),
  c: () => press('[data-panel="right"]'),
  z: undoLast,
  r: () => document.querySelector('form[data-act="refresh"] button')?.click(),
  a: () => openSheet('reading', at('settings')),
  A: () => document.querySelector('[data-mark-all]')?.click(),
  U: () => above(current()),
  y: () => document.querySelector('[data-share]')?.click(),
  '.': () => document.querySelector('[data-sheet="menu"]')?.click(),
  J: () => sections(1),
  K: () => sections(-1),
  '+': () => go(at('add')),
  '/': () => (document.querySelector('input[type=search]') ? document.querySelector('input[type=search]').focus() : press('[data-search]')),
  '?': () => openSheet('keys', at('keys')),
};
const places = {
  t: () => go(at('')), u: () => go(at('unread')), f: () => go(at('feeds')), s: () => go(at('saved')),
  e: () => openSheet('newsstand', at('newsstand')), l: () => press('[data-panel="left"]'), g: () => { scrollTo(0, 0); choose(rows()[0]); },
};

// A list does not contain the originals' addresses, so they come from the story's page.
async function original(row) {
  if (!row) return;
  if (row.querySelector('a[data-outside]')) return row.querySelector('a').click();
  const page = await fetch(row.querySelector('a').href).then((response) => response.text());
  const link = new DOMParser().parseFromString(page, 'text/html').querySelector('[data-v]')?.href;
  if (link) openSheet('leave', link);
  act('open', { story: row.dataset.story });
}

let prefix = false;
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog:modal')) return;
  if (event.key === ' ' && !event.target.closest?.('button, summary, audio, video')) return space(event);
  const doing = prefix ? places[event.key] : keys[event.key];
  const began = !prefix && event.key === 'g';
  prefix = began;
  if (began) setTimeout(() => { prefix = false; }, 1500);
  if (doing) { event.preventDefault(); doing(); }
});

// Space scrolls by a screen, and at a story's end opens the next one.
function space(event) {
  if (event.shiftKey || !story() || beside()) return;
  if (innerHeight + scrollY < document.documentElement.scrollHeight - 4) return;
  event.preventDefault();
  neighbour('next');
}
