// The search page of its own.
import { attach } from './search-field.js';

const input = document.querySelector('main .search-bar input');
const found = document.querySelector('#found');
const field = attach(input, found);
const query = new URLSearchParams(location.search).get('q')?.trim();
// A page that was taken along (docs/offline.md) stands for every query.
if (query && !('searched' in found.dataset)) {
  input.value = query;
  field.type();
}
