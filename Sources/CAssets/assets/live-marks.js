// Follows what the reader does on other devices while the page is visible: marks, unread numbers, and the place in a story.
import { fetchJSON, isSignedOut } from './page.js';
import { actionCount, rowOf, showMark, showUnread, unreadFields } from './actions.js';

const article = () => document.querySelector('article.story[data-story]');
const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
let revision = '';
let isKnown = false;
let request = null;

function fields() {
  const stories = [...document.querySelectorAll('main [data-story]')].map(({ dataset }) => dataset.story);
  const story = article()?.dataset.story;
  return { ...unreadFields(), stories: [...new Set(stories)].slice(0, 300).join(','), ...(story ? { story } : {}), seen: revision };
}

// Whether a row or a button shows another state of a mark.
function differs(story, kind, isOn) {
  const row = rowOf(story);
  const shown = row && !row.closest('.next') ? (kind === 'read' ? !row.classList.contains('unread') : kind in row.dataset) : isOn;
  return shown !== isOn || [...document.querySelectorAll('form[data-action="set-mark"]')].some(({ elements, dataset }) =>
    elements.kind.value === kind && elements.story.value === story && ('on' in dataset) !== isOn);
}

function show({ marks, unread, place }) {
  for (const { story, ...kinds } of marks) {
    for (const [kind, isOn] of Object.entries(kinds)) if (differs(String(story), kind, isOn)) showMark(String(story), kind, isOn);
  }
  if (unread) showUnread(unread);
  const { dataset } = article() ?? {};
  if (!dataset || !place || dataset.position === String(place.position)) return;
  dataset.position = place.position;
  dataset.resumeBlock = place.anchor;
  document.dispatchEvent(new Event('tidings:place'));
}

async function follow() {
  while (!request && !document.hidden && !isSignedOut) {
    const actions = actionCount;
    request = new AbortController();
    const answer = await fetchJSON(`${paths.liveMarks}?${new URLSearchParams(fields())}`, { signal: request.signal });
    const { aborted } = request.signal;
    request = null;
    if (aborted) return;
    // An action of this page that was sent meanwhile may not be in the answer.
    if (answer && actions === actionCount) {
      ({ revision } = answer);
      // The first answer says what the page shows already.
      if (isKnown) document.dispatchEvent(new Event('tidings:marks'));
      isKnown = true;
      show(answer);
    } else revision = '';
    // While feeds are fetched, much changes in a second.
    await pause(answer ? 0.3 : 10);
  }
}

// A page that is seen again is first brought up to date as a whole, which says what is unread (navigation.js).
const resume = () => setTimeout(follow, 2000);
document.addEventListener('visibilitychange', () => { if (document.hidden) request?.abort(); else resume(); });
addEventListener('pagehide', () => request?.abort());
addEventListener('pageshow', resume);
follow();
