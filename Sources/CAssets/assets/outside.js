// A linked page: fetched after the page's frame is shown, with its own history buttons.
import { say, toast } from './marks.js';
import { dress } from './lists.js';
import { wordAges } from './time.js';
import { prepareStory } from './story.js';

const article = () => document.querySelector('article.outside');

// Index of this page among linked pages opened from one another, from 0, and their number: browsers expose neither.
let { hop } = history.state ?? {};
if (hop === undefined) {
  const [from, number] = JSON.parse(sessionStorage.getItem('hop') ?? 'null') ?? [null, 0];
  sessionStorage.removeItem('hop');
  hop = number;
  sessionStorage.setItem('hops', hop);
  history.replaceState({ ...history.state, hop, came: from !== null }, '');
}
function showHops() {
  for (const button of article().querySelectorAll('[data-hop]')) {
    const to = hop + Number(button.dataset.hop);
    button.hidden = false;
    button.disabled = to < 0 || to > Number(sessionStorage.getItem('hops') ?? hop);
  }
}
addEventListener('pageshow', showHops);
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-hop]');
  if (button) history.go(Number(button.dataset.hop));
  // Back leads to the page where the first of them was opened.
  const back = event.target.closest?.('[data-back]');
  if (!back || !history.state?.came || history.length <= hop + 1 || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  history.go(-hop - 1);
}, true);

// Replaces the article, and the title in the bar and of the document.
function place(fresh, { quietly = false } = {}) {
  const next = fresh.querySelector('article.outside');
  if (!next) return false;
  // The bar observes the existing heading element, so it is kept.
  const [heading, said] = [article().querySelector('h1'), next.querySelector('h1')];
  heading.textContent = said.textContent;
  for (const name of ['lang', 'dir']) heading.setAttribute(name, said.getAttribute(name) ?? '');
  said.replaceWith(heading);
  article().replaceWith(next);
  document.title = fresh.title;
  const [bar, title] = [document.querySelector('.top .title'), fresh.querySelector('.top .title')];
  if (bar && title) bar.textContent = title.textContent;
  showHops();
  wordAges(next);
  dress(next);
  prepareStory(next);
  for (const link of next.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  const anchor = location.hash && document.getElementById(location.hash.slice(1));
  if (anchor) anchor.scrollIntoView();
  if (!quietly) say(next.querySelector('.outside-note p')?.textContent ?? `${next.dataset.title} is here`);
  return true;
}

async function ask(form) {
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

async function load(form) {
  const note = article().querySelector('.outside-note.loading');
  const bones = note?.querySelector('.skeleton');
  const late = setTimeout(() => { if (bones) bones.hidden = false; }, 300);
  const button = form.querySelector('button');
  button.disabled = true;
  if (note) form.hidden = true;
  const fresh = await ask(form);
  clearTimeout(late);
  if (fresh && place(fresh)) return;
  button.disabled = false;
  form.hidden = false;
  if (bones) bones.hidden = true;
  toast('Tidings itself did not answer.');
}

// A stored page is revalidated in the background; if the user has scrolled, new content is announced, not inserted.
async function renew(form) {
  const was = article().querySelector('.text')?.textContent;
  const fresh = await ask(form);
  if (!fresh || !article()) return;
  if (fresh.querySelector('article.outside .text')?.textContent === was || scrollY < 80) place(fresh, { quietly: true });
  else toast('The page has changed since. It shows when you open it again.');
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.act !== 'outside') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  load(event.target);
}, true);

function begin() {
  const { deed } = article().dataset;
  const form = article().querySelector('form[data-act="outside"]');
  if (!form) return;
  if (deed === 'ask' || deed === 'wait') load(form);
  else if (deed === 'renew') renew(form);
}
if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
