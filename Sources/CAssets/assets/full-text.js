// Fetches the full text of a truncated story when a user opens it, and replaces the truncated text. Without script a
// button does the same.
import { announce, element, fetchPage, filled, shown, toast, whenVisited } from './page.js';
import { submitAction } from './actions.js';

const article = () => document.querySelector('article.story');
const parts = ['.byline', '.standfirst', '.gallery-text-link', '.picture.hero', '.full-text-status.above', '.text', '.full-text-status.below'];
// The article whose full text is being fetched: beside a list another story may take its place.
let fetching = null;

async function requestFullText(fields, { patience = 20 } = {}) {
  const outcome = await submitAction('full-text', fields);
  if (!outcome?.isUnderWay || patience === 0) return outcome;
  await new Promise((resolve) => { setTimeout(resolve, 2000); });
  return requestFullText(fields, { patience: patience - 1 });
}

// Replaces only the changed parts of the page, so that the rest keeps its state.
function replaceParts(fresh) {
  const header = article().querySelector('header');
  const footer = article().querySelector('footer');
  for (const part of parts) {
    const [old, next] = [article().querySelector(part), fresh.querySelector(part)];
    if (old && next) old.replaceWith(next);
    else if (old) old.remove();
    else if (next) (part === '.picture.hero' ? header.after(next) : part === '.standfirst' ? header.querySelector('.byline').after(next) : part === '.gallery-text-link' ? header.append(next) : part === '.full-text-status.above' ? article().querySelector('.text').before(next) : footer.before(next));
  }
  for (const button of article().querySelectorAll('.form-actions form[data-action="full-text"]')) button.remove();
  shown(article());
  if (fresh.dataset.gallery) { article().dataset.gallery = fresh.dataset.gallery; import('./gallery.js'); }
}

async function fetchFullText(form, opened) {
  const shown = article();
  if (fetching === shown) return;
  fetching = shown;
  const notice = form.closest('.full-text-status.below');
  const message = notice?.querySelector('p');
  const previousMessage = message?.textContent;
  const button = form.querySelector('button');
  form.closest('dialog.sheet')?.close();
  if (message) { message.textContent = filled(strings.loadingFullText, notice.dataset.host); form.hidden = true; } else button.disabled = true;
  const outcome = await requestFullText({ story: form.elements.story.value, ...(opened ? { opened: 1 } : {}) });
  const page = outcome && await fetchPage(form.elements.back.value);
  const fresh = page?.querySelector('article.story');
  if (fetching === shown) fetching = null;
  if (article() !== shown) return;
  if (!fresh) {
    if (message) { message.textContent = previousMessage; form.hidden = false; } else button.disabled = false;
    return;
  }
  const isComplete = fresh.querySelector('.full-text-status.above') !== null;
  if (!isComplete && !notice) toast(outcome.words);
  // If the user has scrolled down, the new text is offered instead of inserted.
  if (isComplete && article().querySelector('.text').getBoundingClientRect().top < -40) return offerFullText(notice, fresh);
  replaceParts(fresh);
  if (isComplete) announce(strings.fullTextLoaded);
}

function offerFullText(notice, fresh) {
  if (!notice) return replaceParts(fresh);
  const show = () => { replaceParts(fresh); article().querySelector('.text').scrollIntoView(); };
  notice.querySelector('p').textContent = strings.fullTextWaits;
  notice.querySelector('form').replaceWith(element('button', { className: 'button', onclick: show }, strings.showFullText));
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.action !== 'full-text') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  fetchFullText(event.target, false);
}, true);

const autoForm = document.querySelector('[data-full-text-fetch="ask"] form');
if (autoForm) whenVisited(() => fetchFullText(autoForm, true));
