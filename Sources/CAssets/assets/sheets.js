// Sheets: pages shown from the bottom. Without script their links lead to the pages.

import { element, errorNote, fetchPage, isModified, loadStylesheet, showSkeletonLater, shown } from './page.js';

const titles = { reading: strings.text, newsstand: strings.newsstand, keys: strings.keyboard };

// Loads the element `id` of a page into a box: an error with a button if it fails, which tries until it succeeds. The
// button stays during a try, so that it keeps the focus, which then goes to what was loaded.
export async function loadInto(parent, url, id, module = null, failed = null) {
  const container = failed ?? parent.appendChild(element('div'));
  const stopSkeleton = showSkeletonLater(container, () => !failed);
  const [page] = await Promise.all([fetchPage(url), module]);
  stopSkeleton();
  const content = page?.getElementById(id);
  const hadFocus = container.contains(document.activeElement);
  if (!content) {
    // Offline, the page of newspapers says which are on this device.
    if (id.endsWith('newsstand') && !navigator.onLine) return location.assign(url);
    const again = new Promise((resolve) => container.replaceChildren(errorNote(strings.noAnswer, resolve)));
    if (hadFocus) container.querySelector('button').focus();
    await again;
    return loadInto(parent, url, id, module, container);
  }
  content.classList.remove('sheet');
  content.heading = page.querySelector('h1')?.textContent;
  container.replaceWith(content);
  if (hadFocus) Object.assign(content.querySelector('h1') ?? content, { tabIndex: -1 }).focus();
  return content;
}

export async function openSheet(name, url) {
  // One that is still loading is not open.
  for (const other of document.querySelectorAll('dialog.sheet')) { if (other.open) other.close(); else other.remove(); }
  const title = element('h2', {}, titles[name] ?? name);
  const close = element('button', { className: 'quiet', onclick: () => dialog.close() }, strings.done);
  const dialog = element('dialog', { className: 'sheet', ariaLabel: title.textContent }, element('div', { className: 'sheet-head' }, title, close));
  dialog.dataset.name = name;
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  const module = name === 'reading' ? import('./preferences.js').catch(() => null) : null;
  const loading = loadInto(dialog, url, `sheet-${name}`, module);
  // Waits briefly, so that a quickly loaded sheet slides in as a whole.
  await Promise.all([loadStylesheet('sheets.css'), Promise.race([loading, new Promise((resolve) => { setTimeout(resolve, 300); })])]);
  if (dialog.isConnected) dialog.showModal();
  const content = await loading;
  // It may have been closed meanwhile.
  if (!dialog.open) return;
  const preferences = await module;
  preferences?.prepareSettings(dialog);
  preferences?.keepTextInSight(dialog);
  if (!titles[name]) title.textContent = dialog.ariaLabel = content.heading;
  shown(content);
}

document.addEventListener('click', (event) => {
  const closer = event.target.closest?.('dialog.sheet :is([data-close], [data-leaves-app], [target=_blank])');
  if (closer) {
    if ('close' in closer.dataset) event.preventDefault();
    return closer.closest('dialog').close();
  }
  const opener = event.target.closest?.('[data-sheet]');
  if (!opener || isModified(event)) return;
  event.preventDefault();
  openSheet(opener.dataset.sheet, opener.href);
});
