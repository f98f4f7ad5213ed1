// Lists: the row that is chosen, loading more in place, marking on scrolling past, the quiet pill.
import { wordAges, updated } from './time.js';
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
  if (by > 0) document.querySelector('[data-more]')?.click();
}

// Load more adds the next rows where they belong and writes the depth into the address.
document.addEventListener('click', async (event) => {
  const more = event.target.closest?.('[data-more]');
  if (!more || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  if (more.getAttribute('aria-disabled')) return;
  more.setAttribute('aria-disabled', 'true');
  const words = more.textContent;
  more.textContent = 'Loading more…';
  const address = new URL(more.href);
  try {
    const response = await fetch(address);
    if (!response.ok) throw response;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const known = new Set(rows().map((row) => row.id));
    const list = document.querySelector('[data-list]');
    const fresh = [...page.querySelectorAll('[data-list] > *')].filter((row) => !row.id || !known.has(row.id)).filter((row) => row.id);
    list.append(...fresh);
    wordAges(list);
    dress(list);
    const next = page.querySelector('[data-more], main .end');
    more.parentElement.replaceWith(...(next ? [next.closest('.more') ?? next] : []));
    history.replaceState(null, '', address.pathname + address.search);
    say(`${fresh.length} more stories`);
    fresh[0]?.querySelector('a')?.focus({ preventScroll: true });
    watch(fresh);
  } catch {
    more.removeAttribute('aria-disabled');
    more.textContent = words;
    toast('More could not be loaded. Tidings itself did not answer.');
  }
});

// Pictures fade in once they have come; one that fails keeps its colour.
export function dress(root = document) {
  for (const image of root.querySelectorAll('img.site')) {
    const fail = () => {
      const letter = document.createElement('span');
      letter.className = 'site letter';
      letter.setAttribute('aria-hidden', 'true');
      letter.textContent = (image.parentElement.querySelector('.name, h1') ?? image.parentElement).textContent.match(/[\p{L}\p{N}]/u)?.[0] ?? '·';
      image.replaceWith(letter);
    };
    if (image.complete && !image.naturalWidth) fail(); else image.addEventListener('error', fail, { once: true });
  }
  for (const image of root.querySelectorAll('.shot, .lead-shot, .picture img, .text img')) {
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

// Marking on scrolling past: off by default, offered once after the 30th row.
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
addEventListener('pagehide', () => { if (past.size) { const fields = new URLSearchParams({ kind: 'read', value: '1' }); past.forEach((story) => fields.append('story', story)); navigator.sendBeacon('/mine/act/marks', fields); past.clear(); } });

function offer() {
  document.body.dataset.scrollMarks = 'off';
  act('preferences', { part: 'scroll', offered: 1 });
  toast('Mark stories read as they scroll past?');
  const button = document.createElement('button');
  button.textContent = 'Yes';
  button.onclick = () => { document.body.dataset.scrollMarks = 'on'; act('preferences', { part: 'scroll', offered: 1, markOnScroll: 1 }); button.closest('.toast').remove(); };
  document.querySelector('.toast').append(button);
}

export const watch = (list) => { if (document.querySelector('[data-list]')) list.forEach((row) => watcher.observe(row)); };

// The quiet pill and the status line: asked now and then while the page can be seen. Rows never move.
const status = document.querySelector('[data-status]');
let facts = null;
export function wordStatus() {
  if (!status) return;
  if (facts?.arriving) { status.textContent = facts.arriving; return; }
  if (facts?.isUpdating) { status.textContent = 'Updating...'; return; }
  if (facts?.failing) { status.textContent = facts.failing; return; }
  if (!facts && status.dataset.failing !== undefined) return;
  const at = facts ? facts.lastAskedAt && new Date(facts.lastAskedAt) : status.dataset.at && new Date(status.dataset.at);
  const waiting = facts ? (facts.waiting ? `, ${facts.waiting} of ${facts.total} waiting` : '') : (status.textContent.match(/, \d+ of \d+ waiting/) ?? [''])[0];
  if (at) status.textContent = updated(at) + waiting;
}

async function ask() {
  if (document.hidden || !status) return;
  const newest = document.body.dataset.newest;
  try {
    const response = await fetch(`/api/live${newest ? `?after=${newest}` : ''}`);
    if (!response.ok) return;
    facts = await response.json();
  } catch {
    status.textContent = 'No connection to Tidings';
    return;
  }
  wordStatus();
  const arriving = document.querySelector('[data-arriving]');
  if (arriving && facts.arrived > 0) location.reload();
  if (arriving && facts.arriving) {
    arriving.querySelector('p').textContent = facts.arriving;
    const bar = arriving.querySelector('progress');
    const numbers = facts.arriving.match(/\d+/g);
    if (bar && numbers) bar.value = Number(numbers[0]) + Number(numbers[2] ?? 0);
  }
  // While the first round runs the page fills by itself, as long as nobody has begun to read further down.
  if (document.querySelector('[data-filling]') && facts.arrived > 0 && scrollY < 100) location.reload();
  else if (!arriving) pill(facts.arrived);
}

function pill(count) {
  let button = document.querySelector('.pill');
  if (!count || !newestIsShown()) return;
  if (!button) {
    button = document.createElement('button');
    button.className = 'pill';
    button.onclick = () => { scrollTo(0, 0); location.reload(); };
    document.body.append(button);
  }
  if (button.textContent !== `${count} new`) { button.textContent = `${count} new`; say(`${count} new`); }
}
const newestIsShown = () => 'newest' in document.body.dataset;

document.addEventListener('tidings:asked', (event) => {
  if (status) status.textContent = event.detail;
  let left = 6;
  const again = setInterval(() => { ask(); if (--left === 0) clearInterval(again); }, 1500);
});

if (status) {
  const brisk = document.querySelector('[data-arriving], [data-filling]') !== null;
  setInterval(ask, brisk ? 1000 : 10000);
  document.addEventListener('visibilitychange', ask);
}
