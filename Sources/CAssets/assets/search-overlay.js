// Search as a state of the list: it opens over the list, and *Cancel* restores the list. The URL is that of the
// search page, so that a reload or the way back from a story shows the same search.
import { announce, counted, element, errorNote, fetchPage, pathTo, showSkeletonLater, shown } from './page.js';
import { rowsToAppend } from './lists.js';

const fold = (query) => query.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
let dialog = null;
let [input, results, opener] = [];
// What has been asked for; the response to an earlier request is dropped.
let requests = 0;

export async function openSearch(url, pushes = true) {
  if (dialog) return;
  opener = document.activeElement;
  dialog = element('dialog', { className: 'search-overlay', ariaLabel: strings.search,
    innerHTML: `<form class="search-bar inline-form" role="search"><input class="input" type="search" name="q" maxlength="200" autocapitalize="off" enterkeyhint="search" autocomplete="off"><button type="button" class="quiet">${strings.cancel}</button></form><div class="results"></div>` });
  document.body.append(dialog);
  if (pushes) history.pushState({ from: location.pathname + location.search, ...history.state, finding: url }, '', url);
  [[input], results] = dialog.children;
  input.ariaLabel = input.placeholder = document.querySelector('[data-search-label]')?.dataset.searchLabel;
  input.nextSibling.onclick = cancel;
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); cancel(); });
  dialog.addEventListener('submit', (event) => { event.preventDefault(); search(input.value); });
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
  requests += 1;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

// The list beneath may contain rows with the same ids.
async function fetchFound(url) {
  const found = (await fetchPage(url))?.querySelector('#found');
  for (const row of found?.querySelectorAll('.row') ?? []) row.removeAttribute('id');
  return found;
}
function show(found) {
  results.replaceChildren(...found.childNodes);
  shown(results);
}

// Recent searches, newest first, filtered by the typed prefix.
async function showRecent(url) {
  const recent = (await fetchPage(new URL(url, location.href).pathname))?.querySelector('.recent-searches');
  if (dialog && !input.value.trim()) results.replaceChildren(...(recent ? [recent] : []));
}

export function filterRecent(query, root = dialog) {
  const prefix = fold(query.trim());
  for (const item of root.querySelectorAll('.recent-searches li')) item.hidden = !fold(item.querySelector('a').textContent.trim()).startsWith(prefix);
}

async function search(query) {
  if (!query.trim()) return;
  input.value = query = query.trim();
  const request = ++requests;
  const url = `${pathTo(paths.search)}?${new URLSearchParams({ q: query })}`;
  history.replaceState({ ...history.state, finding: url }, '', url);
  const stopSkeleton = showSkeletonLater(results, () => request === requests);
  const found = await fetchFound(`${url}&local=1`);
  // A page that was taken along (docs/offline.md) stands for every query.
  if (found && !('searched' in found.dataset)) found.replaceChildren(...await (await import('./offline-search.js')).searchHere(query));
  stopSkeleton();
  if (request !== requests) return;
  if (!found) return results.replaceChildren(errorNote(strings.searchFailed, () => search(query)));
  show(found);
  const count = results.querySelectorAll('.row').length;
  announce(count ? counted(count, results.querySelector('[data-more]') ? strings.orMoreStories : strings.stories) : results.textContent.trim());
  input.blur();
  if (results.querySelector('[data-searching-origins]')) await searchOrigin(url, request);
}

// Shows local results first; remote results are added below, so that nothing moves.
async function searchOrigin(url, request) {
  const found = await fetchFound(url);
  if (request !== requests) return;
  if (!found) return results.querySelector('[data-searching-origins]').replaceChildren(strings.otherSitesFailed);
  const [shownList, fetchedList] = [results, found].map((part) => part.querySelector('.list'));
  const fresh = shownList && fetchedList ? rowsToAppend(shownList, [...fetchedList.children]) : [...found.querySelectorAll('.row')];
  if (shownList && fetchedList) { shownList.append(...fresh); fetchedList.replaceWith(shownList); }
  show(found);
  announce(fresh.length ? counted(fresh.length, strings.moreStories) : results.querySelector('.error-note, .empty')?.textContent.trim() ?? strings.noMoreStories);
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('dialog.search-overlay :is([data-retry-path], .recent-searches a)');
  if (!link) return;
  event.preventDefault();
  search(link.closest('.recent-searches') ? link.textContent : input.value);
});
document.addEventListener('tidings:forgotten', () => dialog?.querySelector('.recent-searches')?.remove());
addEventListener('popstate', (event) => {
  if (event.state?.finding) openSearch(event.state.finding, false); else close();
});
