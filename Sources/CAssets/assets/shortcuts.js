// Keyboard shortcuts; `?` shows them. Inactive while typing and with modifiers.
import { fetchPage, pathTo } from './page.js';
import { selectRow, selectedRow, rows, selectNext } from './lists.js';
import { markAboveRead, submitAction, toggleMark, toggleStoryRead, undoLast } from './actions.js';
import { openSheet } from './sheets.js';

const story = () => document.querySelector('article.story');
const navigate = (path) => { location.href = pathTo(path); };
const isUnread = (row) => row.classList.contains('unread');
const openAdjacent = (name) => { const path = story().dataset[name]; if (path) location.replace(path); else if (name === 'next') click('button[data-next]'); };
// In two panes the list's shortcuts apply and open stories in the pane.
const isPaneOpen = () => document.querySelector('body.pane-open:not(:has(.search-overlay))');
const move = (by, matches) => {
  if (story() && !isPaneOpen()) return openAdjacent(by > 0 ? 'next' : 'previous');
  selectNext(by, matches);
  if (isPaneOpen()) selectedRow()?.querySelector('a:not([data-external])')?.click();
};
const click = (selector) => document.querySelector(selector)?.click();
const jumpToSection = (by) => {
  const heads = [...document.querySelectorAll('.newspaper > .lead, .section')];
  const index = heads.findIndex((head) => head.getBoundingClientRect().bottom > 120);
  const target = heads[Math.max(0, Math.min(heads.length - 1, index + by))];
  if (target) { target.scrollIntoView(); selectRow(target.matches('.row') ? target : target.querySelector('.row')); }
};

const shortcuts = {
  j: () => move(1),
  k: () => move(-1),
  n: () => move(1, isUnread),
  p: () => move(-1, isUnread),
  o: () => selectedRow()?.querySelector('a').click(),
  v: () => (story() ? click('[data-original-link]') : openOriginal(selectedRow())),
  d: () => click('[data-full-text-shortcut]'),
  m: () => (story() ? toggleStoryRead(story()) : selectedRow() && toggleMark(selectedRow(), 'read')),
  s: () => (story() ? click('[data-toggle="saved"]') : selectedRow() && toggleMark(selectedRow(), 'saved')),
  f: () => (story() ? click('[data-toggle="ticked"]') : 'tickLabel' in document.body.dataset && selectedRow() && toggleMark(selectedRow(), 'ticked')),
  u: () => (isPaneOpen() ? history.back() : click('[data-back]')),
  c: () => click(story() ? '[data-panel][data-comments]' : '.selected .comments-link'),
  z: undoLast,
  r: () => click('form[data-action="refresh"] button'),
  a: () => openSheet('reading', pathTo(paths.textSettings)),
  A: () => click('[data-mark-all]'),
  U: () => markAboveRead(selectedRow()),
  y: () => click('[data-share]'),
  '.': () => (document.querySelector('[data-sheet="menu"]') ?? document.querySelector('.list-menu > summary'))?.click(),
  J: () => jumpToSection(1),
  K: () => jumpToSection(-1),
  '+': () => navigate(paths.addFeed),
  '/': () => (document.querySelector('input[type=search]')?.focus(), document.querySelector('[type=search], [data-search-label]') ? click('[data-search-label]') : navigate(paths.search)),
  '?': () => openSheet('keys', pathTo(paths.keyboardShortcuts)),
};
const prefixShortcuts = {
  t: () => navigate(paths.today), u: () => navigate(paths.unread), f: () => navigate(paths.feeds), s: () => navigate(paths.saved),
  e: () => openSheet('newsstand', pathTo(paths.newsstand)), l: () => click('[data-panel="left"]'), a: () => click('.top-bar [data-panel="right"]'), g: () => { scrollTo(0, 0); selectRow(rows()[0]); },
};

// A list does not contain the web pages' addresses, so they come from the story's page.
async function openOriginal(row) {
  if (!row) return;
  if (row.querySelector('a[data-external]')) return row.querySelector('a').click();
  const link = (await fetchPage(row.querySelector('a').href))?.querySelector('[data-original-link]');
  if (link?.dataset.sheet) openSheet('leave', link.getAttribute('href'));
  else if (link) window.open(link.getAttribute('href'), '_blank', 'noopener,noreferrer');
  submitAction('open-story', { story: row.dataset.story });
}

let prefix = false;
export function handleKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog:modal:not(.search-overlay)')) return;
  if (event.key === ' ' && !event.target.closest?.('button, summary, audio, video')) return onSpace(event);
  const action = prefix ? prefixShortcuts[event.key] : shortcuts[event.key];
  const isPrefix = !prefix && event.key === 'g';
  prefix = isPrefix;
  if (isPrefix) setTimeout(() => { prefix = false; }, 1500);
  if (action) { event.preventDefault(); action(); }
}

// Space scrolls by a screen, and at a story's end opens the next one.
function onSpace(event) {
  if (event.shiftKey || !story() || isPaneOpen()) return;
  if (innerHeight + scrollY < document.documentElement.scrollHeight - 4) return;
  event.preventDefault();
  openAdjacent('next');
}
