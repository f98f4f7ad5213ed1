// Two panes on wide screens: a row opens its story beside the list, which does not scroll. The URL is the story's, so
// that a reload or a shared link shows its page.
import { submitAction, announce, refreshUnread, showMark } from './actions.js';
import { prepareImages } from './lists.js';
import { followHeading } from './navigation.js';
import { showSkeletonLater } from './sheets.js';
import { updateTimes } from './time.js';
import { prepareStory } from './story.js';

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
  const text = await fetch(url).then((response) => (response.ok ? response.text() : null), () => null);
  stopSkeleton();
  if (request !== requests) return;
  const page = text && new DOMParser().parseFromString(text, 'text/html');
  const article = page?.querySelector('article.story');
  if (!article) return showError(url);
  // A story with audio or video needs its own page, whose content security policy allows its media.
  if (article.querySelector('audio, video')) { history.replaceState(null, '', listPath); location.href = url; return; }
  const bar = document.createElement('div');
  bar.className = 'pane-bar';
  const close = document.createElement('button');
  close.className = 'icon-button close';
  close.setAttribute('aria-label', 'Close the story');
  close.innerHTML = document.querySelector('.icon').outerHTML.replace(/#[\w-]+"/, '#close"');
  close.onclick = () => history.back();
  bar.append(close, ...page.querySelectorAll('.top-bar > .title, .story-bar > *'));
  pane.replaceChildren(bar, article);
  followHeading(bar, article.querySelector('h1'), pane);
  // An open panel has the comments of the story before.
  document.querySelector('dialog.drawer.right .close')?.click();
  pane.scrollTop = 0;
  document.title = page.title;
  updateTimes(pane);
  prepareImages(pane);
  prepareStory(pane);
  for (const link of article.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  announce(`Opened: ${article.querySelector('h1').textContent}`);
  if (!('keepsUnread' in document.body.dataset)) showMark(id, 'read', true);
  submitAction('open-story', { story: id }).then(refreshUnread);
}

function showError(url) {
  pane.innerHTML = '<div class="error-note" role="alert"><p>The story could not be shown. Tidings did not respond.</p><button class="button">Try again</button></div>';
  pane.querySelector('button').onclick = async () => {
    await show(url);
    // The button that had the focus is gone.
    (pane.querySelector('.error-note button') ?? pane).focus();
  };
}

function closePane() {
  requests += 1;
  shownURL = null;
  document.body.classList.remove('pane-open');
  document.querySelector('dialog.drawer.right .close')?.click();
  const row = document.querySelector('.row.open');
  row?.classList.remove('open');
  if (pane.contains(document.activeElement)) row?.querySelector('a').focus({ preventScroll: true });
  pane.innerHTML = '<p class="pane-hint">Choose a story to read it here.</p>';
  document.title = listTitle;
}

// The next and previous story open here too, as far as the list shows them.
pane.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-neighbour], .next .row > a:not([data-external])');
  const row = link && document.querySelector(`main .row[data-story="${idOf(link.href)}"]`);
  if (!row || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  row.scrollIntoView({ block: 'nearest' });
  openInPane(row);
});

addEventListener('popstate', (event) => {
  if (event.state?.beside) { if (event.state.beside !== shownURL) show(event.state.beside); }
  else if (isOpen()) closePane();
});
