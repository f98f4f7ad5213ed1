// The search page of its own: it filters its recent searches as one types, as the search over a list does.
import { announce } from './page.js';
import { filterRecent } from './search-overlay.js';

const input = document.querySelector('main .search-bar input');
input.addEventListener('input', () => filterRecent(input.value, document));
const query = new URLSearchParams(location.search).get('q')?.trim();
const found = document.querySelector('#found');
// A page that was taken along (docs/offline.md) stands for every query.
if (query && !('searched' in found.dataset)) {
  input.value = query;
  found.replaceChildren(...await (await import('./offline-search.js')).searchHere(query));
  announce(found.textContent.trim());
}
