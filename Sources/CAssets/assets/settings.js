// Filters the settings while one types. The server does the same for `?q=`.
const input = document.querySelector('.settings-search input');
const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const split = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function filter() {
  const words = split(fold(input.value));
  let count = 0;
  for (const entry of document.querySelectorAll('[data-settings-entries] > li')) {
    const known = split(entry.dataset.searchText);
    entry.hidden = !words.length || !words.every((word) => known.some((one) => one.startsWith(word)));
    if (!entry.hidden) count += 1;
  }
  document.querySelector('[data-settings-index]').hidden = words.length > 0;
  document.querySelector('[data-no-results]').hidden = !words.length || count > 0;
}
input.addEventListener('input', () => {
  history.replaceState({ ...history.state, words: input.value }, '');
  filter();
});
// On the way back the field has its words again, which not every browser remembers.
addEventListener('pageshow', () => {
  input.value ||= history.state?.words ?? '';
  filter();
});
