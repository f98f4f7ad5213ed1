// Filters the recent searches by what is typed.
const field = document.querySelector('input[type=search]');
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

field?.addEventListener('input', () => {
  for (const item of document.querySelectorAll('[data-recent] li')) {
    item.hidden = !plain(item.querySelector('a').textContent).includes(plain(field.value.trim()));
  }
});
