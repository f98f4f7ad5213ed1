// Navigation: page transitions by direction, and restoring a list's scroll position.
import { announce, showMark, showRead, showSaved } from './actions.js';
import { rows } from './lists.js';
import { updateTimes } from './time.js';

// Transitions run for links inward and for the app's own Back; not for the browser's gestures, nor between tabs. The
// animation itself is in the style sheet (View Transitions).
let direction = null;
export const useBackTransition = () => { direction = 'back'; };
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link) direction = link.matches('[data-back]') ? 'back' : link.closest('main') ? 'push' : null;
}, true);
// A transition that is skipped, for example because a style sheet is late, is ignored.
const ignoreErrors = (transition) => { for (const name of ['ready', 'finished', 'updateCallbackDone']) transition[name]?.catch(() => {}); };
addEventListener('pagereveal', (event) => { if (event.viewTransition) ignoreErrors(event.viewTransition); });
addEventListener('pageswap', (event) => {
  if (!event.viewTransition) return;
  ignoreErrors(event.viewTransition);
  const kind = event.activation?.navigationType;
  if (direction === 'back' && kind !== 'reload') document.documentElement.classList.add('leaving');
  else if (direction !== 'push' || kind !== 'push') event.viewTransition.skipTransition();
});

// A list's position is kept in its history entry: a page that the browser has discarded is rendered again at the
// depth in its URL, and scrolled to its row whatever was added above.
const listContainer = () => document.querySelector('dialog.search-overlay') ?? document.querySelector('main');
const savePosition = () => {
  const all = [...listContainer().querySelectorAll('.row[data-story]')];
  const from = all.findIndex((row) => row.getBoundingClientRect().bottom > 90);
  if (from < 0) return;
  const position = all.slice(from, from + 12).map((row) => [row.dataset.story, Math.round(row.getBoundingClientRect().top)]);
  history.replaceState({ ...history.state, place: Math.max(scrollY, listContainer().scrollTop) > 4 ? position : null }, '');
};
let saveTimer;
addEventListener('scroll', () => { clearTimeout(saveTimer); saveTimer = setTimeout(savePosition, 200); }, { passive: true, capture: true });
document.addEventListener('click', (event) => { if (event.target.closest?.('.row a')) savePosition(); }, true);

const kind = performance.getEntriesByType('navigation')[0]?.type;
const rowOf = (story) => document.querySelector(`main .row[data-story="${story}"]`);
function restorePosition() {
  const [story, top] = (history.state?.place ?? []).find(([number]) => rowOf(number)) ?? [];
  if (!story) return;
  const by = rowOf(story).getBoundingClientRect().top - top;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: 'instant' });
}
if (['back_forward', 'reload'].includes(kind) && history.state?.place) {
  restorePosition();
  addEventListener('load', () => requestAnimationFrame(restorePosition));
}

// A page from the back/forward or HTTP cache first shows which stories were opened meanwhile, then other changes.
// Rows never move.
const opened = JSON.parse(sessionStorage.getItem('opened') ?? '[]');
const story = document.querySelector('article.story[data-story]');
if (story && !('keepsUnread' in document.body.dataset)) sessionStorage.setItem('opened', JSON.stringify([...opened, story.dataset.story].slice(-500)));

addEventListener('pageshow', (event) => {
  if (!event.persisted && kind !== 'back_forward') return;
  document.documentElement.classList.remove('leaving');
  direction = null;
  for (const id of JSON.parse(sessionStorage.getItem('opened') ?? '[]')) {
    for (const row of document.querySelectorAll(`.row[data-story="${id}"]`)) showRead(row, true);
  }
  updateTimes();
  refreshList();
});

// Fetches the current page; if unchanged, the response is a 304. A list beneath a search or beside a story has its
// own URL. The server records it as the reader's last page.
async function refreshList() {
  const response = await fetch(history.state?.from ?? location.href, { cache: 'no-cache', headers: { 'Tidings-Shown-Again': '1' }, keepalive: true }).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const code = document.querySelector('[data-list]')?.dataset.code;
  let changed = 0;
  for (const row of rows()) {
    const was = row.className + row.dataset.saved;
    const now = fresh.getElementById(row.id);
    if (now || code === 'unread') showRead(row, !now?.classList.contains('unread'));
    if (now || code === 'saved') showSaved(row, now ? 'saved' in now.dataset : false);
    if (row.className + row.dataset.saved !== was) changed += 1;
  }
  for (const form of fresh.querySelectorAll('form[data-act="marks"]')) {
    showMark(form.elements.story.value, form.elements.kind.value, form.elements.value.value === '0');
  }
  if (updateCounts(fresh) + changed) announce(document.querySelector('.list-tools > span, [data-unread], .section-head .tally')?.textContent ?? '');
}

// Updates the counts by element; returns whether any changed.
function updateCounts(fresh) {
  const names = (page) => new Map([...page.querySelectorAll('.section-head')].map((head) => [head.querySelector('h2')?.id, head]));
  const [old, now] = [names(document), names(fresh)];
  const pairs = [...old].map(([id, head]) => [head, now.get(id), '.tally']);
  for (const [parent, name] of [['.list-tools', 'span'], ['.tabs', '[data-unread]']]) pairs.push([document.querySelector(parent), fresh.querySelector(parent), name]);
  let changed = 0;
  for (const [was, is, name] of pairs) {
    const [count, next] = [was?.querySelector(name), is?.querySelector(name)];
    if (!was || !is || count?.textContent === next?.textContent) continue;
    changed += 1;
    if (count && next) count.textContent = next.textContent;
    else if (count) count.remove();
    else if (name === '.tally') was.append(next.cloneNode(true));
  }
  return changed;
}
