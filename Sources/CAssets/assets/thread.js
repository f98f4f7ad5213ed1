// Comment threads: folding, navigation, new comments, search, and refresh without losing the position. The page works
// without script.
import { submitAction, announce, toast } from './actions.js';
import { updateTimes } from './time.js';

// In a story's panel it loads its own style sheet. Shows the buttons that need script.
document.documentElement.dataset.scripted = '';
const stylesheet = new URL('thread.css', import.meta.url).pathname;
const stylesheetLoaded = document.querySelector(`link[href="${stylesheet}"]`) ? Promise.resolve() : new Promise((done) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet });
  link.onload = done;
  link.onerror = done;
  document.head.append(link);
});

// Ages of comments are written in full; beyond a month the date stays.
const units = [[864e5, 'day'], [36e5, 'hour'], [6e4, 'minute'], [1e3, 'second']];
export function updateCommentAges(box) {
  for (const time of box.querySelectorAll('.comment summary time, .byline time')) {
    const then = new Date(time.dateTime);
    const past = Math.max(1e3, Date.now() - then);
    const [length, name] = units.find(([unit]) => past >= unit);
    const count = Math.floor(past / length);
    if (!time.title) time.title = then.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (name === 'day' && count > 30) continue;
    const relativeTime = `${count} ${name}${count === 1 ? '' : 's'}`;
    const words = time.closest('.byline') ? (name === 'second' ? 'just now' : `${relativeTime} ago`) : relativeTime;
    if (time.textContent !== words) time.textContent = words;
  }
}
const updateAges = (box) => { updateTimes(box); updateCommentAges(box); };
setInterval(() => { if (shownDiscussion() && !document.hidden) updateCommentAges(shownDiscussion()); }, 6e4);

export const shownDiscussion = () => document.querySelector('dialog.drawer.right .discussion, main .discussion');
const scroller = (box) => box.closest('dialog') ?? document.scrollingElement;
const comments = (box) => [...box.querySelectorAll('.thread .comment')];
const detailsOf = (comment) => comment.querySelector(':scope > details');
const summaryOf = (comment) => comment.querySelector(':scope > details > summary');
const parentOf = (comment) => comment.parentElement.closest('.comment');
const rootOf = (comment) => { let up = comment; for (let next = up; next; next = parentOf(next)) up = next; return up; };
// Does not read the element's position: that would force layout of content far off the screen.
const isVisible = (comment) => !comment.parentElement.closest('details:not([open])')
  && (!parentOf(comment) || !comment.closest('.only-top') || rootOf(comment).classList.contains('shown'));
// The bottom edge of whatever covers the thread's top.
const coveredTop = (box) => {
  const bar = box.closest('dialog')?.querySelector('.drawer-bar') ?? document.querySelector('.top');
  return Math.max(0, bar.getBoundingClientRect().bottom) + (box.querySelector('.thread-find')?.offsetHeight ?? 0);
};

// Comments that were never rendered have an estimated height (content-visibility), and the errors add up over a
// thousand comments: before a long jump the whole thread is laid out at once. The user's own scrolling cancels the
// jump.
const forceLayout = (box) => box.classList.add('laid-out');
let scrollRun = 0;
async function scrollUntilZero(box, measure) {
  const run = ++scrollRun;
  if (Math.abs(measure()) > innerHeight) forceLayout(box);
  for (let frame = 0, stableFrames = 0; frame < 60 && stableFrames < 8 && run === scrollRun; frame += 1) {
    const by = measure();
    if (Math.abs(by) < 1) stableFrames += 1; else { stableFrames = 0; scroller(box).scrollBy({ top: by, behavior: 'instant' }); }
    const [at, element] = [scroller(box).scrollTop, scroller(box)];
    if (at <= 0 || at + element.clientHeight >= element.scrollHeight - 1) stableFrames += 1;
    await new Promise((resolve) => { requestAnimationFrame(resolve); });
  }
}
for (const kind of ['wheel', 'touchstart', 'pointerdown']) addEventListener(kind, () => { scrollRun += 1; }, { passive: true, capture: true });

// ---- current comment
function currentComment(box) {
  const focused = document.activeElement?.closest?.('.comment');
  if (focused && box.contains(focused)) return focused;
  const line = coveredTop(box) + 8;
  const first = (list, bottom) => {
    let [from, to] = [0, list.length];
    while (from < to) { const middle = (from + to) >> 1; if (bottom(list[middle]) > line) to = middle; else from = middle + 1; }
    return list[from];
  };
  // Measures only what is on the screen.
  const outer = first([...box.querySelector('.thread')?.children ?? []], (one) => one.getBoundingClientRect().bottom);
  if (!outer) return null;
  return first([outer, ...outer.querySelectorAll('.comment')].filter(isVisible), (one) => summaryOf(one).getBoundingClientRect().bottom) ?? null;
}

function goToComment(comment, { focus = true } = {}) {
  if (!comment) return;
  const box = comment.closest('.discussion');
  for (let outer = comment.parentElement?.closest('.comment'); outer; outer = outer.parentElement.closest('.comment')) {
    detailsOf(outer).open = true;
    outer.classList.add('shown');
  }
  box.querySelector('.comment.current')?.classList.remove('current');
  comment.classList.add('current');
  if (focus) summaryOf(comment).focus({ preventScroll: true });
  scrollUntilZero(box, () => summaryOf(comment).getBoundingClientRect().top - coveredTop(box) - 4);
}

function moveBy(box, by, matches = () => true) {
  const all = matches === anyVisible ? comments(box).filter(isVisible) : comments(box);
  const from = currentComment(box);
  let at = from ? all.indexOf(from) : -1;
  const isAt = from && (from.contains(document.activeElement) || from.classList.contains('current'));
  if (from && !isAt && by > 0) at -= 1;
  for (at += by; at >= 0 && at < all.length; at += by) if (matches(all[at])) { goToComment(all[at]); return; }
  announce(by > 0 ? 'No further comment' : 'No comment before');
}
const anyVisible = () => true;
const isNew = (comment) => comment.classList.contains('fresh');
const isTopLevel = (comment) => !parentOf(comment);

function setOpen(comment, value = !detailsOf(comment).open) {
  detailsOf(comment).open = value;
  announce(value ? 'Unfolded' : `Folded${comment.querySelectorAll('.comment').length ? `, ${comment.querySelectorAll('.comment').length + 1} comments` : ''}`);
}

function toggleLevels(box) {
  const link = box.querySelector('[data-levels]');
  if (!link) return;
  const comment = currentComment(box);
  const oldTop = comment && summaryOf(rootOf(comment)).getBoundingClientRect().top;
  const isTopOnly = box.classList.toggle('only-top');
  for (const one of box.querySelectorAll('.comment.shown')) one.classList.remove('shown');
  const words = link.textContent;
  link.textContent = link.dataset.other;
  link.dataset.other = words;
  if (comment) scrollUntilZero(box, () => summaryOf(rootOf(comment)).getBoundingClientRect().top - oldTop);
  announce(isTopOnly ? 'Only the top level' : 'All answers');
}

document.addEventListener('click', (event) => {
  const box = event.target.closest?.('.discussion');
  if (!box || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest('a[href^="#c"]');
  if (link) {
    const target = document.getElementById(link.hash.slice(1));
    if (target) { event.preventDefault(); if ('nextNew' in link.dataset) moveBy(box, 1, isNew); else goToComment(target); }
    return;
  }
  if (event.target.closest('[data-levels]')) { event.preventDefault(); toggleLevels(box); return; }
  if (event.target.closest('[data-find]')) { openFind(box); return; }
  const share = event.target.closest('[data-share]');
  if (share) {
    const comment = share.closest('.comment');
    comment.dataset.title = `${(comment.querySelector(':scope > .who') ?? summaryOf(comment).querySelector('b'))?.textContent ?? 'A comment'} on ${box.dataset.title}`;
    return;
  }
  const title = event.target.closest('.comment summary');
  if (!title || event.target.closest('a')) return;
  const comment = title.closest('.comment');
  // A double tap counts as one.
  if (event.detail > 1) { event.preventDefault(); return; }
  if (box.classList.contains('only-top') && isTopLevel(comment) && !comment.classList.contains('shown') && detailsOf(comment).open && comment.querySelector('.comment')) {
    event.preventDefault();
    comment.classList.add('shown');
  }
}, true);
document.addEventListener('dblclick', (event) => {
  const comment = event.target.closest?.('.comment');
  if (!comment || event.target.closest('summary, a, button, pre, mark')) return;
  getSelection().removeAllRanges();
  setOpen(comment);
  goToComment(comment);
});

// ---- search: marks every match, also in folded comments, which it unfolds on the way
let findForm = null;
function openFind(box) {
  if (findForm?.isConnected) { findForm.querySelector('input').focus(); return; }
  findForm = document.createElement('form');
  findForm.className = 'thread-find';
  findForm.setAttribute('role', 'search');
  const icon = (name) => document.querySelector('.icon').outerHTML.replace(/#[\w-]+"/, `#${name}"`).replace(/class="[^"]*"/, 'class="icon"');
  findForm.innerHTML = `<input class="input" type="search" aria-label="Find in the comments" placeholder="Find in the comments" autocomplete="off"><output></output><button type="button" class="up" aria-label="Previous hit">${icon('down')}</button><button class="down" aria-label="Next hit">${icon('down')}</button><button type="button" class="shut" aria-label="Close">${icon('close')}</button>`;
  (box.querySelector('.thread-notes') ?? box).before(findForm);
  const input = findForm.querySelector('input');
  let timer;
  input.oninput = () => { clearTimeout(timer); timer = setTimeout(() => findAll(box, input.value), 120); };
  findForm.onsubmit = (event) => { event.preventDefault(); showHit(box, 1); };
  findForm.querySelector('.up').onclick = () => showHit(box, -1);
  findForm.querySelector('.shut').onclick = () => closeFind(box);
  findForm.onkeydown = (event) => {
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); closeFind(box); }
    if (event.key === 'Enter' && event.shiftKey) { event.preventDefault(); showHit(box, -1); }
  };
  input.focus();
}

let hits = [];
let hitIndex = -1;
function clear(box) {
  for (const mark of box.querySelectorAll('.comment mark')) { const parent = mark.parentNode; mark.replaceWith(...mark.childNodes); parent.normalize(); }
  hits = [];
  hitIndex = -1;
}
function findAll(box, words) {
  clear(box);
  const query = words.trim().toLocaleLowerCase();
  const output = findForm.querySelector('output');
  if (!query) { output.textContent = ''; return; }
  for (const element of box.querySelectorAll('.comment-text, .comment > .who, .comment summary b')) {
    if (!element.textContent.toLocaleLowerCase().includes(query)) continue;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) highlight(node, query);
  }
  output.textContent = hits.length ? `${hits.length}` : 'None';
  announce(hits.length ? `${hits.length} hits` : 'Nothing found');
  if (hits.length) showHit(box, 1, false);
}
function highlight(node, query) {
  let rest = node;
  for (let at = rest.data.toLocaleLowerCase().indexOf(query); at >= 0 && hits.length < 2000; at = rest.data.toLocaleLowerCase().indexOf(query)) {
    const found = rest.splitText(at);
    rest = found.splitText(query.length);
    const box = document.createElement('mark');
    found.replaceWith(box);
    box.append(found);
    hits.push(box);
  }
}
function showHit(box, by, spoken = true) {
  if (!hits.length) return;
  hits[hitIndex]?.classList.remove('at');
  hitIndex = (hitIndex + by + hits.length) % hits.length;
  const mark = hits[hitIndex];
  mark.classList.add('at');
  for (let outer = mark.closest('.comment'); outer; outer = parentOf(outer)) { detailsOf(outer).open = true; outer.classList.add('shown'); }
  scrollUntilZero(box, () => mark.getBoundingClientRect().top - coveredTop(box) - 60);
  findForm.querySelector('output').textContent = `${hitIndex + 1} of ${hits.length}`;
  if (spoken) announce(`${hitIndex + 1} of ${hits.length}`);
}
function closeFind(box) {
  const at = hits[hitIndex]?.closest('.comment');
  clear(box);
  findForm.remove();
  findForm = null;
  if (at) goToComment(at); else box.querySelector('[data-find]')?.focus();
}

// ---- keys: in the panel while it has the focus or covers the page, else on the comments page
const keys = {
  j: (box) => moveBy(box, 1, anyVisible), k: (box) => moveBy(box, -1, anyVisible),
  J: (box) => moveBy(box, 1, isTopLevel), K: (box) => moveBy(box, -1, isTopLevel),
  n: (box) => moveBy(box, 1, isNew), p: (box) => moveBy(box, -1, isNew),
  h: (box) => { const at = currentComment(box); if (at) goToComment(parentOf(at) ?? at); },
  x: (box) => { const at = currentComment(box); if (at) { setOpen(at); goToComment(at); } },
  t: toggleLevels, '/': openFind,
  r: (box) => box.querySelector('form[data-act="comments"]')?.requestSubmit(),
  y: (box) => currentComment(box)?.querySelector(':scope > details > .to [data-share]')?.click(),
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
async function fetchDiscussion(box) {
  const response = await fetch(box.dataset.at, { cache: 'no-store' }).catch(() => null);
  return response?.ok ? new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('panel-right') : null;
}

function replaceDiscussion(box, next) {
  const anchor = scroller(box).scrollTop > 40 ? currentComment(box) : null;
  if (anchor) forceLayout(box);
  const [id, oldTop] = [anchor?.id, anchor && summaryOf(anchor).getBoundingClientRect().top];
  const focused = document.activeElement?.closest?.('.comment')?.id;
  const folded = new Set([...box.querySelectorAll('.comment > details:not([open])')].map((one) => one.parentElement.id));
  const opened = new Set([...box.querySelectorAll('.comment > details[open]')].map((one) => one.parentElement.id));
  const shownAnswers = [...box.querySelectorAll('.comment.shown')].map((one) => one.id);
  for (const part of ['header', '.poll', '.thread-notes', '.thread', '.thread-foot']) {
    const [old, other] = [box.querySelector(`:scope > ${part}`), next.querySelector(`:scope > ${part}`)];
    // The bar observes the heading, so it is kept.
    if (part === 'header') { const heading = old.querySelector('h1'); heading.textContent = other.querySelector('h1').textContent; other.querySelector('h1').replaceWith(heading); }
    if (old && other) old.replaceWith(other);
    else if (other) box.insertBefore(other, box.querySelector(`:scope > ${part === '.poll' ? '.thread-notes' : '.thread-foot'}`));
    else old?.remove();
  }
  const byID = (name) => box.querySelector(`[id="${name}"]`);
  for (const name of folded) if (byID(name)) detailsOf(byID(name)).open = false;
  // What the site shows folded may have been opened here.
  for (const one of box.querySelectorAll('.comment > details:not([open])')) if (opened.has(one.parentElement.id)) one.open = true;
  for (const name of shownAnswers) byID(name)?.classList.add('shown');
  if (box.classList.contains('only-top')) {
    const link = box.querySelector('[data-levels]');
    if (link) { const words = link.textContent; link.textContent = link.dataset.other; link.dataset.other = words; }
  }
  box.dataset.load = 'none';
  updateAges(box);
  if (findForm?.isConnected) findAll(box, findForm.querySelector('input').value);
  if (focused && byID(focused)) summaryOf(byID(focused)).focus({ preventScroll: true });
  if (id && byID(id)) scrollUntilZero(box, () => summaryOf(byID(id)).getBoundingClientRect().top - oldTop);
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
    if (!isFinished && partial?.querySelector('.thread')) { replaceDiscussion(box, partial); announce('The first comments are here'); return; }
    progress(Math.min(3000, pause * 1.5));
  };
  if (isEmpty) progress(400);
  const outcome = await submitAction('comments', new URLSearchParams(new FormData(form)));
  isFinished = true;
  clearTimeout(timer);
  document.dispatchEvent(new Event('tidings:settled'));
  if (!box.isConnected) return;
  const next = outcome && (outcome.count || isEmpty) ? await fetchDiscussion(box) : null;
  if (next) replaceDiscussion(box, next);
  delete box.dataset.busy;
  if (!outcome) { form.hidden = false; if (skeleton) skeleton.hidden = true; return; }
  if (form.elements.opened) announce(box.querySelector('.thread-notes p')?.textContent ?? box.querySelector('h1').textContent);
  else toast(outcome.words);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.act !== 'comments' || !event.target.closest('.discussion')) return;
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
  updateAges(box);
  restoreComment(box);
  const { load: task } = box.dataset;
  if (location.hash.startsWith('#c') && !box.closest('dialog')) goToComment(document.getElementById(location.hash.slice(1)), { focus: false });
  if (task === 'ask' || task === 'wait' || task === 'renew') {
    const form = box.querySelector('form[data-act="comments"]');
    if (!form.elements.opened) form.insertAdjacentHTML('beforeend', '<input type="hidden" name="opened" value="1">');
    await load(form);
    box.dataset.load = 'none';
    form.elements.opened?.remove();
  } else if (box.closest('dialog')) submitAction('comments', { story: box.dataset.story, opened: 1 });
}
const pageDiscussion = document.querySelector('main .discussion');
if (pageDiscussion) { if (document.prerendering) document.addEventListener('prerenderingchange', () => startDiscussion(pageDiscussion), { once: true }); else startDiscussion(pageDiscussion); }
document.addEventListener('tidings:panel', (event) => { if (event.target.matches('.right')) startDiscussion(event.target.querySelector('.discussion')); });
