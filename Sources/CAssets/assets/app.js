// Entry script of every page. All pages also work without script.
import { isModified } from './page.js';
import { updateTimes } from './time.js';
import { rows, observeRows } from './lists.js';
import './sheets.js';
import { followHeading } from './navigation.js';
// Sharing, copying and click-to-load images of a story.
import './story.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

// The files of the styles that a first visit has in its page apply once they are there.
for (const link of document.querySelectorAll('link[media=print]')) {
  const apply = () => { link.media = ''; };
  if (link.sheet) apply(); else link.onload = apply;
}

setInterval(() => updateTimes(), 20000);
if (document.querySelector('[data-status]')) {
  import('./live.js');
  // What is kept for later has time.
  setTimeout(() => import('./keep.js').then(({ keepOrOffer }) => keepOrOffer()), 5000);
}
// What other devices do has time until the page stands, and is no loss where the network has gone meanwhile.
if (document.querySelector('main [data-story], [data-unread-list]')) addEventListener('load', () => setTimeout(() => import('./live-marks.js').catch(() => {}), 1000));
observeRows(rows());

// The bar has a border once content is scrolled beneath it.
const top = document.querySelector('.top-bar');
const updateBar = () => top.classList.toggle('scrolled', scrollY > 4);
addEventListener('scroll', updateBar, { passive: true });
updateBar();
followHeading(top, document.querySelector('main h1:not(.visually-hidden)'));

// Modules that the page's markup calls for.
if (document.querySelector('[data-comments]')) import('./comment-counts.js');

// Modules that only some pages need are imported on demand: gestures where there is touch, shortcuts where there may be a
// keyboard, else with the first key. A key waits for them.
if (matchMedia('(any-pointer: coarse)').matches) import('./panels.js');
let shortcuts = null;
const loadShortcuts = () => (shortcuts ??= import('./shortcuts.js').then(({ handleKey }) => {
  document.removeEventListener('keydown', handleEarlyKey);
  document.addEventListener('keydown', handleKey);
  return handleKey;
  // Where it cannot be loaded, the next key tries again.
}, () => { shortcuts = null; return () => {}; }));
const handleEarlyKey = async (event) => (await loadShortcuts())(event);
document.addEventListener('keydown', handleEarlyKey);
// After `/` follow the words that are sought, which else would be shortcuts.
if (matchMedia('(any-pointer: fine)').matches) {
  loadShortcuts().then(() => document.querySelector('[data-search-label]') && import('./search-overlay.js').catch(() => {}));
}
const twoPanes = matchMedia('(min-width: 1024px)');
// Opens in place by a module of its own; where that cannot be loaded, the link is followed.
async function open(event, link, module, show) {
  event.preventDefault();
  const loaded = await module.catch(() => null);
  if (loaded) show(loaded); else if (link.href) location.assign(link.href);
}
document.addEventListener('click', (event) => {
  if (isModified(event) || event.defaultPrevented || !event.target.closest) return undefined;
  const search = event.target.closest('[data-search-label]');
  if (search) return open(event, search, import('./search-overlay.js'), ({ openSearch }) => openSearch(search.getAttribute('href')));
  const opener = event.target.closest('[data-panel]');
  if (opener) {
    opener.closest('dialog.sheet')?.close();
    return open(event, opener, import('./panels.js'), ({ openPanel }) => openPanel(opener));
  }
  const link = event.target.closest('.two-panes main [data-list] .row > a:not([data-external], .comments-link)');
  return link && twoPanes.matches && open(event, link, import('./reading-pane.js'), ({ openInPane }) => openInPane(link.parentElement));
});
if (document.querySelector('main .search-bar')) import(history.state?.finding ? './search-restored.js' : './search-page.js');

if ('hidesOnScroll' in document.body.dataset) import('./hiding-bar.js');
