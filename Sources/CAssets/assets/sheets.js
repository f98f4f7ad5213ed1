// Sheets: pages shown from the bottom. Without script their links lead to the pages.

import { submitAction } from './actions.js';

const titles = { reading: 'Text', newsstand: 'Newsstand', keys: 'Keyboard' };

// Loads the element `id` of a page into a box: a skeleton after 300 ms, an error with a link if it fails.
export async function loadInto(parent, url, id) {
  const container = document.createElement('div');
  parent.append(container);
  const skeletonTimer = setTimeout(() => { container.innerHTML = '<div class="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i></div>'; }, 300);
  const html = await fetch(url).then((response) => (response.ok ? response.text() : null), () => null);
  clearTimeout(skeletonTimer);
  const parsed = html && new DOMParser().parseFromString(html, 'text/html');
  const content = parsed?.getElementById(id);
  if (!content) {
    container.innerHTML = '<div class="error-note" role="alert"><p>Tidings itself did not answer.</p><button class="button">Try again</button></div>';
    container.querySelector('button').onclick = () => { container.remove(); loadInto(parent, url, id); };
    return null;
  }
  content.classList.remove('sheet');
  content.heading = parsed.querySelector('h1')?.textContent;
  container.replaceWith(content);
  return content;
}

export async function openSheet(name, url) {
  document.querySelector('dialog.sheet')?.close();
  const dialog = document.createElement('dialog');
  dialog.className = 'sheet';
  dialog.dataset.name = name;
  const title = document.createElement('h2');
  title.textContent = titles[name] ?? name;
  dialog.setAttribute('aria-label', title.textContent);
  const close = document.createElement('button');
  close.className = 'quiet';
  close.textContent = 'Done';
  close.onclick = () => dialog.close();
  const head = document.createElement('div');
  head.className = 'sheet-head';
  head.append(title, close);
  dialog.append(head);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  const loading = loadInto(dialog, url, `sheet-${name}`);
  // Waits briefly, so that a quickly loaded sheet slides in as a whole.
  await Promise.race([loading, new Promise((resolve) => { setTimeout(resolve, 300); })]);
  if (dialog.isConnected) dialog.showModal();
  const content = await loading;
  if (!content) return;
  if (name === 'reading') { prepareReadingSheet(dialog); keepTextInSight(dialog); }
  if (!titles[name]) { title.textContent = content.heading; dialog.setAttribute('aria-label', content.heading); }
  content.dispatchEvent(new CustomEvent('tidings:sheet', { bubbles: true }));
}

// The text that is being set stays in sight above the sheet. Closing the sheet goes back to where the page was.
function keepTextInSight(dialog) {
  const text = document.querySelector('main .story .text');
  const from = scrollY;
  if (!text || text.getBoundingClientRect().top < dialog.offsetTop - 96) return;
  text.scrollIntoView({ behavior: 'instant' });
  dialog.addEventListener('close', () => scrollTo({ top: from, behavior: 'instant' }), { once: true });
}

// The settings of the text and of reading: changes apply at once and are saved in the background.
export function prepareReadingSheet(root) {
  const form = root.querySelector('form.settings');
  if (!form) return;
  form.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; });
  form.addEventListener('change', () => {
    const fields = new FormData(form);
    const html = document.documentElement;
    for (const [field, attribute] of [['textSize', 'size'], ['face', 'face'], ['theme', 'theme'], ['measure', 'measure'], ['density', 'density']]) {
      if (fields.has(field)) html.dataset[attribute] = fields.get(field);
    }
    if (fields.get('part') === 'reading') {
      if (fields.has('scaleInterface')) html.dataset.scale = 'all'; else delete html.dataset.scale;
    }
    submitAction('preferences', fields);
  });
}

document.addEventListener('click', (event) => {
  const closer = event.target.closest?.('dialog.sheet :is([data-close], [data-leave], [target=_blank])');
  if (closer) {
    if ('close' in closer.dataset) event.preventDefault();
    closer.closest('dialog').close();
    return;
  }
  const opener = event.target.closest?.('[data-sheet]');
  if (!opener || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openSheet(opener.dataset.sheet, opener.href);
});
