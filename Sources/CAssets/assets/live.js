// Polls for new stories and refresh progress while the page is visible, for the pill and the status line. Rows never
// move.
import { updated } from './time.js';
import { say } from './marks.js';

const status = document.querySelector('[data-status]');
let facts = null;
let isAsked = false;
let looks = 0;
let brief = 0;
function wordStatus() {
  if (Date.now() < brief) return;
  if (facts?.arriving) { status.textContent = facts.arriving; return; }
  if (facts?.isUpdating) { status.textContent = 'Updating...'; return; }
  if (facts?.failing) { status.textContent = facts.failing; return; }
  if (!facts && status.dataset.failing !== undefined) return;
  const at = facts ? facts.updatedAt && new Date(facts.updatedAt) : status.dataset.at && new Date(status.dataset.at);
  const waiting = facts ? (facts.waitingWords ? `, ${facts.waitingWords}` : '') : (status.textContent.match(/, \d+ of \d+ waiting/) ?? [''])[0];
  if (at) status.textContent = updated(at) + waiting;
  else if (facts?.total) status.textContent = 'Not updated yet';
}

// An error is shown for two seconds, then the time of the last refresh again.
function sayBriefly(words) {
  status.textContent = words;
  say(words);
  brief = Date.now() + 1900;
  setTimeout(wordStatus, 2000);
}

// After an interval set by the edition, and when the network is back, the list counts as viewed again, so that stale
// sources are refreshed.
const minutes = Number(document.body.dataset.reload);
let shownAt = Date.now();
let isLost = false;
async function ask(isAnew = false) {
  if (document.hidden) return;
  const { newest, appears } = document.body.dataset;
  // An empty page waits for any story.
  const arriving = document.querySelector('[data-arriving]');
  const after = newest ?? (arriving || document.querySelector('[data-filling]') ? 0 : '');
  const fields = new URLSearchParams({ edition: document.documentElement.dataset.edition, after });
  const awaited = arriving?.dataset.arriving;
  if (awaited) fields.set('channel', awaited);
  if (appears && (isAnew || (minutes && Date.now() - shownAt >= minutes * 6e4))) { fields.set('appeared', appears); shownAt = Date.now(); }
  try {
    const response = await fetch(`/api/live?${fields}`);
    if (!response.ok) return;
    facts = await response.json();
    isLost = false;
  } catch {
    if (!isLost) sayBriefly(navigator.onLine ? 'No connection to Tidings' : 'No Internet Connection');
    isLost = true;
    return;
  }
  wordStatus();
  if (isAsked && !facts.isUpdating && !(facts.waiting && looks)) {
    isAsked = false;
    document.dispatchEvent(new Event('tidings:settled'));
    if (facts.failed) return sayBriefly(facts.failed);
    say(status.textContent);
    // After a refresh by the user the list is shown from its first rows.
    if (status.dataset.again) return location.replace(status.dataset.again);
  }
  if (facts.hasAnswered) return location.reload();
  if (awaited) return;
  if (arriving && facts.arrived > 0) refill(newest);
  if (arriving && facts.arriving) {
    arriving.querySelector('p').textContent = facts.arriving;
    const bar = arriving.querySelector('progress');
    const numbers = facts.arriving.match(/\d+/g);
    if (bar && numbers) bar.value = Number(numbers[0]) + Number(numbers[2] ?? 0);
  }
  // During the first refresh the page reloads as stories arrive, unless the user has scrolled down. It reloads once
  // more at the end: the last section may contain stories of other sections.
  if (document.querySelector('[data-filling]') && (facts.arrived > 0 || !facts.arriving) && scrollY < 100) refill(newest);
  else if (!arriving) pill(facts.arrived);
}

// Reloads once per state: stories that the page does not show would cause a loop.
function refill(newest) {
  const come = `${location.pathname} ${newest} ${facts.arrived} ${!facts.arriving}`;
  if (sessionStorage.getItem('come') === come) return;
  sessionStorage.setItem('come', come);
  location.reload();
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

document.addEventListener('tidings:failed', () => {
  document.dispatchEvent(new Event('tidings:settled'));
  sayBriefly(navigator.onLine ? 'Tidings did not answer' : 'No Internet Connection');
});
document.addEventListener('tidings:asked', (event) => {
  status.textContent = event.detail;
  say(event.detail);
  isAsked = true;
  looks = 6;
  const again = setInterval(() => { looks -= 1; ask(); if (!looks) clearInterval(again); }, 1500);
});

const brisk = document.querySelector('[data-arriving], [data-filling]') !== null;
setInterval(() => ask(), brisk ? 1000 : 10000);
document.addEventListener('visibilitychange', () => ask());
addEventListener('online', () => ask(true));
wordStatus();
setInterval(wordStatus, 20000);
