// Two panes on wide screens: a row opens its story beside the list, which does not scroll. The URL is the story's, so
// that a reload or a shared link shows its page.
import { submitAction, announce, showMark } from './actions.js';
import { prepareImages } from './lists.js';
import { updateTimes } from './time.js';
import { prepareStory } from './story.js';

const pane = document.getElementById('reader');
const listPath = location.pathname + location.search;
const listTitle = document.title;
let requests = 0;
let shownURL = null;

export const isOpen = () => document.body.classList.contains('reading-beside');

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
  document.body.classList.add('reading-beside');
  const id = new URL(url).pathname.match(/\d+$/)?.[0];
  const row = document.getElementById(`s${id}`);
  document.querySelector('.row.open')?.classList.remove('open');
  row?.classList.add('open');
  const skeletonTimer = setTimeout(() => { pane.innerHTML = '<div class="skeleton page" aria-hidden="true"><i></i><i></i><i></i><i></i></div>'; }, 300);
  const text = await fetch(url).then((response) => (response.ok ? response.text() : null), () => null);
  clearTimeout(skeletonTimer);
  if (request !== requests) return;
  const page = text && new DOMParser().parseFromString(text, 'text/html');
  const article = page?.querySelector('article.story');
  if (!article) return showError(url);
  // A story with audio or video needs its own page, whose content security policy allows its media.
  if (article.querySelector('audio, video')) { history.replaceState(null, '', listPath); location.href = url; return; }
  const bar = document.createElement('div');
  bar.className = 'reader-bar';
  bar.append(...page.querySelectorAll('.top .right > *'));
  pane.replaceChildren(bar, article);
  pane.scrollTop = 0;
  document.title = page.title;
  updateTimes(pane);
  prepareImages(pane);
  prepareStory(pane);
  for (const link of article.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  if (pane.querySelector('form[data-act="whole"]')) import('./full-text.js');
  announce(`Opened: ${article.querySelector('h1').textContent}`);
  showMark(id, 'read', true);
  submitAction('open', { story: id });
}

function showError(url) {
  pane.innerHTML = '<div class="error-note" role="alert"><p>The story could not be shown. Tidings itself did not answer.</p><button class="button">Try again</button></div>';
  pane.querySelector('button').onclick = () => show(url);
}

function closePane() {
  requests += 1;
  shownURL = null;
  document.body.classList.remove('reading-beside');
  document.querySelector('.row.open')?.classList.remove('open');
  const hint = document.createElement('p');
  hint.className = 'pane-hint';
  hint.textContent = 'Choose a story, and it opens here.';
  pane.replaceChildren(hint);
  document.title = listTitle;
}

addEventListener('popstate', (event) => {
  if (event.state?.beside) { if (event.state.beside !== shownURL) show(event.state.beside); }
  else if (isOpen()) closePane();
});
