// Two panes on wide screens: a row opens its story beside the list, which does not scroll. The URL is the story's, so
// that a reload or a shared link shows its page.
import { announce, closeButton, element, errorNote, fetchPage, filled, isModified, showSkeletonLater, shown } from './page.js';
import { refreshUnread, showMark } from './actions.js';
import { followHeading } from './navigation.js';

const pane = document.getElementById('reading-pane');
const listPath = location.pathname + location.search;
const listTitle = document.title;
let requests = 0;
let shownURL = null;

const idOf = (url) => new URL(url).pathname.match(/\d+$/)?.[0];
const isOpen = () => document.body.classList.contains('pane-open');

export function openInPane(row) {
  const url = row.querySelector('a').href;
  if (location.href === url) return;
  if (isOpen()) history.replaceState({ ...history.state, beside: url }, '', url);
  else history.pushState({ beside: url, from: location.pathname + location.search }, '', url);
  show(url);
}

async function show(url) {
  const request = ++requests;
  shownURL = url;
  document.body.classList.add('pane-open');
  const id = idOf(url);
  const row = document.getElementById(`s${id}`);
  document.querySelector('.row.open')?.classList.remove('open');
  row?.classList.add('open');
  const stopSkeleton = showSkeletonLater(pane, () => request === requests, 'page');
  // A person has opened it, as on a page of its own.
  const page = await fetchPage(url, { headers: { 'Tidings-Opened': '1' } });
  stopSkeleton();
  if (request !== requests) return;
  const article = page?.querySelector('article.story');
  if (!article) return showError(url);
  // A story with audio or video needs its own page, whose content security policy allows its media.
  if (article.querySelector('audio, video')) { history.replaceState(null, '', listPath); location.href = url; return; }
  const close = closeButton(strings.closeStory, () => history.back());
  const bar = element('div', { className: 'pane-bar' }, close, ...page.querySelectorAll('.top-bar > .title, .story-bar > *'));
  pane.replaceChildren(bar, article);
  followHeading(bar, article.querySelector('h1'), pane);
  // An open panel has the comments of the story before.
  document.querySelector('dialog.drawer.right .close')?.click();
  pane.scrollTop = 0;
  document.title = page.title;
  shown(pane);
  announce(filled(strings.storyOpened, article.querySelector('h1').textContent));
  if (!('keepsUnread' in document.body.dataset)) showMark(id, 'read', true);
  refreshUnread();
}

function showError(url) {
  pane.replaceChildren(errorNote(strings.noStory, async () => {
    await show(url);
    // The button that had the focus is gone.
    (pane.querySelector('.error-note button') ?? pane).focus();
  }));
}

function closePane() {
  requests += 1;
  shownURL = null;
  document.body.classList.remove('pane-open');
  document.querySelector('dialog.drawer.right .close')?.click();
  const row = document.querySelector('.row.open');
  row?.classList.remove('open');
  if (pane.contains(document.activeElement)) row?.querySelector('a').focus({ preventScroll: true });
  pane.replaceChildren(element('p', { className: 'pane-hint' }, strings.chooseStory));
  document.title = listTitle;
}

// The next and previous story open here too, as far as the list shows them.
pane.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-neighbour], .next .row > a:not([data-external], .comments-link)');
  const row = link && document.querySelector(`main .row[data-story="${idOf(link.href)}"]`);
  if (!row || isModified(event)) return;
  event.preventDefault();
  row.scrollIntoView({ block: 'nearest' });
  openInPane(row);
});

addEventListener('popstate', (event) => {
  if (event.state?.beside) { if (event.state.beside !== shownURL) show(event.state.beside); }
  else if (isOpen()) closePane();
});
