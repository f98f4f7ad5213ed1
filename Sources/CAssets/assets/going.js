// Navigation: page transitions by direction, and restoring a list's scroll position.
import { say, showMark, showRead, showSaved } from './marks.js';
import { rows } from './lists.js';
import { wordAges } from './time.js';

// Transitions run for links inward and for the app's own Back; not for the browser's gestures, nor between tabs. The
// animation itself is in the style sheet (View Transitions).
let way = null;
export const backward = () => { way = 'back'; };
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link) way = link.matches('[data-back]') ? 'back' : link.closest('main') ? 'push' : null;
}, true);
// A transition that is skipped, for example because a style sheet is late, is ignored.
const quietly = (move) => { for (const name of ['ready', 'finished', 'updateCallbackDone']) move[name]?.catch(() => {}); };
addEventListener('pagereveal', (event) => { if (event.viewTransition) quietly(event.viewTransition); });
addEventListener('pageswap', (event) => {
  if (!event.viewTransition) return;
  quietly(event.viewTransition);
  const kind = event.activation?.navigationType;
  if (way === 'back' && kind !== 'reload') document.documentElement.classList.add('leaving');
  else if (way !== 'push' || kind !== 'push') event.viewTransition.skipTransition();
});

// A list's position is kept in its history entry: a page that the browser has discarded is rendered again at the
// depth in its URL, and scrolled to its row whatever was added above.
const shown = () => document.querySelector('dialog.finding') ?? document.querySelector('main');
const stand = () => {
  const all = [...shown().querySelectorAll('.row[data-story]')];
  const from = all.findIndex((row) => row.getBoundingClientRect().bottom > 90);
  if (from < 0) return;
  const place = all.slice(from, from + 12).map((row) => [row.dataset.story, Math.round(row.getBoundingClientRect().top)]);
  history.replaceState({ ...history.state, place: Math.max(scrollY, shown().scrollTop) > 4 ? place : null }, '');
};
let standing;
addEventListener('scroll', () => { clearTimeout(standing); standing = setTimeout(stand, 200); }, { passive: true, capture: true });
document.addEventListener('click', (event) => { if (event.target.closest?.('.row a')) stand(); }, true);

const kind = performance.getEntriesByType('navigation')[0]?.type;
const rowOf = (story) => document.querySelector(`main .row[data-story="${story}"]`);
function standAgain() {
  const [story, top] = (history.state?.place ?? []).find(([number]) => rowOf(number)) ?? [];
  if (!story) return;
  const by = rowOf(story).getBoundingClientRect().top - top;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: 'instant' });
}
if (['back_forward', 'reload'].includes(kind) && history.state?.place) {
  standAgain();
  addEventListener('load', () => requestAnimationFrame(standAgain));
}

// A page from the back/forward or HTTP cache first shows which stories were opened meanwhile, then other changes.
// Rows never move.
const seen = JSON.parse(sessionStorage.getItem('opened') ?? '[]');
const story = document.querySelector('article.story[data-story]');
if (story && !('keepsUnread' in document.body.dataset)) sessionStorage.setItem('opened', JSON.stringify([...seen, story.dataset.story].slice(-500)));

addEventListener('pageshow', (event) => {
  if (!event.persisted && kind !== 'back_forward') return;
  document.documentElement.classList.remove('leaving');
  way = null;
  for (const id of JSON.parse(sessionStorage.getItem('opened') ?? '[]')) {
    for (const row of document.querySelectorAll(`.row[data-story="${id}"]`)) showRead(row, true);
  }
  wordAges();
  renew();
});

// Fetches the current page; if unchanged, the response is a 304. A list beneath a search or beside a story has its
// own URL. The server records it as the reader's last page.
async function renew() {
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
  if (tallies(fresh) + changed) say(document.querySelector('.list-tools > span, [data-unread], .section-head .tally')?.textContent ?? '');
}

// Updates the counts by element; returns whether any changed.
function tallies(fresh) {
  const names = (page) => new Map([...page.querySelectorAll('.section-head')].map((head) => [head.querySelector('h2')?.id, head]));
  const [old, now] = [names(document), names(fresh)];
  const pairs = [...old].map(([id, head]) => [head, now.get(id), '.tally']);
  for (const [place, name] of [['.list-tools', 'span'], ['.tabs', '[data-unread]']]) pairs.push([document.querySelector(place), fresh.querySelector(place), name]);
  let changed = 0;
  for (const [was, is, name] of pairs) {
    const [tally, next] = [was?.querySelector(name), is?.querySelector(name)];
    if (!was || !is || tally?.textContent === next?.textContent) continue;
    changed += 1;
    if (tally && next) tally.textContent = next.textContent;
    else if (tally) tally.remove();
    else if (name === '.tally') was.append(next.cloneNode(true));
  }
  return changed;
}
