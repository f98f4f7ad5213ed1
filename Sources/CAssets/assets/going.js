// Going and coming back: which way a page moves, and how a list stands where it was left.
import { say, showMark, showRead, showSaved } from './marks.js';
import { rows } from './lists.js';
import { wordAges } from './time.js';

// A page moves when a link of ours is followed inward, or our own way back is; never over the browser's own gesture, nor
// between tabs, which lie side by side. The style sheet does the moving, where the browser can.
let way = null;
export const backward = () => { way = 'back'; };
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link) way = link.matches('[data-back]') ? 'back' : link.closest('main') ? 'push' : null;
}, true);
// A page that cannot be moved to, such as one whose style sheet is late, is simply shown.
const quietly = (move) => { for (const name of ['ready', 'finished', 'updateCallbackDone']) move[name]?.catch(() => {}); };
addEventListener('pagereveal', (event) => { if (event.viewTransition) quietly(event.viewTransition); });
addEventListener('pageswap', (event) => {
  if (!event.viewTransition) return;
  quietly(event.viewTransition);
  const kind = event.activation?.navigationType;
  if (way === 'back' && kind !== 'reload') document.documentElement.classList.add('leaving');
  else if (way !== 'push' || kind !== 'push') event.viewTransition.skipTransition();
});

// Where a list stands is kept with its place in the browser's history: a page that the browser has let go of is made
// anew from its address, which says how deep it was, and then stands by its rows, whatever came above them.
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

// A page that is seen again, kept whole or made anew from what the browser had kept of it, shows at once what was opened
// meanwhile, and then what else has changed. Rows never move.
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

// The page as it would be now; unchanged, that is an answer without a body. A list beneath a search, or beside a story, has
// an address of its own. The house notes by it where the reader is, so that it outlives the page.
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

// Counts, by the place where they stand. Whether any has changed.
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
