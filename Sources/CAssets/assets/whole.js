// Fetches the full text of a truncated story when a user opens it, and replaces the truncated text. Without script a
// button does the same.
import { act, say, toast } from './marks.js';
import { dress } from './lists.js';
import { wordAges } from './time.js';

const article = () => document.querySelector('article.story');
const parts = ['.byline', '.gallery-line', '.picture.hero', '.whole.above', '.text', '.whole.below'];
let isAsking = false;

async function ask(fields, { patience = 20 } = {}) {
  const outcome = await act('whole', fields);
  if (!outcome?.isUnderWay || patience === 0) return outcome;
  await new Promise((resolve) => { setTimeout(resolve, 2000); });
  return ask(fields, { patience: patience - 1 });
}

// Replaces only the changed parts of the page, so that the rest keeps its state.
async function fetchPage(form) {
  const response = await fetch(form.elements.back.value);
  if (!response.ok) return null;
  return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('article.story');
}

function place(fresh) {
  const header = article().querySelector('header');
  const footer = article().querySelector('footer');
  for (const part of parts) {
    const [old, next] = [article().querySelector(part), fresh.querySelector(part)];
    if (old && next) old.replaceWith(next);
    else if (old) old.remove();
    else if (next) (part === '.picture.hero' ? header.after(next) : part === '.gallery-line' ? header.append(next) : part === '.whole.above' ? article().querySelector('.text').before(next) : footer.before(next));
  }
  for (const button of article().querySelectorAll('.acts form[data-act="whole"]')) button.remove();
  for (const link of article().querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  wordAges(article());
  dress(article());
  if (fresh.dataset.gallery) { article().dataset.gallery = fresh.dataset.gallery; import('./gallery.js'); }
}

export async function fetchWhole(form, opened) {
  if (isAsking) return;
  isAsking = true;
  const box = form.closest('.whole.below');
  const words = box?.querySelector('p');
  const was = words?.textContent;
  const button = form.querySelector('button');
  if (words) { words.textContent = `Fetching the whole story from ${box.dataset.host}…`; form.hidden = true; } else button.disabled = true;
  const outcome = await ask({ story: form.elements.story.value, ...(opened ? { opened: 1 } : {}) });
  const fresh = outcome && await fetchPage(form).catch(() => null);
  isAsking = false;
  if (!fresh) {
    if (words) { words.textContent = was; form.hidden = false; } else button.disabled = false;
    return;
  }
  const isHere = fresh.querySelector('.whole.above') !== null;
  if (!isHere && !box) toast(outcome.words);
  // If the user has scrolled down, the new text is offered instead of inserted.
  if (isHere && article().querySelector('.text').getBoundingClientRect().top < -40) return offer(box, fresh);
  place(fresh);
  if (isHere) say('The whole text is here');
}

function offer(box, fresh) {
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = 'Show the whole text';
  button.onclick = () => { place(fresh); article().querySelector('.text').scrollIntoView(); };
  if (!box) return place(fresh);
  box.querySelector('p').textContent = 'The whole text is here.';
  box.querySelector('form').replaceWith(button);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.act !== 'whole') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  fetchWhole(event.target, false);
}, true);

const wanted = document.querySelector('[data-whole="ask"] form');
const begin = () => fetchWhole(wanted, true);
if (wanted && document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else if (wanted) begin();
