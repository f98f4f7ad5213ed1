// Lists: row selection, load more in place, mark read on scroll.
import { announce, counted, element, fetchPage, isModified, listRoot, moveFocus, pathTo, shown, toast, whenShown } from './page.js';
import { refreshUnread, showOutcome, showRead, submitAction } from './actions.js';

export const rows = () => [...listRoot().querySelectorAll('.row[data-story]')];
export const selectedRow = () => document.querySelector('.row.selected');

export function selectRow(row) {
  selectedRow()?.classList.remove('selected');
  if (!row) return;
  row.classList.add('selected');
  const rect = row.getBoundingClientRect();
  if (rect.top < 110 || rect.bottom > innerHeight - 60) row.scrollIntoView({ block: 'center' });
  row.querySelector('a')?.focus({ preventScroll: true });
}

export function selectNext(by, matches = () => true) {
  const all = rows();
  let index = all.indexOf(selectedRow());
  if (index < 0) index = by > 0 ? all.findIndex((row) => row.getBoundingClientRect().bottom > 110) - 1 : all.length;
  for (index += by; index >= 0 && index < all.length; index += by) if (matches(all[index])) return selectRow(all[index]);
  if (by > 0) listRoot().querySelector('[data-more]')?.click();
}

// Load more appends the next rows and updates the depth in the URL. At the end of the stored stories it submits a
// form, which fetches from the origin.
document.addEventListener('click', async (event) => {
  const more = event.target.closest?.('[data-more]');
  if (!more || isModified(event)) return;
  event.preventDefault();
  if (more.getAttribute('aria-disabled')) return;
  more.setAttribute('aria-disabled', 'true');
  const was = document.activeElement;
  const label = more.textContent;
  more.textContent = strings.loadingMore;
  announce(more.textContent);
  const restore = () => {
    more.removeAttribute('aria-disabled');
    more.textContent = label;
  };
  let href = more.href;
  if (more.form) {
    const outcome = await submitAction(more.form.dataset.action, new URLSearchParams(new FormData(more.form)));
    if (!outcome) return restore();
    href = outcome.go;
  }
  const page = await fetchPage(href);
  // What was typed meanwhile, or Back, shows another list.
  if (!more.isConnected) return undefined;
  if (page) return showMore(more, page, new URL(href, location.href), was);
  restore();
  toast(strings.noMoreLoaded);
});

let emptyPages = 0;
function showMore(more, page, url, was) {
  const container = more.closest('dialog, main');
  const list = container.querySelector('[data-list]');
  const newRows = rowsToAppend(list, [...page.querySelectorAll('[data-list] > .row')]);
  if (container.matches('dialog')) newRows.forEach((row) => row.removeAttribute('id'));
  list.append(...newRows);
  shown(list);
  const next = page.querySelector('[data-more], main .list-end');
  more.closest('.more').replaceWith(...(next ? [next.closest('.more') ?? next] : []));
  const path = url.pathname + url.search;
  const state = history.state ?? {};
  // A list beneath a search or beside a story has no address now.
  if (!state.beside && Boolean(state.finding) === container.matches('dialog')) history.replaceState(state.finding ? { ...state, finding: path } : state, '', path);
  announce(counted(newRows.length, strings.moreStories));
  // If a page from the origin contains only known stories, the next one is fetched, up to three times.
  emptyPages = newRows.length ? 0 : emptyPages + 1;
  if (emptyPages && emptyPages < 4) container.querySelector('[data-more]')?.click();
  moveFocus(was, newRows[0]?.querySelector('a'));
  observeRows(newRows);
}

// The rows to append after the present ones; newer stories above are announced at the top instead.
export function rowsToAppend(list, rows) {
  const known = new Set([...list.children].map((row) => row.dataset.story));
  // In a search, new local results may lie between present rows.
  const from = list.dataset.list === 'search' ? 0 : rows.findLastIndex((row) => known.has(row.dataset.story)) + 1;
  return rows.slice(from).filter((row) => !known.has(row.dataset.story));
}

// Marks a story opened whose link leaves the app in a new tab.
document.addEventListener('click', (event) => {
  const row = event.target.closest?.('a[data-external]')?.closest('.row[data-story]');
  if (!row) return;
  submitAction('open-story', { story: row.dataset.story }).then(refreshUnread);
  if (row.classList.contains('unread') && !('keepsUnread' in document.body.dataset)) showRead(row, true);
});

// Images have the colour of their mean until they are loaded; a failed one keeps it.
whenShown((root) => {
  for (const image of root.querySelectorAll('img.site-icon')) {
    const showLetter = () => {
      // A second call may have replaced it before its error event arrives.
      if (!image.parentElement) return;
      const name = (image.parentElement.querySelector('.name, h1') ?? image.parentElement).textContent;
      image.replaceWith(element('span', { className: 'site-icon letter', ariaHidden: true }, name.match(/[\p{L}\p{N}]/u)?.[0] ?? '·'));
    };
    if (image.complete && !image.naturalWidth) showLetter(); else image.addEventListener('error', showLetter, { once: true });
  }
  for (const image of root.querySelectorAll('.row-image, .lead-image, .source-logo, .picture img, .text img')) {
    if (image.complete && image.naturalWidth) { image.classList.add('loaded'); continue; }
    if (image.complete) { hideFailed(image); continue; }
    image.classList.add('waiting');
    image.addEventListener('load', () => image.classList.replace('waiting', 'loaded'), { once: true });
    image.addEventListener('error', () => {
      image.classList.replace('waiting', 'loaded');
      hideFailed(image);
    }, { once: true });
  }
});

function hideFailed(image) {
  image.hidden = true;
  if (image.matches('.hero img[height]')) import('./story-images.js').then(({ keepBox }) => keepBox(image));
}

// Mark read on scroll: off by default, offered once after the 30th row.
const scrolledPast = new Set();
let sendTimer;
const isOn = () => document.body.dataset.markOnScroll === 'on';
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (isIntersecting || boundingClientRect.bottom > 90) continue;
    if (isOn() && target.classList.contains('unread')) {
      showRead(target, true);
      scrolledPast.add(target.dataset.story);
      clearTimeout(sendTimer);
      sendTimer = setTimeout(sendScrolledPast, 800);
    }
    if (!isOn() && document.body.dataset.markOnScroll === 'ask' && rows().indexOf(target) >= 29) offerMarkOnScroll();
  }
}, { rootMargin: '-90px 0px 0px 0px' });

// The fields that mark what was scrolled past, which is none afterwards.
function takeScrolledPast() {
  const stories = [...scrolledPast];
  scrolledPast.clear();
  return [stories, new URLSearchParams([['kind', 'read'], ['value', '1'], ...stories.map((story) => ['story', story])])];
}
async function sendScrolledPast() {
  const [stories, fields] = takeScrolledPast();
  if (!stories.length) return;
  const outcome = await submitAction('set-mark', fields);
  const revert = () => stories.map((story) => document.getElementById(`s${story}`)).forEach((row) => row && showRead(row, false));
  if (outcome) showOutcome(outcome, revert); else revert();
  refreshUnread();
}
addEventListener('pagehide', () => { if (scrolledPast.size) navigator.sendBeacon(pathTo(paths.action, 'set-mark'), takeScrolledPast()[1]); });

function offerMarkOnScroll() {
  document.body.dataset.markOnScroll = 'off';
  submitAction('preferences', { part: 'scroll', offered: 1 });
  const box = toast(strings.offerMarkOnScroll, strings.yes, () => {
    document.body.dataset.markOnScroll = 'on';
    submitAction('preferences', { part: 'scroll', offered: 1, markOnScroll: 1 });
    box.remove();
  });
}

export const observeRows = (list) => { if (document.querySelector('[data-list]')) list.forEach((row) => observer.observe(row)); };

// A list's menu closes when something in it was chosen, beside it, and by Escape.
const openMenu = () => document.querySelector('.list-menu[open]');
function closeMenu() {
  const menu = openMenu();
  if (!menu) return;
  if (menu.contains(document.activeElement)) menu.querySelector('summary').focus();
  menu.open = false;
}
document.addEventListener('click', (event) => { if (!openMenu()?.contains(event.target) || event.target.closest('a')) closeMenu(); });
document.addEventListener('submit', closeMenu);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') closeMenu(); });
