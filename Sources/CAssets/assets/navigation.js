// Navigation: the way back, page transitions by direction, and restoring a page's place.
import { announce, fetchPage, isAt, isModified, isWriting, listRoot, pathTo } from './page.js';
import { actionCount, rowOf, showMark, showRead, showKept, showUnread } from './actions.js';
import { rows } from './lists.js';
import { updateTimes } from './time.js';

// Transitions run for links inward and for the app's own Back; not for the browser's gestures, nor between tabs. The
// animation itself is in the style sheet (View Transitions).
let direction = null;
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
  if (direction === 'back' && kind !== 'reload') document.documentElement.classList.add('going-back');
  else if (direction !== 'push' || kind !== 'push') event.viewTransition.skipTransition();
});

// Back leads to the nearest earlier entry of this tab's history that shows another screen: where the reader came from,
// at that place. Without one (a shared link, a new tab, a start from the home screen) the page's parent takes its place
// (docs/why/back-leads-to-where-one-came-from.md).
const screenOf = (url) => {
  const { pathname, searchParams } = new URL(url, location.href);
  // Linked pages are one screen, with history buttons of their own. A person's name is in the query.
  return isAt(paths.linkedPage, pathname) ? paths.linkedPage : pathname + (searchParams.get('name') ?? '');
};
// A sign-in is no screen to come back to; at a site with members its address names where it leads afterwards.
const isSignIn = ({ pathname, search }) => search.startsWith('?back=')
  || [paths.signIn, paths.signInToEdition, paths.signInLink].some((kind) => isAt(kind, pathname));
const isBefore = (url) => url && screenOf(url) !== screenOf(location.href) && !isSignIn(new URL(url));
// From a newspaper that opened where it was left, Back does not lead to the one before.
const front = location.origin + pathTo(paths.today);
function stepsBack() {
  // Browsers of before 2026 tell only the page before.
  if (!window.navigation?.entries) return document.referrer.startsWith(front) && history.length > 1 && isBefore(document.referrer) ? 1 : 0;
  const at = navigation.currentEntry.index;
  const to = navigation.entries().slice(0, at).findLast((entry) => isBefore(entry.url));
  return to?.url.startsWith(front) ? at - to.index : 0;
}
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('[data-back]');
  if (!link || isModified(event)) return;
  event.preventDefault();
  const steps = stepsBack();
  if (steps) history.go(-steps); else location.replace(link.href);
});
addEventListener('popstate', () => { direction = null; });

// The bar takes a page's title once its heading has been scrolled away.
export function followHeading(bar, heading, root = null) {
  if (!heading) return;
  new IntersectionObserver(([entry]) => bar.classList.toggle('past-heading', !entry.isIntersecting && entry.boundingClientRect.top < entry.rootBounds.top),
    { root, rootMargin: `-${bar.offsetHeight}px 0px 0px` }).observe(heading);
}

// A page's place is kept in its history entry: a page that the browser has discarded is rendered again at the depth in
// its URL, and scrolled to its row whatever was added above. The link by which it was left has the focus again.
let saveTimer;
// Called 200 ms after the last scrolling, and at once when a link is followed: a page that writes its history once the
// next one has its place is not kept by the back/forward cache.
const savePosition = (more) => {
  clearTimeout(saveTimer);
  const all = [...listRoot().querySelectorAll('.row[data-story]')];
  const from = all.findIndex((row) => row.getBoundingClientRect().bottom > 90);
  const scrolled = Math.max(scrollY, listRoot().scrollTop) > 4;
  const place = from < 0 ? history.state?.place : scrolled ? all.slice(from, from + 12).map((row) => [row.dataset.story, Math.round(row.getBoundingClientRect().top)]) : null;
  history.replaceState({ ...history.state, ...more, place }, '');
};
addEventListener('scroll', () => { clearTimeout(saveTimer); saveTimer = setTimeout(savePosition, 200); }, { passive: true, capture: true });
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link) return;
  savePosition({ leftAt: Date.now(), panel: link.closest('dialog.drawer.right') && 'right', comment: null, focus: [link.getAttribute('href'), link.matches(':focus-visible')] });
}, true);

const kind = performance.getEntriesByType('navigation')[0]?.type;
function restorePosition() {
  const [story, top] = (history.state?.place || []).find(([number]) => rowOf(number)) ?? [];
  if (!story) return;
  const by = rowOf(story).getBoundingClientRect().top - top;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: 'instant' });
}
if (['back_forward', 'reload'].includes(kind)) {
  restorePosition();
  addEventListener('load', () => requestAnimationFrame(restorePosition));
}
function restoreFocus() {
  const [href, isVisible] = history.state?.focus ?? [];
  const link = href && document.activeElement === document.body && document.querySelector(`main a[href="${CSS.escape(href)}"]`);
  if (!link) return;
  if (isVisible) link.closest('.row[data-story]')?.classList.add('selected');
  else {
    // A pointer's step back shows no ring.
    link.classList.add('no-ring');
    link.addEventListener('blur', () => link.classList.remove('no-ring'), { once: true });
  }
  link.focus({ preventScroll: true });
}
if (kind === 'back_forward') {
  restoreFocus();
  const opener = history.state?.panel && document.querySelector(`[data-panel="${history.state.panel}"]`);
  if (opener) import('./panels.js').then(({ openPanel }) => openPanel(opener));
}

// A page from the back/forward or HTTP cache first shows which stories were opened meanwhile, then other changes.
// Rows never move; a page without any, such as a settings page, is loaded again if it has changed.
const opened = JSON.parse(sessionStorage.getItem('opened') ?? '[]');
const story = document.querySelector('article.story[data-story]');
if (story && !('keepsUnread' in document.body.dataset)) sessionStorage.setItem('opened', JSON.stringify([...opened, story.dataset.story].slice(-500)));

addEventListener('pageshow', (event) => {
  if (!event.persisted && kind !== 'back_forward') return;
  document.documentElement.classList.remove('going-back');
  direction = null;
  // A kept page's clock stood still: the offer to undo would outlast its time.
  if (event.persisted) document.querySelector('.toast')?.remove();
  for (const id of JSON.parse(sessionStorage.getItem('opened') ?? '[]')) {
    for (const row of document.querySelectorAll(`.row[data-story="${id}"]`)) showRead(row, true);
  }
  updateTimes();
  refreshPage();
});

// Fetches the current page; if unchanged, the response is a 304. A list beneath a search or beside a story has its
// own URL. The server records it as the reader's last page, if it is shown again.
async function refreshPage(isShownAgain = true) {
  const before = actionCount;
  const isChanged = shownMarks();
  const fresh = await fetchPage(history.state?.from ?? location.href, { cache: 'no-cache', headers: isShownAgain ? { 'Tidings-Shown-Again': '1' } : {}, keepalive: true });
  if (!fresh) return;
  // It does not know what the reader has done meanwhile.
  if (actionCount !== before) return refreshPage(isShownAgain);
  // Without rows or a text to keep the place in, a page that was rendered anew (as something has changed) is loaded again.
  // So is a front page for which other topics were chosen, and what is led elsewhere: whoever signed out must not see it.
  if (fresh.isRedirected || fresh.body.dataset.topicSections !== document.body.dataset.topicSections || isShownAgain && !isWriting() && !document.querySelector('main :is(article, .story, .discussion), .search-overlay') && fresh.body.dataset.serverTime !== document.body.dataset.serverTime) return location.reload();
  // The text may have been set otherwise meanwhile.
  const [shown, wanted] = [document, fresh].map((page) => page.documentElement.dataset);
  delete shown.scaling;
  Object.assign(shown, wanted);
  const { list, hidesRead } = document.querySelector('[data-list]')?.dataset ?? {};
  // A search's rows have no ids.
  for (const row of rows().filter((one) => one.id)) {
    const now = fresh.getElementById(row.id);
    if (now || hidesRead !== undefined) showRead(row, !now?.classList.contains('unread'));
    for (const kind of ['saved', 'ticked']) {
      if (now || list?.split('@')[0] === kind) showKept(row, kind, now ? kind in now.dataset : false);
    }
  }
  for (const form of fresh.querySelectorAll('form[data-action="set-mark"]')) {
    showMark(form.elements.story.value, form.elements.kind.value, 'on' in form.dataset);
  }
  // What was kept on another device begins the list; without any rows it says what to do.
  const kept = [...fresh.querySelectorAll('main .row')];
  if (keptList() && scrollY < 100 && (kept.some((row) => !document.getElementById(row.id)) || !kept.length && rows().length)) return location.reload();
  updateCounts(fresh);
  // Also if live-marks.js knew it before this answer came.
  if (isChanged()) announce(document.querySelector('.list-tools > span, [data-unread-list]')?.textContent ?? '');
}

// A list of the stories with a mark, whose number and rows change with the marks (live-marks.js).
const keptList = () => document.querySelector('[data-list^="saved"], [data-list^="ticked"]');
document.addEventListener('tidings:marks', () => { if (keptList()) refreshPage(false); });

// Remembers the rows' marks and the counts that are shown, and says later whether one is another.
function shownMarks() {
  const stateOf = (part) => (part.matches('.row') ? part.className + part.dataset.saved + part.dataset.ticked : part.textContent);
  const shown = [...rows(), ...document.querySelectorAll('[data-unread-list], .list-tools > span')].map((part) => [part, stateOf(part)]);
  return () => shown.some(([part, was]) => stateOf(part) !== was);
}

function updateCounts(fresh) {
  showUnread(Object.fromEntries([...fresh.querySelectorAll('[data-unread-list]')].map((count) => [count.dataset.unreadList, count.textContent.match(/\d+\+?/)?.[0] ?? '0'])));
  // Of saved stories.
  const [was, is] = [document, fresh].map((page) => page.querySelector('.list-tools > span:not([data-unread-list])'));
  if (was && is) was.textContent = is.textContent;
}
