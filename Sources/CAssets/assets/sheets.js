// Sheets: pages shown from the bottom. Without script their links lead to the pages.

const titles = { reading: 'Text', newsstand: 'Newsstand', keys: 'Keyboard' };

// Shows a skeleton after 300 ms, if the response is still awaited then. Returns how to stop it.
export function showSkeletonLater(container, isAwaited = () => true, kind = '') {
  const timer = setTimeout(() => { if (isAwaited()) container.innerHTML = `<div class="skeleton ${kind}" aria-hidden="true"><i></i><i></i><i></i><i></i></div>`; }, 300);
  return () => clearTimeout(timer);
}

// Loads the element `id` of a page into a box: an error with a button if it fails, which tries until it succeeds. The
// button stays during a try, so that it keeps the focus, which then goes to what was loaded.
export async function loadInto(parent, url, id, module = null, failed = null) {
  const container = failed ?? parent.appendChild(document.createElement('div'));
  const stopSkeleton = showSkeletonLater(container, () => !failed);
  const [html] = await Promise.all([fetch(url).then((response) => (response.ok ? response.text() : null)).catch(() => null), module]);
  stopSkeleton();
  const parsed = html && new DOMParser().parseFromString(html, 'text/html');
  const content = parsed?.getElementById(id);
  const hadFocus = container.contains(document.activeElement);
  if (!content) {
    container.innerHTML = '<div class="error-note" role="alert"><p>Tidings did not respond.</p><button class="button">Try again</button></div>';
    const button = container.querySelector('button');
    if (hadFocus) button.focus();
    await new Promise((resolve) => { button.onclick = resolve; });
    return loadInto(parent, url, id, module, container);
  }
  content.classList.remove('sheet');
  content.heading = parsed.querySelector('h1')?.textContent;
  container.replaceWith(content);
  if (hadFocus) Object.assign(content.querySelector('h1') ?? content, { tabIndex: -1 }).focus();
  return content;
}

export async function openSheet(name, url) {
  // One that is still loading is not open.
  for (const other of document.querySelectorAll('dialog.sheet')) { if (other.open) other.close(); else other.remove(); }
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
  const module = name === 'reading' ? import('./preferences.js').catch(() => null) : null;
  const loading = loadInto(dialog, url, `sheet-${name}`, module);
  // Waits briefly, so that a quickly loaded sheet slides in as a whole.
  await Promise.race([loading, new Promise((resolve) => { setTimeout(resolve, 300); })]);
  if (dialog.isConnected) dialog.showModal();
  const content = await loading;
  // It may have been closed meanwhile.
  if (!dialog.open) return;
  const preferences = await module;
  preferences?.prepareSettings(dialog);
  preferences?.keepTextInSight(dialog);
  if (!titles[name]) { title.textContent = content.heading; dialog.setAttribute('aria-label', content.heading); }
  content.dispatchEvent(new CustomEvent('tidings:sheet', { bubbles: true }));
}

document.addEventListener('click', (event) => {
  const closer = event.target.closest?.('dialog.sheet :is([data-close], [data-leaves-app], [target=_blank])');
  if (closer) {
    if ('close' in closer.dataset) event.preventDefault();
    return closer.closest('dialog').close();
  }
  const opener = event.target.closest?.('[data-sheet]');
  if (!opener || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openSheet(opener.dataset.sheet, opener.href);
});
