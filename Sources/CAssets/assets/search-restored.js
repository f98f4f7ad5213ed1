// A search page in the place of a search over a list, which the browser has discarded: it looks like that search again.
import { openSearch } from './search-overlay.js';

openSearch(location.href, false, true);
const dialog = document.querySelector('dialog.search-overlay');
const input = dialog.querySelector('input');
// There is no button for a search here that would name its field.
input.ariaLabel = input.placeholder = document.querySelector('main .search-bar input').placeholder;
input.blur();
const found = document.getElementById('found');
// A page of this device (docs/offline.md) stands for every query.
if (!('searched' in found.dataset)) found.replaceChildren(...await (await import('./offline-search.js')).searchHere(input.value));
dialog.querySelector('.results').replaceChildren(...found.childNodes);
const { place, focus } = history.state;
const rowOf = (story) => dialog.querySelector(`.row[data-story="${story}"]`);
const [story, top] = place?.find(([number]) => rowOf(number)) ?? [];
if (story) dialog.scrollTop += rowOf(story).getBoundingClientRect().top - top;
if (focus) dialog.querySelector(`.results a[href="${CSS.escape(focus[0])}"]`)?.focus({ preventScroll: true });
// The list's entry is one of this document, so that a step back to it only changes the URL.
addEventListener('popstate', (event) => { if (!event.state?.finding) location.reload(); });
