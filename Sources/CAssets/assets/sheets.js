// Sheets: a page of ours shown from the bottom. Without script its link leads to the page itself.
export async function openSheet(name, address) {
  document.querySelector('dialog.sheet')?.close();
  const response = await fetch(address).catch(() => null);
  const page = response?.ok && new DOMParser().parseFromString(await response.text(), 'text/html');
  const content = page && page.getElementById(`sheet-${name}`);
  if (!content) { location.href = address; return; }
  const dialog = document.createElement('dialog');
  dialog.className = 'sheet';
  dialog.setAttribute('aria-label', page.querySelector('h1')?.textContent ?? name);
  const head = document.createElement('div');
  head.className = 'sheet-head';
  const title = document.createElement('h2');
  title.textContent = name === 'reading' ? 'Reading' : page.querySelector('h1').textContent;
  const close = document.createElement('button');
  close.className = 'quiet';
  close.textContent = 'Done';
  close.onclick = () => dialog.close();
  head.append(title, close);
  content.classList.remove('sheet');
  dialog.append(head, content);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  if (name === 'reading') prepareReading(dialog);
  dialog.showModal();
}

// The Aa sheet: applied at once, kept in the background.
export function prepareReading(root) {
  root.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; });
  const form = root.querySelector('form[data-act="preferences"]');
  form?.addEventListener('change', () => {
    const fields = new FormData(form);
    const html = document.documentElement;
    for (const [field, attribute] of [['textSize', 'size'], ['face', 'face'], ['theme', 'theme'], ['measure', 'measure']]) html.dataset[attribute] = fields.get(field);
    document.body.dataset.scrollMarks = fields.has('markOnScroll') ? 'on' : 'off';
    fetch(form.action, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'application/json' } });
  });
}

document.addEventListener('click', (event) => {
  const opener = event.target.closest?.('[data-sheet]');
  if (!opener || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openSheet(opener.dataset.sheet, opener.href);
});
