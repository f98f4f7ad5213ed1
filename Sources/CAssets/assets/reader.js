// Two panes on wide screens: a row opens its story beside the list, which does not scroll. The URL is the story's, so
// that a reload or a shared link shows its page.
import { act, say, showMark } from './marks.js';
import { dress } from './lists.js';
import { wordAges } from './time.js';
import { prepareStory } from './story.js';

const reader = document.getElementById('reader');
const list = location.pathname + location.search;
const title = document.title;
let asked = 0;
let shown = null;

export const isOpen = () => document.body.classList.contains('reading-beside');

export function openBeside(row) {
  const address = row.querySelector('a').href;
  if (location.href === address) return;
  if (isOpen()) history.replaceState({ ...history.state, beside: address }, '', address);
  else history.pushState({ beside: address, from: location.pathname + location.search }, '', address);
  show(address);
}

async function show(address) {
  const turn = ++asked;
  shown = address;
  document.body.classList.add('reading-beside');
  const id = new URL(address).pathname.match(/\d+$/)?.[0];
  const row = document.getElementById(`s${id}`);
  document.querySelector('.row.open')?.classList.remove('open');
  row?.classList.add('open');
  const late = setTimeout(() => { reader.innerHTML = '<div class="skeleton page" aria-hidden="true"><i></i><i></i><i></i><i></i></div>'; }, 300);
  const text = await fetch(address).then((response) => (response.ok ? response.text() : null), () => null);
  clearTimeout(late);
  if (turn !== asked) return;
  const page = text && new DOMParser().parseFromString(text, 'text/html');
  const article = page?.querySelector('article.story');
  if (!article) return sorry(address);
  // A story with audio or video needs its own page, whose content security policy allows its media.
  if (article.querySelector('audio, video')) { history.replaceState(null, '', list); location.href = address; return; }
  const bar = document.createElement('div');
  bar.className = 'reader-bar';
  bar.append(...page.querySelectorAll('.top .right > *'));
  reader.replaceChildren(bar, article);
  reader.scrollTop = 0;
  document.title = page.title;
  wordAges(reader);
  dress(reader);
  prepareStory(reader);
  for (const link of article.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  if (reader.querySelector('form[data-act="whole"]')) import('./whole.js');
  say(`Opened: ${article.querySelector('h1').textContent}`);
  showMark(id, 'read', true);
  act('open', { story: id });
}

function sorry(address) {
  reader.innerHTML = '<div class="sorry" role="alert"><p>The story could not be shown. Tidings itself did not answer.</p><button class="button">Try again</button></div>';
  reader.querySelector('button').onclick = () => show(address);
}

function clear() {
  asked += 1;
  shown = null;
  document.body.classList.remove('reading-beside');
  document.querySelector('.row.open')?.classList.remove('open');
  const hint = document.createElement('p');
  hint.className = 'unchosen';
  hint.textContent = 'Choose a story, and it opens here.';
  reader.replaceChildren(hint);
  document.title = title;
}

addEventListener('popstate', (event) => {
  if (event.state?.beside) { if (event.state.beside !== shown) show(event.state.beside); }
  else if (isOpen()) clear();
});
