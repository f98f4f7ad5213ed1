// The keyboard; `?` shows it. Never while writing, never with a modifier that belongs to the browser.
import { choose, current, rows, step } from './lists.js';
import { above, act, toggle, undoLast } from './marks.js';
import { openSheet } from './sheets.js';

const story = () => document.querySelector('article.story');
const go = (path) => { location.href = path; };
const unread = (row) => row.classList.contains('unread');
const neighbour = (name) => { const path = story().dataset[name]; if (path) location.replace(path); };
const sections = (by) => {
  const heads = [...document.querySelectorAll('.section')];
  const at = heads.findIndex((head) => head.getBoundingClientRect().bottom > 120);
  const target = heads[Math.max(0, Math.min(heads.length - 1, at + by))];
  if (target) { target.scrollIntoView(); choose(target.querySelector('.row')); }
};

const keys = {
  j: () => (story() ? neighbour('next') : step(1)),
  k: () => (story() ? neighbour('previous') : step(-1)),
  n: () => (story() ? neighbour('next') : step(1, unread)),
  p: () => (story() ? neighbour('previous') : step(-1, unread)),
  o: () => current()?.querySelector('a').click(),
  v: () => (story() ? document.querySelector('[data-v]')?.click() : original(current())),
  m: () => (story() ? document.querySelector('[data-toggle="read"]')?.click() : current() && toggle(current(), 'read')),
  s: () => (story() ? document.querySelector('[data-toggle="saved"]')?.click() : current() && toggle(current(), 'saved')),
  u: () => document.querySelector('[data-back]')?.click(),
  z: undoLast,
  r: () => document.querySelector('form[data-act="refresh"] button')?.click(),
  a: () => openSheet('reading', '/mine/settings'),
  A: () => document.querySelector('[data-mark-all]')?.click(),
  U: () => above(current()),
  y: () => document.querySelector('[data-share]')?.click(),
  J: () => sections(1),
  K: () => sections(-1),
  '+': () => go('/mine/add'),
  '/': () => (document.querySelector('input[type=search]') ? document.querySelector('input[type=search]').focus() : go('/mine/search')),
  '?': () => openSheet('keys', '/mine/keys'),
};
const places = {
  t: () => go('/mine/'), u: () => go('/mine/unread'), f: () => go('/mine/feeds'), s: () => go('/mine/saved'),
  e: () => openSheet('newsstand', '/mine/newsstand'), g: () => { scrollTo(0, 0); choose(rows()[0]); },
};

// The list knows its rows' stories, not their originals: the story's page does.
async function original(row) {
  if (!row) return;
  const opened = open('about:blank', '_blank');
  const page = await fetch(row.querySelector('a').href).then((response) => response.text());
  const link = new DOMParser().parseFromString(page, 'text/html').querySelector('[data-v]')?.href;
  if (link && opened) { opened.opener = null; opened.location = link; } else opened?.close();
  act('marks', { story: row.dataset.story, kind: 'opened', value: 1 });
}

let prefix = false;
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog[open]')) return;
  if (event.key === ' ' && !event.target.closest?.('button, summary, audio, video')) return space(event);
  const doing = prefix ? places[event.key] : keys[event.key];
  const began = !prefix && event.key === 'g';
  prefix = began;
  if (began) setTimeout(() => { prefix = false; }, 1500);
  if (doing) { event.preventDefault(); doing(); }
});

// Space scrolls a screen, and at a story's end goes on to the next one.
function space(event) {
  if (event.shiftKey || !story()) return;
  if (innerHeight + scrollY < document.documentElement.scrollHeight - 4) return;
  event.preventDefault();
  neighbour('next');
}
