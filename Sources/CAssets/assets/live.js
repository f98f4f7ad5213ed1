// Polls for new stories and refresh progress while the page is visible, for the pill and the status line. Rows never
// move.
import { announce, edition, element, fetchJSON, filled, isSignedOut } from './page.js';
import { statusText } from './time.js';
import { showUnread, unreadFields } from './actions.js';

const status = document.querySelector('[data-status]');
const served = status.textContent;
let state = null;
// Polls may overlap on a slow network: an older response never replaces a newer one, nor ends a refresh that was
// requested after it was sent.
let shown = 0;
let askedAt = 0;
// Whether a refresh was in progress, on the page as it came or since; between two feeds of the first one none is.
let wasBusy = 'busy' in status.dataset || document.querySelector('[data-loading=first]');
let isRequested = false;
let pollsLeft = 0;
let errorUntil = 0;
// The words of the bottom bar are those of MIT's app.
const isInBar = status.closest('.status-bar');
const updating = isInBar ? strings.updatingInBar : strings.updating;
const offline = isInBar ? strings.offlineInBar : strings.offline;
function updateStatus() {
  if (Date.now() < errorUntil) return;
  // Whatever is no age is the server's to say, on the page too: "Loading 3 feeds…" stays until the server says otherwise.
  const words = state ? (state.isUpdating && !state.arriving ? updating : state.words ?? state.arriving) : !('updatedAt' in status.dataset) && served;
  const { updatedAt, note } = state ?? status.dataset;
  const isFresh = state ? !state.isFailing : !('failing' in status.dataset);
  if (words) status.textContent = words;
  else if (updatedAt) status.textContent = statusText(new Date(updatedAt), new Date(), isFresh, isInBar) + (note ? `, ${note}` : '');
}

// An error is shown for two seconds, then the time of the last refresh again.
function showError(words) {
  status.textContent = words;
  announce(words);
  errorUntil = Date.now() + 1900;
  setTimeout(updateStatus, 2000);
}

// After an interval set by the edition, and when the network is back, the list counts as viewed again, so that stale
// sources are refreshed.
const minutes = Number(document.body.dataset.reloadMinutes);
let viewedAt = Date.now();
let isOffline = false;
async function poll(isBackOnline = false) {
  if (document.hidden || isSignedOut) return;
  const { newest, refreshesList: appears } = document.body.dataset;
  // An empty page waits for any story.
  const firstRefresh = document.querySelector('[data-pending-channel]');
  const after = newest ?? (firstRefresh || document.querySelector('[data-loading]') ? 0 : '');
  const unread = unreadFields();
  const fields = new URLSearchParams({ edition, after, ...unread });
  const channel = firstRefresh?.dataset.pendingChannel;
  if (channel) fields.set('channel', channel);
  if (unread && state?.revision) fields.set('seen', state.revision);
  if (appears && (isBackOnline || (minutes && Date.now() - viewedAt >= minutes * 6e4))) { fields.set('appeared', appears); viewedAt = Date.now(); }
  const sentAt = Date.now();
  const answer = await fetchJSON(`${paths.live}?${fields}`);
  if (answer === null && !isOffline) showError(navigator.onLine ? strings.noConnection : offline);
  isOffline = answer === null;
  if (!answer || sentAt < shown) return;
  shown = sentAt;
  state = answer;
  updateStatus();
  if (state.unread) showUnread(state.unread, unread);
  // A reload would take away the way to the page whose link was followed (navigation.js), a story beside the list, or what is
  // open over it.
  const isHere = !(history.state?.leftAt > Math.max(Date.now() - 1e4, askedAt) || document.querySelector('.pane-open, dialog[open]'));
  if (isRequested && sentAt > askedAt && !state.isUpdating && !(state.waiting && pollsLeft > 0)) {
    isRequested = false;
    document.dispatchEvent(new Event('tidings:settled'));
    // Where there is nothing to read, the page says why, and anew after each try.
    if (isHere && firstRefresh && !channel) return location.reload();
    if (state.failed) return showError(state.failed);
    announce(status.textContent);
    // After a refresh by the user the list is shown from its first rows, and what has come is shown at once.
    if (isHere && status.dataset.retryPath) return location.replace(status.dataset.retryPath);
    if (isHere && state.arrived > 0 && newest) return reloadInPlace();
  }
  if (isHere && state.hasAnswered) return location.reload();
  if (channel) return;
  if (state.isUpdating || state.arriving) wasBusy = true;
  // An empty page is shown anew once a refresh has ended. One that says what failed is what it will be, and its button
  // may have the focus.
  const isOver = wasBusy && !state.isUpdating && !state.arriving && !firstRefresh?.matches('.failed');
  if (isHere && firstRefresh && (state.arrived > 0 || isOver)) reloadOnce(newest);
  const bar = firstRefresh?.querySelector('progress');
  if (bar && state.arriving) {
    firstRefresh.querySelector('p').textContent = state.arriving;
    bar.value = state.tried;
  }
  // During the first refresh the page reloads as stories arrive, unless the user has scrolled down. It reloads once
  // more at the end: the last section may contain stories of other sections.
  if (isHere && document.querySelector('[data-loading]') && (state.arrived > 0 || isOver) && scrollY < 100) reloadOnce(newest);
  else if (!firstRefresh) showPill(newest && state.arrived);
}

// Reloads once per state: stories that the page does not show would cause a loop.
function reloadOnce(newest) {
  const shownState = `${location.pathname} ${newest} ${state.arrived} ${!state.arriving}`;
  if (sessionStorage.getItem('come') === shownState) return;
  sessionStorage.setItem('come', shownState);
  reloadInPlace();
}

// The row that the reader looks at stays where it is (navigation.js); at the top, the new rows are looked at.
function reloadInPlace() {
  if (scrollY < 100) {
    scrollTo(0, 0);
    // Else Chromium keeps the first row where it is, below all that came.
    history.scrollRestoration = 'manual';
    history.replaceState({ ...history.state, place: null }, '');
  }
  // Beside a story the address is the story's.
  const { from } = history.state ?? {};
  location[from ? 'replace' : 'reload'](from);
}

function showPill(count) {
  if (!count) return;
  let button = document.querySelector('.pill');
  button ??= document.body.appendChild(element('button', { className: 'pill', onclick: () => { scrollTo(0, 0); reloadInPlace(); } }));
  const label = filled(strings.newStories, count);
  if (button.textContent !== label) { button.textContent = label; announce(label); }
}

document.addEventListener('tidings:failed', () => {
  document.dispatchEvent(new Event('tidings:settled'));
  showError(navigator.onLine ? strings.noRefresh : offline);
});
document.addEventListener('tidings:asked', (event) => {
  const words = event.detail === strings.updating ? updating : event.detail;
  status.textContent = words;
  announce(words);
  isRequested = true;
  askedAt = Date.now();
  pollsLeft = 6;
  const timer = setInterval(() => { poll(); if (--pollsLeft <= 0) clearInterval(timer); }, 1500);
});

setInterval(() => poll(), document.querySelector('[data-pending-channel], [data-loading]') ? 1000 : 10000);
document.addEventListener('visibilitychange', () => poll());
addEventListener('online', () => poll(true));
updateStatus();
setInterval(updateStatus, 20000);
