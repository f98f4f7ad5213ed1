// Filters the recent searches by what is typed.
const input = document.querySelector('input[type=search]');
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

input?.addEventListener('input', () => {
  for (const item of document.querySelectorAll('[data-recent] li')) {
    item.hidden = !folded(item.querySelector('a').textContent).includes(folded(input.value.trim()));
  }
});
