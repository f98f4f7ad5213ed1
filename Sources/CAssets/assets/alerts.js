// The settings of alerts: what great news would have sent last week follows its two numbers. Without script a button shows it.
import { fetchPage } from './page.js';

const form = document.getElementById('great-news');
const past = document.getElementById('great-news-past');
let timer;
let requests = 0;

async function show() {
  const request = ++requests;
  const fields = new URLSearchParams(new FormData(form));
  fields.delete('back');
  const page = await fetchPage(`${location.pathname}?${fields}`);
  const fresh = request === requests && page?.getElementById('great-news-past');
  if (fresh) past.replaceChildren(...fresh.childNodes);
}
form.querySelector('[data-no-script]').hidden = true;
form.addEventListener('input', (event) => {
  if (event.target.type !== 'number') return;
  clearTimeout(timer);
  timer = setTimeout(show, 250);
});
