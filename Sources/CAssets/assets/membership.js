// Votes, and whose session a page shows. A vote shows at once, and is taken back quietly if the site does not take it.
import { counted, edition, fetchJSON, fetchPage, isSignedOut, isWriting, postAction, whenShown } from './page.js';

// Also where `crypto.randomUUID` is missing: on plain HTTP.
const makeToken = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

// ---- votes
const given = (box) => (box.querySelector('[aria-pressed="true"]')?.matches('.up') ? 'up' : box.querySelector('[aria-pressed="true"]') ? 'down' : 'none');
const boxes = (code) => document.querySelectorAll(`[data-vote-item="${code}"]`);

function show(code, vote) {
  const all = [...boxes(code)];
  // The pane may have been closed meanwhile.
  if (!all.length) return;
  const before = given(all[0]);
  for (const box of all) {
    for (const button of box.querySelectorAll('.vote')) {
      const own = button.matches('.up') ? 'up' : 'down';
      button.setAttribute('aria-pressed', own === vote);
      button.name = own === vote ? 'none' : own;
    }
  }
  addPoints(code, (vote === 'up') - (before === 'up'));
}

function addPoints(story, by) {
  for (const shown of document.querySelectorAll(`[data-points="${story}"]`)) {
    shown.textContent = counted(parseInt(shown.textContent, 10) + by, strings.points);
  }
}

// The newest of several quick taps is what holds, one request after the other.
const running = new Map();
const castAt = new Map();
async function cast(code, vote, before) {
  show(code, vote);
  castAt.set(code, performance.now());
  const earlier = running.get(code) ?? Promise.resolve();
  const request = earlier.then(() => postAction('vote', { token: makeToken(), [vote]: code, back: location.pathname + location.search }));
  running.set(code, request);
  const outcome = await request;
  if (running.get(code) !== request) return;
  running.delete(code);
  if (outcome && !outcome.failed && !outcome.go) return;
  show(code, before);
  // Signed out at the site: there, and then the vote is done.
  if (outcome?.go) location.assign(outcome.go);
}

document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (event.target.dataset.action !== 'vote' || !button?.matches('.vote')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  cast(button.value, button.name, given(button.closest('.votes')));
}, true);

// ---- what only a member sees, fetched once a thread is shown
async function renew(box) {
  delete box.dataset.memberView;
  const askedAt = performance.now();
  const outcome = await postAction('refresh-member-view', { story: box.dataset.story });
  if (!outcome?.count) return;
  const next = await fetchPage(box.dataset.ownPath ?? location.href, { cache: 'no-store' });
  for (const fresh of next?.querySelectorAll('[data-vote-item]') ?? []) {
    // A vote that was given meanwhile is newer.
    if (castAt.get(fresh.dataset.voteItem) > askedAt) continue;
    for (const old of boxes(fresh.dataset.voteItem)) old.replaceWith(fresh.cloneNode(true));
  }
}

// ---- signing in or out elsewhere shows here
const marks = () => [...document.querySelectorAll('[data-session-fingerprint]')].map((one) => one.dataset.sessionFingerprint);

async function check() {
  if (document.hidden || isSignedOut || !marks().length || isWriting()) return;
  const status = await fetchJSON(`${paths.live}?edition=${edition}&member=1`);
  if (!status?.members) return;
  const isSame = (mark) => {
    const [source, name] = [mark.slice(0, mark.indexOf(':')), mark.slice(mark.indexOf(':') + 1)];
    if (source === '*') return name === status.members.join(' ');
    return name ? status.members.includes(mark) : !status.members.some((one) => one.startsWith(`${source}:`));
  };
  // Once for each state.
  const state = JSON.stringify([marks(), status.members]);
  if (marks().every(isSame) || isWriting() || sessionStorage.getItem('member-state') === state) return;
  sessionStorage.setItem('member-state', state);
  location.reload();
}
const shown = JSON.stringify(marks());
if (marks().length && localStorage.getItem('members') !== shown) localStorage.setItem('members', shown);
addEventListener('storage', (event) => { if (event.key === 'members') check(); });
document.addEventListener('visibilitychange', check);
addEventListener('pageshow', (event) => { if (event.persisted) check(); });
setInterval(check, 15000);

whenShown((root) => root.querySelectorAll('[data-member-view]').forEach(renew));
