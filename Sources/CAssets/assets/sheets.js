// Sheets: pages shown from the bottom. Without script their links lead to the pages.

const titles = { reading: 'Reading', newsstand: 'Newsstand', keys: 'Keyboard' };

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
  if (name === 'reading') prepareReadingSheet(dialog);
  if (!content) return;
  if (!titles[name]) { title.textContent = content.heading; dialog.setAttribute('aria-label', content.heading); }
  content.dispatchEvent(new CustomEvent('tidings:sheet', { bubbles: true }));
}

// The Aa sheet: changes apply at once and are saved in the background.
export function prepareReadingSheet(root) {
  root.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; });
  const form = root.querySelector('form[data-act="preferences"]');
  form?.addEventListener('change', (event) => {
    const fields = new FormData(form);
    const html = document.documentElement;
    for (const [field, attribute] of [['textSize', 'size'], ['face', 'face'], ['theme', 'theme'], ['measure', 'measure'], ['density', 'density']]) html.dataset[attribute] = fields.get(field);
    document.body.dataset.scrollMarks = fields.has('markOnScroll') ? 'on' : 'off';
    document.body.toggleAttribute('data-keeps-unread', fields.has('keepUnread'));
    if (fields.has('scaleInterface')) html.dataset.scale = 'all'; else delete html.dataset.scale;
    const saved = fetch(form.action, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'application/json' }, keepalive: true });
    // Reloads when the sheet closes, for preferences that affect the HTML.
    if (/hidePictures|readingTime|columns/.test(event.target.name)) form.closest('dialog')?.addEventListener('close', () => saved.then(() => location.reload()), { once: true });
  });
}

document.addEventListener('click', (event) => {
  const closer = event.target.closest?.('dialog.sheet :is([data-close], [data-leave])');
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
