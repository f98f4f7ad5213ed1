// Lists: row selection, load more in place, mark read on scroll.
import { at } from './place.js';
import { wordAges } from './time.js';
import { act, say, showRead, toast } from './marks.js';

export const rows = () => [...document.querySelectorAll('main .row[data-story]')];
export const current = () => document.querySelector('.row.here');

export function choose(row) {
  current()?.classList.remove('here');
  if (!row) return;
  row.classList.add('here');
  const box = row.getBoundingClientRect();
  if (box.top < 110 || box.bottom > innerHeight - 60) row.scrollIntoView({ block: 'center' });
  row.querySelector('a')?.focus({ preventScroll: true });
}

export function step(by, wanted = () => true) {
  const all = rows();
  let at = all.indexOf(current());
  if (at < 0) at = by > 0 ? all.findIndex((row) => row.getBoundingClientRect().bottom > 110) - 1 : all.length;
  for (at += by; at >= 0 && at < all.length; at += by) if (wanted(all[at])) return choose(all[at]);
  if (by > 0) document.querySelector('main [data-more]')?.click();
}

// Load more appends the next rows and updates the depth in the URL. At the end of the stored stories it submits a
// form, which fetches from the origin.
document.addEventListener('click', async (event) => {
  const more = event.target.closest?.('[data-more]');
  if (!more || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  if (more.getAttribute('aria-disabled')) return;
  more.setAttribute('aria-disabled', 'true');
  const words = more.textContent;
  more.textContent = 'Loading more…';
  say(more.textContent);
  const again = () => {
    more.removeAttribute('aria-disabled');
    more.textContent = words;
  };
  let href = more.href;
  if (more.form) {
    const outcome = await act(more.form.dataset.act, new URLSearchParams(new FormData(more.form)));
    if (!outcome) return again();
    href = outcome.go;
  }
  try { await loadMore(more, new URL(href, location.href)); } catch {
    again();
    toast('More could not be loaded. Tidings itself did not answer.');
  }
});

let barren = 0;
async function loadMore(more, address) {
  const response = await fetch(address);
  if (!response.ok) throw response;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const place = more.closest('dialog, main');
  const list = place.querySelector('[data-list]');
  const fresh = following(list, [...page.querySelectorAll('[data-list] > .row')]);
  if (place.matches('dialog')) fresh.forEach((row) => row.removeAttribute('id'));
  list.append(...fresh);
  wordAges(list);
  dress(list);
  const next = page.querySelector('[data-more], main .end');
  more.closest('.more').replaceWith(...(next ? [next.closest('.more') ?? next] : []));
  const path = address.pathname + address.search;
  const state = history.state ?? {};
  if (!state.beside) history.replaceState(state.finding ? { ...state, finding: path } : state, '', path);
  say(`${fresh.length} more stories`);
  // If a page from the origin contains only known stories, the next one is fetched, up to three times.
  barren = fresh.length ? 0 : barren + 1;
  if (barren && barren < 4) place.querySelector('[data-more]')?.click();
  fresh[0]?.querySelector('a')?.focus({ preventScroll: true });
  watch(fresh);
}

// The rows to append after the present ones; newer stories above are announced at the top instead.
export function following(list, rows) {
  const known = new Set([...list.children].map((row) => row.dataset.story));
  // In a search, new local results may lie between present rows.
  const from = list.dataset.code === 'search' ? 0 : rows.findLastIndex((row) => known.has(row.dataset.story)) + 1;
  return rows.slice(from).filter((row) => !known.has(row.dataset.story));
}

// Marks a story opened whose link leaves the app in a new tab.
document.addEventListener('click', (event) => {
  const row = event.target.closest?.('a[data-outside]')?.closest('.row[data-story]');
  if (!row) return;
  act('open', { story: row.dataset.story });
  if (row.classList.contains('unread') && !('keepsUnread' in document.body.dataset)) showRead(row, true);
});

// Images fade in once loaded; a failed one keeps its placeholder colour.
export function dress(root = document) {
  for (const image of root.querySelectorAll('img.site')) {
    const fail = () => {
      // A second call may have replaced it before its error event arrives.
      if (!image.parentElement) return;
      const letter = document.createElement('span');
      letter.className = 'site letter';
      letter.setAttribute('aria-hidden', 'true');
      letter.textContent = (image.parentElement.querySelector('.name, h1') ?? image.parentElement).textContent.match(/[\p{L}\p{N}]/u)?.[0] ?? '·';
      image.replaceWith(letter);
    };
    if (image.complete && !image.naturalWidth) fail(); else image.addEventListener('error', fail, { once: true });
  }
  for (const image of root.querySelectorAll('.shot, .lead-shot, .source-mark, .picture img, .text img')) {
    if (image.complete && image.naturalWidth) continue;
    if (image.complete) { image.hidden = true; continue; }
    image.classList.add('fades');
    image.addEventListener('load', () => image.classList.add('here'), { once: true });
    image.addEventListener('error', () => {
      image.classList.add('here');
      image.hidden = true;
    }, { once: true });
  }
}

// Mark read on scroll: off by default, offered once after the 30th row.
let past = new Set();
let sending;
const isOn = () => document.body.dataset.scrollMarks === 'on';
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (isIntersecting || boundingClientRect.bottom > 90) continue;
    if (isOn() && target.classList.contains('unread')) {
      showRead(target, true);
      past.add(target.dataset.story);
      clearTimeout(sending);
      sending = setTimeout(sendPast, 800);
    }
    if (!isOn() && document.body.dataset.scrollMarks === 'ask' && rows().indexOf(target) >= 29) offer();
  }
}, { rootMargin: '-90px 0px 0px 0px' });

async function sendPast() {
  const stories = [...past];
  past = new Set();
  if (!stories.length) return;
  const fields = new URLSearchParams({ kind: 'read', value: '1' });
  stories.forEach((story) => fields.append('story', story));
  const outcome = await act('marks', fields);
  const back = () => stories.forEach((story) => document.getElementById(`s${story}`) && showRead(document.getElementById(`s${story}`), false));
  if (outcome) toast(outcome.words, outcome.ticket, back); else back();
}
addEventListener('pagehide', () => { if (past.size) { const fields = new URLSearchParams({ kind: 'read', value: '1' }); past.forEach((story) => fields.append('story', story)); navigator.sendBeacon(at('act/marks'), fields); past.clear(); } });

function offer() {
  document.body.dataset.scrollMarks = 'off';
  act('preferences', { part: 'scroll', offered: 1 });
  toast('Mark stories read as they scroll past?');
  const button = document.createElement('button');
  button.textContent = 'Yes';
  button.onclick = () => { document.body.dataset.scrollMarks = 'on'; act('preferences', { part: 'scroll', offered: 1, markOnScroll: 1 }); button.closest('.toast').remove(); };
  document.querySelector('.toast')?.append(button);
}

export const watch = (list) => { if (document.querySelector('[data-list]')) list.forEach((row) => watcher.observe(row)); };
