// Search as a state of the list: it opens over the list, and *Cancel* restores the list. The URL is that of the
// search page, so that a reload or the way back from a story shows the same search.
import { element, loadStylesheet, pathTo } from './page.js';
import { refreshUnread, showKept, showRead } from './actions.js';

let dialog = null;
let opener;

// One that is restored has its results already.
export async function openSearch(url, pushes = true, isRestored = false) {
  if (dialog) return;
  opener = document.activeElement;
  const opened = dialog = element('dialog', { className: 'search-overlay', ariaLabel: strings.search, tabIndex: -1,
    innerHTML: `<form class="search-bar inline-form" role="search"><input class="input" type="search" name="q" maxlength="200" autocapitalize="off" enterkeyhint="search" autocomplete="off"><button type="button" class="quiet">${strings.cancel}</button></form><div class="results"></div>` });
  document.body.append(dialog);
  if (pushes) history.pushState({ from: location.pathname + location.search, ...history.state, finding: url }, '', url);
  const [form, results] = dialog.children;
  const [input, button] = form.children;
  // Words that are sent before what follows is loaded wait for it; where it cannot be loaded, they are sent as on the page.
  form.action = pathTo(paths.search);
  let isSent = false;
  form.onsubmit = (event) => { event.preventDefault(); isSent = true; };
  input.ariaLabel = input.placeholder = document.querySelector('[data-search-label]')?.dataset.searchLabel;
  button.onclick = cancel;
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); cancel(); });
  // In a search field Escape would only clear it; here it means *Cancel*.
  input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.preventDefault(); cancel(); } });
  dialog.showModal();
  input.focus();
  input.value = new URL(url, location.href).searchParams.get('q') ?? '';
  const [module] = await Promise.all([import('./search-field.js'), loadStylesheet('search.css')]).catch(() => []);
  form.onsubmit = null;
  if (!module && isSent) form.submit();
  if (!module || dialog !== opened) return;
  const field = module.attach(input, results, isRestored ? location.href : url);
  if (!isRestored || isSent) (isSent || !(pushes || !input.value) ? field.search : field.type)();
}

function cancel() { if (history.state?.finding) history.back(); else close(); }
function close() {
  if (!dialog) return;
  for (const { dataset, classList } of dialog.querySelectorAll('.row[data-story]')) {
    const below = document.querySelector(`main .row[data-story="${dataset.story}"]`);
    if (!below) continue;
    showRead(below, !classList.contains('unread'));
    for (const kind of ['saved', 'ticked']) showKept(below, kind, kind in dataset);
  }
  dialog.remove();
  dialog = null;
  refreshUnread();
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

addEventListener('popstate', (event) => {
  if (event.state?.finding) openSearch(event.state.finding, false); else close();
});
