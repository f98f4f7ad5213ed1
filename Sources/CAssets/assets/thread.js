// Comment threads: folding, keys, menus, new comments, and refresh without losing the position. The page works without
// script.
import { announce, counted, fetchPage, filled, isModified, loadStylesheet, shown, toast, whenShown, whenVisited } from './page.js';
import { submitAction } from './actions.js';
import { shareWith } from './story.js';
import { findAgain, openFind } from './thread-find.js';
import { anyVisible, currentComment, detailsOf, forceLayout, goToComment, isNew, isTopLevel, moveBy, parentOf, rootOf, scroller, scrollUntilZero, shownDiscussion, summaryOf } from './thread-navigation.js';
import { goToNextNew, showNextButton } from './thread-next.js';

// In a story's panel it loads its own style sheet.
const stylesheetLoaded = loadStylesheet('thread.css');
// Shows the buttons that need script.
stylesheetLoaded.then(() => { document.documentElement.dataset.scripted = ''; });

// Ages of comments are written in full; beyond a month the date stays.
const units = [[864e5, strings.days], [36e5, strings.hours], [6e4, strings.minutes], [1e3, strings.seconds]];
export function updateCommentAges(box) {
  for (const time of box.querySelectorAll('.comment summary time, .byline time, .fetch-time time')) {
    const then = new Date(time.dateTime);
    const past = Math.max(1e3, Date.now() - then);
    const [length, unit] = units.find(([least]) => past >= least);
    const count = Math.floor(past / length);
    if (!time.title) time.title = then.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (unit === strings.days && count > 30) continue;
    const age = counted(count, unit);
    const words = time.closest('.byline, .fetch-time') ? (unit === strings.seconds ? strings.justNow : filled(strings.ago, age)) : age;
    if (time.textContent !== words) time.textContent = words;
  }
}
setInterval(() => { if (shownDiscussion() && !document.hidden) updateCommentAges(shownDiscussion()); }, 6e4);

function setOpen(comment, value = !detailsOf(comment).open) {
  detailsOf(comment).open = value;
  const { length } = comment.querySelectorAll('.comment');
  announce(value ? strings.expanded : length ? filled(strings.collapsedComments, length + 1) : strings.collapsed);
}

function toggleLevels(box) {
  const link = box.querySelector('[data-level-toggle]');
  if (!link) return;
  const comment = currentComment(box);
  const oldTop = comment && summaryOf(rootOf(comment)).getBoundingClientRect().top;
  const isTopOnly = box.classList.toggle('top-level-only');
  for (const one of box.querySelectorAll('.comment.replies-shown')) one.classList.remove('replies-shown');
  const words = link.textContent;
  link.textContent = link.dataset.otherLabel;
  link.dataset.otherLabel = words;
  if (comment) scrollUntilZero(box, () => summaryOf(rootOf(comment)).getBoundingClientRect().top - oldTop);
  announce(isTopOnly ? strings.repliesCollapsed : strings.repliesExpanded);
}

// ---- a comment's menu: the dots in its head; a long press on the head; a key
const openMenu = (comment) => comment?.querySelector(':scope > .comment-tools > .comment-menu')?.click();

function jumpFromMenu(link, event) {
  const target = shownDiscussion()?.querySelector(`[id="${link.hash.slice(1)}"]`);
  // On a page of the top level only, the link leads to the whole thread.
  if (!target) return;
  event.preventDefault();
  link.closest('dialog').close();
  goToComment(target);
}

function shareComment(box, comment) {
  if (!comment?.dataset.original) return;
  const author = (comment.querySelector(':scope > .author') ?? summaryOf(comment).querySelector('b'))?.textContent ?? strings.unknownAuthor;
  shareWith({ original: comment.dataset.original, title: filled(strings.authorOnTitle, author, box.dataset.title) });
}

// The text below a head can be selected as ever.
const pressTime = 500;
const pressSlop = 10;
let press = null;
let wasPressed = false;
function endPress() {
  clearTimeout(press?.timer);
  press = null;
}
function finishPress() {
  const { comment } = press;
  endPress();
  wasPressed = true;
  openMenu(comment);
}
document.addEventListener('pointerdown', (event) => {
  endPress();
  wasPressed = false;
  const head = event.pointerType !== 'mouse' && event.isPrimary && event.target.closest?.('.comment summary, .comment > .author');
  if (head) press = { x: event.clientX, y: event.clientY, comment: head.closest('.comment'), timer: setTimeout(finishPress, pressTime) };
});
document.addEventListener('pointermove', (event) => { if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > pressSlop) endPress(); });
for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, endPress);
// The browser's own menu would come at about the same time.
document.addEventListener('contextmenu', (event) => {
  if (!press && !wasPressed) return;
  event.preventDefault();
  if (press) finishPress();
});
// Lifting the finger is no tap; a key's click has no `detail`.
document.addEventListener('click', (event) => {
  if (!wasPressed || !event.isTrusted || !event.detail) return;
  wasPressed = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener('click', (event) => {
  const jump = event.target.closest?.('dialog.sheet [data-jump]');
  if (jump && !isModified(event)) return jumpFromMenu(jump, event);
  const box = event.target.closest?.('.discussion');
  if (!box || isModified(event)) return;
  const link = event.target.closest('a[href^="#c"]');
  if (link) {
    const target = document.getElementById(link.hash.slice(1));
    if (target) { event.preventDefault(); if ('nextNew' in link.dataset) goToNextNew(box); else goToComment(target); }
    return;
  }
  if (event.target.closest('[data-level-toggle]')) { event.preventDefault(); toggleLevels(box); return; }
  if (event.target.closest('[data-find]')) { openFind(box); return; }
  const title = event.target.closest('.comment summary');
  if (!title || event.target.closest('a')) return;
  const comment = title.closest('.comment');
  // A double tap counts as one.
  if (event.detail > 1) { event.preventDefault(); return; }
  if (box.classList.contains('top-level-only') && isTopLevel(comment) && !comment.classList.contains('replies-shown') && detailsOf(comment).open && comment.querySelector('.comment')) {
    event.preventDefault();
    comment.classList.add('replies-shown');
  }
}, true);
document.addEventListener('dblclick', (event) => {
  const comment = event.target.closest?.('.comment');
  if (!comment || event.target.closest('summary, a, button, pre, mark')) return;
  getSelection().removeAllRanges();
  setOpen(comment);
  goToComment(comment);
});

// ---- keys: in the panel while it has the focus or covers the page, else on the comments page
const keys = {
  j: (box) => moveBy(box, 1, anyVisible), k: (box) => moveBy(box, -1, anyVisible),
  J: (box) => moveBy(box, 1, isTopLevel), K: (box) => moveBy(box, -1, isTopLevel),
  n: (box) => moveBy(box, 1, isNew), p: (box) => moveBy(box, -1, isNew),
  h: (box) => { const at = currentComment(box); if (at) goToComment(parentOf(at) ?? at); },
  x: (box) => { const at = currentComment(box); if (at) { setOpen(at); goToComment(at); } },
  t: toggleLevels, '/': openFind,
  r: (box) => box.querySelector('form[data-action="refresh-comments"]')?.requestSubmit(),
  y: (box) => shareComment(box, currentComment(box)), '.': (box) => openMenu(currentComment(box)),
};
let prefixTime = -Infinity;
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.('input, textarea, select')) return;
  if (event.key === 'g') prefixTime = event.timeStamp;
  else if (event.timeStamp - prefixTime < 1500) { prefixTime = -Infinity; return; }
  const box = shownDiscussion();
  const panel = box?.closest('dialog');
  if (!box || (panel && !panel.matches(':modal') && !panel.contains(document.activeElement))) return;
  if (document.querySelector('dialog:modal:not(.right)')) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  action(box);
}, true);

// ---- refresh: replaces the content and keeps the scroll position
const fetchDiscussion = async (box) => (await fetchPage(box.dataset.ownPath, { cache: 'no-store' }))?.getElementById('panel-right');

function replaceDiscussion(box, next) {
  document.dispatchEvent(new Event('tidings:replacing'));
  const anchor = scroller(box).scrollTop > 40 ? currentComment(box) : null;
  if (anchor) forceLayout(box);
  const [id, oldTop] = [anchor?.id, anchor && summaryOf(anchor).getBoundingClientRect().top];
  const focused = document.activeElement?.closest?.('.comment')?.id;
  const isRefreshFocused = document.activeElement?.matches('.thread-tools form button');
  const folded = new Set([...box.querySelectorAll('.comment > details:not([open])')].map((one) => one.parentElement.id));
  const opened = new Set([...box.querySelectorAll('.comment > details[open]')].map((one) => one.parentElement.id));
  const shownAnswers = [...box.querySelectorAll('.comment.replies-shown')].map((one) => one.id);
  for (const part of ['header', '.poll', '.thread-notes', '.thread', '.own-comments', '.thread-foot']) {
    const [old, other] = [box.querySelector(`:scope > ${part}`), next.querySelector(`:scope > ${part}`)];
    // The bar observes the heading, so it is kept.
    if (part === 'header') {
      const heading = old.querySelector('h1');
      heading.replaceChildren(...other.querySelector('h1').childNodes);
      other.querySelector('h1').replaceWith(heading);
      // What has just been sent is still said when its comments come.
      const note = old.querySelector('[data-sent]');
      if (note && !other.querySelector('[data-sent]')) other.append(note);
    }
    if (old && other) old.replaceWith(other);
    else if (other) box.insertBefore(other, box.querySelector(`:scope > ${part === '.poll' ? '.thread-notes' : '.thread-foot'}`));
    else old?.remove();
  }
  const byID = (name) => box.querySelector(`[id="${name}"]`);
  for (const name of folded) if (byID(name)) detailsOf(byID(name)).open = false;
  // What the site shows folded may have been opened here.
  for (const one of box.querySelectorAll('.comment > details:not([open])')) if (opened.has(one.parentElement.id)) one.open = true;
  for (const name of shownAnswers) byID(name)?.classList.add('replies-shown');
  if (box.classList.contains('top-level-only')) {
    const link = box.querySelector('[data-level-toggle]');
    if (link) { const words = link.textContent; link.textContent = link.dataset.otherLabel; link.dataset.otherLabel = words; }
  }
  box.dataset.loadAction = 'none';
  document.dispatchEvent(new Event('tidings:replaced'));
  shown(box);
  updateCommentAges(box);
  findAgain(box);
  showNextButton(box);
  if (isRefreshFocused) box.querySelector('.thread-tools form button')?.focus({ preventScroll: true });
  if (focused && byID(focused)) summaryOf(byID(focused)).focus({ preventScroll: true });
  if (id && byID(id)) scrollUntilZero(box, () => summaryOf(byID(id)).getBoundingClientRect().top - oldTop);
}

// Shows the thread with what has just been sent, where that stands. Returns whether it could.
export async function showSent(box, path) {
  const next = (await fetchPage(path, { cache: 'no-store' }))?.getElementById('panel-right');
  if (!next || !box.isConnected) return false;
  replaceDiscussion(box, next);
  if (!box.closest('dialog')) history.replaceState(history.state, '', path);
  const { hash } = new URL(path, location.href);
  const target = hash ? box.querySelector(`[id="${hash.slice(1)}"]`) : null;
  if (target?.matches('.comment')) goToComment(target);
  else (target ?? box.querySelector('[data-sent]'))?.scrollIntoView({ block: 'center' });
  const note = box.querySelector('[data-sent]');
  announce(note?.textContent ?? '');
  // What waits has a card of its own, which says the same.
  if (target?.matches('.own-comment')) note?.remove();
  return true;
}

// While a first fetch runs, comments that have arrived are shown already.
async function load(form) {
  const box = form.closest('.discussion');
  if (box.dataset.busy) return;
  box.dataset.busy = '1';
  const skeleton = box.querySelector('.thread-notes .skeleton');
  const timer = setTimeout(() => { if (skeleton) skeleton.hidden = false; }, 300);
  const isEmpty = !box.querySelector('.thread');
  if (skeleton) form.hidden = true;
  let isFinished = false;
  const progress = async (pause) => {
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (isFinished || !box.isConnected) return;
    const partial = await fetchDiscussion(box);
    if (!isFinished && partial?.querySelector('.thread')) { replaceDiscussion(box, partial); announce(strings.firstCommentsLoaded); return; }
    progress(Math.min(3000, pause * 1.5));
  };
  if (isEmpty) progress(400);
  const outcome = await submitAction('refresh-comments', new URLSearchParams(new FormData(form)));
  isFinished = true;
  clearTimeout(timer);
  document.dispatchEvent(new Event('tidings:settled'));
  if (!box.isConnected) return;
  const next = outcome && (outcome.count || isEmpty) ? await fetchDiscussion(box) : null;
  if (next) replaceDiscussion(box, next);
  delete box.dataset.busy;
  if (!outcome) { form.hidden = false; if (skeleton) skeleton.hidden = true; return; }
  if (form.elements.opened) announce(box.querySelector('.thread-notes p')?.textContent ?? box.querySelector('h2').textContent);
  else toast(outcome.words);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.action !== 'refresh-comments' || !event.target.closest('.discussion')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  load(event.target);
}, true);

// On the way back to a page that the browser has discarded, the comment that was left is where it was.
document.addEventListener('click', (event) => {
  const comment = event.target.closest?.('.discussion a[href]:not([href^="#"])')?.closest('.comment');
  if (comment) history.replaceState({ ...history.state, comment: [comment.id, summaryOf(comment).getBoundingClientRect().top] }, '');
}, true);
function restoreComment(box) {
  const [id, top] = history.state?.comment ?? [];
  const comment = id && performance.getEntriesByType('navigation')[0]?.type === 'back_forward' && box.querySelector(`[id="${id}"]`);
  if (comment) scrollUntilZero(box, () => summaryOf(comment).getBoundingClientRect().top - top);
}

// Opening the panel fetches once.
async function startDiscussion(box) {
  await stylesheetLoaded;
  updateCommentAges(box);
  showNextButton(box);
  restoreComment(box);
  const { loadAction: task } = box.dataset;
  if (location.hash.startsWith('#c') && !box.closest('dialog')) goToComment(document.getElementById(location.hash.slice(1)), { focus: false });
  if (task === 'ask' || task === 'wait' || task === 'renew') {
    const form = box.querySelector('form[data-action="refresh-comments"]');
    if (!form.elements.opened) form.insertAdjacentHTML('beforeend', '<input type="hidden" name="opened" value="1">');
    await load(form);
    box.dataset.loadAction = 'none';
    form.elements.opened?.remove();
  } else if (box.closest('dialog')) submitAction('refresh-comments', { story: box.dataset.story, opened: 1 });
}
const started = new WeakSet();
whenShown((root) => {
  // The right panel may be the reader's account.
  const box = root.querySelector('.discussion');
  if (box && !started.has(box)) {
    started.add(box);
    whenVisited(() => startDiscussion(box));
  }
});
