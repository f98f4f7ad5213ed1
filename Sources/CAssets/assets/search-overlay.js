// Search as a state of the list: it opens over the list, and *Cancel* restores the list. The URL is that of the
// search page, so that a reload or the way back from a story shows the same search.
import { announce } from './actions.js';
import { prepareImages, rowsToAppend } from './lists.js';
import { showSkeletonLater } from './sheets.js';
import { counted, updateTimes } from './time.js';

const fold = (query) => query.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
let dialog = null;
let opener = null;

export async function openSearch(url, pushes = true) {
  if (dialog) return;
  opener = document.activeElement;
  dialog = document.createElement('dialog');
  dialog.className = 'search-overlay';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = '<form class="search-bar inline-form" role="search"><input class="input" type="search" name="q" maxlength="200" autocapitalize="off" enterkeyhint="search" autocomplete="off"><button type="button" class="quiet">Cancel</button></form><div class="found"></div>';
  document.body.append(dialog);
  if (pushes) history.pushState({ from: location.pathname + location.search, ...history.state, finding: url }, '', url);
  const [form, input] = [dialog.querySelector('form'), dialog.querySelector('input')];
  const label = document.querySelector('[data-search]')?.dataset.search || 'Search all stories';
  input.setAttribute('aria-label', label);
  input.placeholder = label;
  dialog.querySelector('button').onclick = cancel;
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); cancel(); });
  form.addEventListener('submit', (event) => { event.preventDefault(); search(input.value); });
  // In a search field Escape would only clear it; here it means *Cancel*.
  input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.preventDefault(); cancel(); } });
  input.addEventListener('input', () => (input.value.trim() ? filterRecent(input.value) : showRecent(url)));
  dialog.showModal();
  input.focus();
  const query = new URL(url, location.href).searchParams.get('q');
  if (query) { input.value = query; search(query); } else showRecent(url);
}

function cancel() { if (history.state?.finding) history.back(); else close(); }
function close() {
  if (!dialog) return;
  dialog.remove();
  dialog = null;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

async function fetchPage(url) {
  const response = await fetch(url);
  if (!response.ok) throw response;
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

// Recent searches, newest first, filtered by the typed prefix.
async function showRecent(url) {
  const results = dialog.querySelector('.found');
  try {
    const recent = (await fetchPage(new URL(url, location.href).pathname)).querySelector('.recent');
    if (!dialog || dialog.querySelector('input').value.trim()) return;
    results.replaceChildren(...(recent ? [recent] : []));
  } catch { results.replaceChildren(); }
}

// The search page filters its recent searches too.
export async function prepareSearchPage() {
  const input = document.querySelector('main .search-bar input');
  input.addEventListener('input', () => filterRecent(input.value, document));
  const query = new URLSearchParams(location.search).get('q')?.trim();
  if (!query || !isCopy(document)) return;
  input.value = query;
  const found = document.querySelector('#found');
  found.replaceChildren(...await searchCopies(query));
  announce(found.textContent.trim());
}

// A page that was taken along (docs/offline.md) stands for every query, and has none.
const isCopy = (page) => !page.querySelector('main .search-bar input').getAttribute('value');
const searchCopies = async (query) => (await import('./offline-search.js')).searchHere(query);

function filterRecent(query, root = dialog) {
  const prefix = fold(query.trim());
  for (const item of root.querySelectorAll('.recent li')) item.hidden = !fold(item.querySelector('a').textContent.trim()).startsWith(prefix);
}

let requests = 0;
async function search(query) {
  const input = dialog.querySelector('input');
  const results = dialog.querySelector('.found');
  if (!query.trim()) return;
  input.value = query.trim();
  const request = ++requests;
  const url = `${location.pathname.replace(/[^/]*$/, 'search')}?${new URLSearchParams({ q: query.trim() })}`;
  history.replaceState({ ...history.state, finding: url }, '', url);
  const stopSkeleton = showSkeletonLater(results, () => request === requests);
  try {
    const page = await fetchPage(`${url}&local=1`);
    const found = page.querySelector('#found');
    if (isCopy(page)) found.replaceChildren(...await searchCopies(query.trim()));
    stopSkeleton();
    if (request !== requests || !dialog) return;
    // The list beneath may contain rows with the same ids.
    for (const row of found.querySelectorAll('.row')) row.removeAttribute('id');
    results.replaceChildren(...found.childNodes);
    prepareImages(results);
    updateTimes(results);
    const count = results.querySelectorAll('.row').length;
    announce(count ? counted(count, ...(results.querySelector('[data-more]') ? ['or more stories', 'or more stories'] : ['story', 'stories'])) : results.textContent.trim());
    input.blur();
    if (results.querySelector('[data-asking]')) await searchOrigin(url, request, results);
  } catch {
    if (request !== requests || !dialog) return;
    results.innerHTML = '<div class="error-note" role="alert"><p>The search failed. Tidings did not respond.</p><button class="button">Try again</button></div>';
    results.querySelector('button').onclick = () => search(query);
  } finally { stopSkeleton(); }
}

// Shows local results first; remote results are added below, so that nothing moves.
async function searchOrigin(url, request, results) {
  const found = await fetchPage(url).then((parsed) => parsed.querySelector('#found'), () => null);
  if (request !== requests || !dialog) return;
  if (!found) {
    results.querySelector('[data-asking]').textContent = 'The other sites could not be searched. Tidings did not respond.';
    return;
  }
  for (const row of found.querySelectorAll('.row')) row.removeAttribute('id');
  const [shownList, fetchedList] = [results, found].map((part) => part.querySelector('[data-list]'));
  const fresh = shownList && fetchedList ? rowsToAppend(shownList, [...fetchedList.children]) : [...found.querySelectorAll('.row')];
  if (shownList && fetchedList) { shownList.append(...fresh); fetchedList.replaceWith(shownList); }
  results.replaceChildren(...found.childNodes);
  prepareImages(results);
  updateTimes(results);
  announce(fresh.length ? counted(fresh.length, 'more story', 'more stories') : results.querySelector('.error-note, .empty')?.textContent.trim() ?? 'No more stories');
}

document.addEventListener('click', (event) => {
  const again = event.target.closest?.('dialog.search-overlay [data-again]');
  if (!again) return;
  event.preventDefault();
  search(dialog.querySelector('input').value);
});
document.addEventListener('click', (event) => {
  const item = event.target.closest?.('dialog.search-overlay .recent a');
  if (!item) return;
  event.preventDefault();
  dialog.querySelector('input').value = item.textContent;
  search(item.textContent);
});
document.addEventListener('tidings:forgotten', () => dialog?.querySelector('.recent')?.remove());
addEventListener('popstate', (event) => {
  if (event.state?.finding) { if (!dialog) openSearch(event.state.finding, false); } else close();
});
