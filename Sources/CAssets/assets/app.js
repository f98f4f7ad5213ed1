// Entry script of every page. All pages also work without script.
import { updateTimes } from './time.js';
import { prepareImages, rows, observeRows } from './lists.js';
import { prepareReadingSheet } from './sheets.js';
import './shortcuts.js';
import { useBackTransition } from './navigation.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

updateTimes();
setInterval(() => updateTimes(), 20000);
if (document.querySelector('[data-status]')) import('./live.js');
prepareImages();
observeRows(rows());
if (document.getElementById('sheet-reading')) prepareReadingSheet(document);

// The bar has a border once content is scrolled beneath it.
const top = document.querySelector('.top');
const heading = document.querySelector('main h1:not(.visually-hidden)');
const updateBar = () => {
  top.classList.toggle('scrolled', scrollY > 4);
  // A page that starts with its own large title does not repeat it in the bar.
  if (heading) top.classList.toggle('at-top', heading.getBoundingClientRect().bottom > 44);
};
addEventListener('scroll', updateBar, { passive: true });
updateBar();

// Back uses the browser's history if the previous entry is a page of this app, so that the scroll position is kept.
document.querySelector('[data-back]')?.addEventListener('click', (event) => {
  const from = document.referrer ? new URL(document.referrer) : null;
  const isFromThere = from && from.pathname === new URL(event.currentTarget.href).pathname && history.length > 1;
  if (!isFromThere || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  useBackTransition();
  history.back();
});

// Modules that the page's markup calls for.
if (document.querySelector('[data-talk]')) import('./comment-counts.js');
if (document.querySelector('form[data-act="whole"]')) import('./full-text.js');

// Links of a text that are not rewritten to linked pages open in a new tab.
for (const link of document.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';

// Sharing, copying and click-to-load images of a story.
import './story.js';
// Modules that only some pages need are imported on demand; gestures only on touch devices.
if (matchMedia('(any-pointer: coarse)').matches) import('./gestures.js');
const twoPanes = matchMedia('(min-width: 1024px)');
document.addEventListener('click', async (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented || !event.target.closest) return;
  const search = event.target.closest('[data-search]');
  if (search) {
    event.preventDefault();
    (await import('./search-overlay.js')).openSearch(search.getAttribute('href'));
    return;
  }
  const opener = event.target.closest('[data-panel]');
  if (opener) {
    event.preventDefault();
    (await import('./panels.js')).openPanel(opener);
    return;
  }
  const row = event.target.closest('.two-panes main [data-list] .row');
  if (row && twoPanes.matches && event.target.closest('a:not([data-outside])')) {
    event.preventDefault();
    (await import('./reading-pane.js')).openInPane(row);
  }
});
if (document.querySelector('main .search-bar')) import('./search-overlay.js').then((overlay) => overlay.prepareSearchPage());

// Hides the top bar while scrolling down and shows it again when scrolling up, if the edition says so.
if ('retreat' in document.body.dataset) {
  let last = scrollY;
  addEventListener('scroll', () => {
    const by = scrollY - last;
    if (Math.abs(by) < 8) return;
    last = scrollY;
    document.body.classList.toggle('bars-hidden', by > 0 && scrollY > 120);
  }, { passive: true });
}
