// Pages of an edition with a pack. Without script every link loads its page, which has the same parts in the same places.
import { announce, filled, isModified, parsed, shown, toast, whenShown } from './page.js';
import { showOutcome, submitAction } from './actions.js';
import { shareWith } from './story.js';

const beside = matchMedia('(min-width: 768px)');
const split = () => document.querySelector('.guide-split');
let shownPath = location.pathname + location.search;
let isPushed = false;
let requests = 0;

// ---- choices and page side by side: a choice changes the page only
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.guide-choices a[data-opens-in-pane], .guide-split .guide-neighbour[data-neighbour]');
  if (!link || !beside.matches || isModified(event) || event.altKey || event.button) return;
  // An arrow to a page that leads on has other choices.
  const path = link.getAttribute('href');
  if (!choiceOf(path)?.matches('[data-opens-in-pane]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const turnsBack = isPushed || !split().matches('.shows-choices');
  history[turnsBack ? 'replaceState' : 'pushState']({ ...history.state, focus: null }, '', path);
  isPushed = true;
  show(path, true);
}, true);

const choiceOf = (path) => document.querySelector(`.guide-choices a[href="${CSS.escape(path)}"]`);

// A page brings its colours in a sheet that its own policy allows. This page's does not, so that the text of the other is
// parsed without it, and its rules are adopted.
function parse(text) {
  const [sheet, rules] = text.match(/<style data-palette-styles>([^<]*)<\/style>/) ?? ['', ''];
  return [parsed(text.replace(sheet, '')), rules];
}

function adoptColours(page, rules) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.slice(-7), sheet];
  document.body.dataset.palette = page.body.dataset.palette;
}

async function show(path, isChoice) {
  shownPath = path;
  const request = ++requests;
  // It counts as the reader's last page. A silent network is left to the worker, which has what was taken along.
  const response = await fetch(path, { headers: { 'Tidings-Shown-Again': '1' }, signal: AbortSignal.timeout(5000) }).catch(() => null);
  const html = response?.ok && await response.text().catch(() => null);
  const [page, rules] = html ? parse(html) : [];
  if (request !== requests) return;
  const [was, is] = [split(), page?.querySelector('.guide-split')];
  if (!is) { location.assign(path); return; }
  adoptColours(page, rules);
  if (isChoice) {
    was.className = is.className;
    was.querySelector('.guide-choices > .guide-actions')?.remove();
    was.querySelector('.guide-pane').replaceWith(is.querySelector('.guide-pane'));
    markChoice(path);
  } else was.replaceWith(is);
  document.title = page.title;
  const [bar, title] = [document.querySelector('.top-bar > .title'), page.querySelector('.top-bar > .title')];
  if (bar && title) bar.textContent = title.textContent;
  const [button, its] = [document, page].map((one) => one.querySelector('.top-bar .guide-favourite'));
  button?.remove();
  if (its) document.querySelector('.top-bar > .right').prepend(its);
  shown(split());
  scrollTo({ top: 0, behavior: 'instant' });
  announce(split().querySelector('.guide-page :is(h1, h2)')?.textContent ?? '');
}

function markChoice(path) {
  for (const link of document.querySelectorAll('.guide-choices [aria-current]')) link.removeAttribute('aria-current');
  const choices = document.querySelector('.guide-choices');
  choiceOf(path)?.setAttribute('aria-current', 'page');
  choiceOf(path)?.scrollIntoView({ block: 'nearest' });
  if (choices.hidePopover && choices.matches(':popover-open')) choices.hidePopover();
}

addEventListener('popstate', () => {
  const path = location.pathname + location.search;
  if (path === shownPath || !split()) return;
  isPushed = false;
  show(path, false);
});

// ---- favourites: taking off the open one renews the list and the page beside it
document.addEventListener('submit', async (event) => {
  const form = event.target.closest('.guide-split[data-favourites-path] form[data-action="set-mark"], body:has(.guide-split[data-favourites-path]) .guide-favourite');
  if (!form || !beside.matches) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const outcome = await submitAction('set-mark', new URLSearchParams(new FormData(form)));
  if (!outcome) return;
  const path = split().dataset.favouritesPath;
  history.replaceState(history.state, '', path);
  await show(path, false);
  showOutcome(outcome, () => show(path, false));
}, true);

// ---- sharing a page that has no address: its words
whenShown((root) => {
  for (const button of root.querySelectorAll('[data-share-without-link]')) button.hidden = !(navigator.share || navigator.clipboard);
});
async function shareWords({ title, shareText }) {
  if (navigator.share) return navigator.share({ title, text: shareText });
  await navigator.clipboard.writeText(shareText);
  toast(strings.copied);
}
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-share-without-link]');
  if (button) shareWith({ ...button.closest('[data-title]').dataset }, shareWords);
});

// ---- links to the world need a network
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.external-link');
  if (!link || navigator.onLine) return;
  event.preventDefault();
  toast(filled(strings.outsideGuide, new URL(link.href).host));
});
