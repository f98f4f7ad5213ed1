// Finds words in the comments: marks every match, also in folded comments, which it unfolds on the way.
import { announce, counted, element, filled, icon } from './page.js';
import { coveredTop, detailsOf, goToComment, parentOf, scrollUntilZero } from './thread-navigation.js';

let findForm = null;
export function openFind(box) {
  if (findForm?.isConnected) { findForm.querySelector('input').focus(); return; }
  findForm = element('form', { className: 'thread-find', role: 'search',
    innerHTML: `<input class="input" type="search" aria-label="${strings.findInComments}" placeholder="${strings.findInComments}" autocomplete="off"><output></output><button type="button" class="up" aria-label="${strings.previousResult}">${icon('down')}</button><button class="down" aria-label="${strings.nextResult}">${icon('down')}</button><button type="button" class="close-find" aria-label="${strings.close}">${icon('close')}</button>` });
  (box.querySelector('.thread-notes') ?? box).before(findForm);
  const input = findForm.querySelector('input');
  let timer;
  input.oninput = () => { clearTimeout(timer); timer = setTimeout(() => findAll(box, input.value), 120); };
  findForm.onsubmit = (event) => { event.preventDefault(); showHit(box, 1); };
  findForm.querySelector('.up').onclick = () => showHit(box, -1);
  findForm.querySelector('.close-find').onclick = () => closeFind(box);
  findForm.onkeydown = (event) => {
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); closeFind(box); }
    if (event.key === 'Enter' && event.shiftKey) { event.preventDefault(); showHit(box, -1); }
  };
  input.focus();
}

// More are not marked.
const maxHits = 2000;
let hits = [];
const hitCount = () => `${hits.length}${hits.length < maxHits ? '' : '+'}`;
let hitIndex = -1;
function clear(box) {
  for (const mark of box.querySelectorAll('.comment mark')) { const parent = mark.parentNode; mark.replaceWith(...mark.childNodes); parent.normalize(); }
  hits = [];
  hitIndex = -1;
}
function findAll(box, words) {
  clear(box);
  const query = words.trim().toLocaleLowerCase();
  const output = findForm.querySelector('output');
  if (!query) { output.textContent = ''; return; }
  for (const element of box.querySelectorAll('.comment-text, .comment > .author, .comment summary b')) {
    if (!element.textContent.toLocaleLowerCase().includes(query)) continue;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) highlight(node, query);
  }
  output.textContent = hits.length ? hitCount() : strings.none;
  announce(hits.length ? counted(hits.length, strings.results) : strings.nothingFound);
  if (hits.length) showHit(box, 1, false);
}
function highlight(node, query) {
  let rest = node;
  for (let at = rest.data.toLocaleLowerCase().indexOf(query); at >= 0 && hits.length < maxHits; at = rest.data.toLocaleLowerCase().indexOf(query)) {
    const found = rest.splitText(at);
    rest = found.splitText(query.length);
    const box = document.createElement('mark');
    found.replaceWith(box);
    box.append(found);
    hits.push(box);
  }
}
function showHit(box, by, spoken = true) {
  if (!hits.length) return;
  hits[hitIndex]?.classList.remove('current-match');
  hitIndex = (hitIndex + by + hits.length) % hits.length;
  const mark = hits[hitIndex];
  mark.classList.add('current-match');
  for (let outer = mark.closest('.comment'); outer; outer = parentOf(outer)) { detailsOf(outer).open = true; outer.classList.add('replies-shown'); }
  scrollUntilZero(box, () => mark.getBoundingClientRect().top - coveredTop(box) - 60);
  const place = filled(strings.indexOfCount, hitIndex + 1, hitCount());
  findForm.querySelector('output').textContent = place;
  if (spoken) announce(place);
}
function closeFind(box) {
  const at = hits[hitIndex]?.closest('.comment');
  clear(box);
  findForm.remove();
  findForm = null;
  if (at) goToComment(at); else box.querySelector('[data-find]')?.focus();
}

// After a refresh.
export function findAgain(box) {
  if (findForm?.isConnected) findAll(box, findForm.querySelector('input').value);
}
