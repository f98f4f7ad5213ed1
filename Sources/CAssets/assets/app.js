// Entry script of every page. All pages also work without script.
import { wordAges } from './time.js';
import { dress, rows, watch } from './lists.js';
import { prepareReading } from './sheets.js';
import './keys.js';
import { backward } from './going.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

wordAges();
setInterval(() => wordAges(), 20000);
if (document.querySelector('[data-status]')) import('./live.js');
dress();
watch(rows());
if (document.getElementById('sheet-reading')) prepareReading(document);

// The bar has a border once content is scrolled beneath it.
const top = document.querySelector('.top');
const heading = document.querySelector('main h1:not(.spoken)');
const lift = () => {
  top.classList.toggle('lifted', scrollY > 4);
  // A page that starts with its own large title does not repeat it in the bar.
  if (heading) top.classList.toggle('at-top', heading.getBoundingClientRect().bottom > 44);
};
addEventListener('scroll', lift, { passive: true });
lift();

// Back uses the browser's history if the previous entry is a page of this app, so that the scroll position is kept.
document.querySelector('[data-back]')?.addEventListener('click', (event) => {
  const from = document.referrer ? new URL(document.referrer) : null;
  const came = from && from.pathname === new URL(event.currentTarget.href).pathname && history.length > 1;
  if (!came || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  backward();
  history.back();
});

// Modules that the page's markup calls for.
if (document.querySelector('[data-talk]')) import('./counts.js');
if (document.querySelector('form[data-act="whole"]')) import('./whole.js');

// Links of a text that are not rewritten to linked pages open in a new tab.
for (const link of document.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';

// Sharing, copying and click-to-load images of a story.
import './story.js';
// Modules that only some pages need are imported on demand; gestures only on touch devices.
if (matchMedia('(any-pointer: coarse)').matches) import('./gestures.js');
const roomy = matchMedia('(min-width: 1024px)');
document.addEventListener('click', async (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented || !event.target.closest) return;
  const search = event.target.closest('[data-search]');
  if (search) {
    event.preventDefault();
    (await import('./finding.js')).openSearch(search.getAttribute('href'));
    return;
  }
  const opener = event.target.closest('[data-panel]');
  if (opener) {
    event.preventDefault();
    (await import('./panels.js')).open(opener);
    return;
  }
  const row = event.target.closest('.two-panes main [data-list] .row');
  if (row && roomy.matches && event.target.closest('a:not([data-outside])')) {
    event.preventDefault();
    (await import('./reader.js')).openBeside(row);
  }
});
if (document.querySelector('main .search-bar')) import('./finding.js').then((finding) => finding.watchPage());

// Hides the top bar while scrolling down and shows it again when scrolling up, if the edition says so.
if ('retreat' in document.body.dataset) {
  let last = scrollY;
  addEventListener('scroll', () => {
    const by = scrollY - last;
    if (Math.abs(by) < 8) return;
    last = scrollY;
    document.body.classList.toggle('bars-away', by > 0 && scrollY > 120);
  }, { passive: true });
}
