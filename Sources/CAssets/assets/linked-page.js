// A linked page: fetched after the page's frame is shown, with its own history buttons.
import { announce, fetchPage, filled, shown, toast, whenVisited } from './page.js';

const article = () => document.querySelector('article.external');

// Index of this page among linked pages opened from one another, from 0, and their number: browsers expose neither.
let { hop: pageIndex } = history.state ?? {};
if (pageIndex === undefined) {
  pageIndex = Number(sessionStorage.getItem('hop') ?? 0);
  sessionStorage.removeItem('hop');
  sessionStorage.setItem('hops', pageIndex);
  history.replaceState({ ...history.state, hop: pageIndex }, '');
}
function updateHistoryButtons() {
  for (const button of article().querySelectorAll('[data-history-step]')) {
    const to = pageIndex + Number(button.dataset.historyStep);
    button.hidden = false;
    button.disabled = to < 0 || to > Number(sessionStorage.getItem('hops') ?? pageIndex);
  }
}
addEventListener('pageshow', updateHistoryButtons);
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-history-step]');
  if (button) history.go(Number(button.dataset.historyStep));
}, true);

// Replaces the article, and the title in the bar and of the document.
function replaceArticle(newPage, { quietly = false } = {}) {
  const next = newPage.querySelector('article.external');
  if (!next) return false;
  // The bar observes the existing heading element, so it is kept.
  const [heading, newHeading] = [article().querySelector('h1'), next.querySelector('h1')];
  heading.textContent = newHeading.textContent;
  for (const name of ['lang', 'dir']) heading.setAttribute(name, newHeading.getAttribute(name) ?? '');
  newHeading.replaceWith(heading);
  article().replaceWith(next);
  document.title = newPage.title;
  const [bar, title] = [document.querySelector('.top-bar .title'), newPage.querySelector('.top-bar .title')];
  if (bar && title) bar.textContent = title.textContent;
  updateHistoryButtons();
  shown(next);
  const anchor = location.hash && document.getElementById(location.hash.slice(1));
  if (anchor) anchor.scrollIntoView();
  // An alert announces itself.
  if (!quietly && !next.querySelector('[role=alert]')) announce(next.querySelector('.linked-page-note p')?.textContent ?? filled(strings.pageLoaded, next.dataset.title));
  return true;
}

const send = (form) => fetchPage(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });

async function load(form) {
  const note = article().querySelector('.linked-page-note.loading');
  const skeleton = note?.querySelector('.skeleton');
  const skeletonTimer = setTimeout(() => { if (skeleton) skeleton.hidden = false; }, 300);
  const button = form.querySelector('button');
  button.disabled = true;
  if (note) form.hidden = true;
  const newPage = await send(form);
  clearTimeout(skeletonTimer);
  if (newPage && replaceArticle(newPage)) return;
  button.disabled = false;
  form.hidden = false;
  if (skeleton) skeleton.hidden = true;
  toast(strings.noAnswer);
}

// A stored page is revalidated in the background; if the user has scrolled, new content is announced, not inserted.
async function revalidate(form) {
  const oldText = article().querySelector('.text')?.textContent;
  const newPage = await send(form);
  if (!newPage || !article()) return;
  if (newPage.querySelector('article.external .text')?.textContent === oldText || scrollY < 80) replaceArticle(newPage, { quietly: true });
  else toast(strings.linkedPageChanged);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.action !== 'linked-page') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  load(event.target);
}, true);

function start() {
  const { loadAction: task } = article().dataset;
  const form = article().querySelector('form[data-action="linked-page"]');
  if (!form) return;
  if (task === 'ask' || task === 'wait') load(form);
  else if (task === 'renew') revalidate(form);
}
whenVisited(start);
