// A search field and what it finds: stories that are kept while one types, and with Enter what their origins have too. The
// server writes all of it; this shows it in place, over a list (search-overlay.js) or on the search's own page.
import { announce, errorNote, fetchPage, isModified, moveFocus, pathTo, showSkeletonLater, shown, toast } from './page.js';
import { rowsToAppend, selectRow } from './lists.js';
import { submitAction } from './actions.js';

// A request waits for a pause in the typing.
const pause = 150;

export function attach(input, results, address = location.href) {
  const root = input.closest('dialog, main');
  const isOver = root.matches('dialog');
  let everywhere = new URL(address, location.href).searchParams.get('everywhere');
  let isTyped = false;
  let timer;
  // Each request ends the one before, whose response is dropped.
  let requests = 0;
  let controller = new AbortController();
  function begin() {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    return ++requests;
  }

  // Nor is it shown in a search that was closed.
  const isLate = (request) => request !== requests || !input.isConnected;

  const urlOf = (query) => `${pathTo(paths.search)}?${new URLSearchParams({ q: query, ...(everywhere && { everywhere }) })}`;
  const typed = () => input.value.trim();
  const keep = (url) => history.replaceState(isOver ? { ...history.state, finding: url } : history.state, '', url);

  // The list beneath may contain rows with the same ids.
  async function load(url) {
    const found = (await fetchPage(url, { signal: controller.signal }))?.querySelector('#found');
    if (isOver) for (const row of found?.querySelectorAll('.row') ?? []) row.removeAttribute('id');
    return found;
  }
  async function show(found, query, request) {
    // A page that was taken along (docs/offline.md) stands for every query.
    const parts = query && !('searched' in found.dataset) ? await (await import('./offline-search.js')).searchHere(query) : found.childNodes;
    if (isLate(request)) return;
    results.replaceChildren(...parts);
    shown(results);
    if (query) announce((results.querySelector('.search-count, .empty p') ?? results).textContent.trim());
  }

  async function type() {
    const request = begin();
    const query = typed();
    const url = query ? urlOf(query) : pathTo(paths.search);
    const found = await load(query ? `${url}&typing=1` : url);
    if (isLate(request)) return;
    if (!found) return results.replaceChildren(errorNote(strings.searchFailed, type));
    keep(url);
    isTyped = Boolean(query);
    await show(found, query, request);
  }

  async function search() {
    const query = typed();
    if (!query) return type();
    const request = begin();
    const url = urlOf(query);
    keep(url);
    const stop = results.querySelector('.row') ? null : showSkeletonLater(results, () => request === requests);
    const found = await load(`${url}&local=1`);
    stop?.();
    if (isLate(request)) return;
    if (!found) return results.replaceChildren(errorNote(strings.searchFailed, search));
    isTyped = false;
    await show(found, query, request);
    // The keyboard of a phone goes, and shortcuts come, unless more has been typed.
    if (typed() === query) root.focus({ preventScroll: true });
    if (results.querySelector('[data-searching-origins]')) await searchOrigins(url, request);
  }

  // Their stories are added below, so that nothing moves.
  async function searchOrigins(url, request) {
    const found = await load(url);
    if (isLate(request)) return;
    if (!found) return results.querySelector('[data-searching-origins]').replaceChildren(strings.otherSitesFailed);
    const focused = results.contains(document.activeElement) && document.activeElement;
    const [shownList, fetchedList] = [results, found].map((part) => part.querySelector('.list'));
    const fresh = shownList && fetchedList ? rowsToAppend(shownList, [...fetchedList.children]) : [...found.querySelectorAll('.row')];
    if (shownList && fetchedList) { shownList.append(...fresh); fetchedList.replaceWith(shownList); }
    results.replaceChildren(...found.childNodes);
    if (focused) focused.focus({ preventScroll: true });
    shown(results);
    announce(results.querySelector(fresh.length ? '.search-count' : '.error-note, .empty')?.textContent.trim() ?? strings.noMoreStories);
  }

  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(type, typed() ? pause : 0); });

  // Arrows lead from the field through what was found, and back.
  root.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || isModified(event) || event.isComposing || event.target.closest('.list-menu')) return;
    const links = [input, ...[...results.querySelectorAll('.recent-searches li, .row')].map((part) => part.querySelector('a'))];
    const at = links.indexOf(document.activeElement);
    const next = links[at < 0 ? 1 : at + by];
    if (!next) return;
    event.preventDefault();
    selectRow(next.closest('.row'));
    next.focus();
  });

  root.addEventListener('click', async (event) => {
    const link = event.target.closest('a[href]');
    if (!link || isModified(event)) return;
    // A search that led to a story is remembered, although it was not sent.
    if (link.closest('.row') && isTyped) fetchPage(`${urlOf(typed())}&local=1`, { keepalive: true });
    if (!link.closest('.search-chips, .search-order, .recent-searches, .empty, [data-retry-path]')) return;
    event.preventDefault();
    const { searchParams } = new URL(link.href);
    everywhere = searchParams.get('everywhere');
    input.value = searchParams.get('q') ?? '';
    const label = link.textContent.trim();
    await search();
    moveFocus(root, [...results.querySelectorAll('.search-chips a, .search-order a')].find((chip) => chip.textContent.trim() === label));
  });

  root.addEventListener('submit', async (event) => {
    const form = event.target;
    const isSaving = form.dataset.action === 'save-search';
    if (!isSaving && !form.matches('.search-bar')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isSaving) return search();
    const outcome = await submitAction('save-search', new URLSearchParams(new FormData(form)));
    if (!outcome) return;
    form.closest('.list-menu')?.removeAttribute('open');
    form.closest('li').remove();
    toast(outcome.words);
  });

  if (isOver) document.addEventListener('tidings:forgotten', () => results.querySelector('.recent-group')?.remove());
  return { type, search };
}
