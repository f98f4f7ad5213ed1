// Search as a state of the list: it opens over the list, and *Cancel* restores the list. The URL is that of the
// search page, so that a reload or the way back from a story shows the same search.
import { say } from './marks.js';
import { dress, following } from './lists.js';
import { wordAges } from './time.js';

const fold = (words) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
let dialog = null;
let opener = null;

export async function openSearch(address, push = true) {
  if (dialog) return;
  opener = document.activeElement;
  dialog = document.createElement('dialog');
  dialog.className = 'finding';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = '<form class="search-bar inline-form" role="search"><input class="input" type="search" name="q" maxlength="200" autocapitalize="off" enterkeyhint="search" autocomplete="off" aria-label="Search all stories" placeholder="Search all stories"><button type="button" class="quiet">Cancel</button></form><div class="found"></div>';
  document.body.append(dialog);
  if (push) history.pushState({ from: location.pathname + location.search, ...history.state, finding: address }, '', address);
  const [form, input] = [dialog.querySelector('form'), dialog.querySelector('input')];
  dialog.querySelector('button').onclick = cancel;
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); cancel(); });
  form.addEventListener('submit', (event) => { event.preventDefault(); find(input.value); });
  // In a search field Escape would only clear it; here it means *Cancel*.
  input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.preventDefault(); cancel(); } });
  input.addEventListener('input', () => (input.value.trim() ? narrow(input.value) : offers(address)));
  dialog.showModal();
  input.focus();
  const words = new URL(address, location.href).searchParams.get('q');
  if (words) { input.value = words; find(words); } else offers(address);
}

function cancel() { if (history.state?.finding) history.back(); else close(); }
function close() {
  if (!dialog) return;
  dialog.remove();
  dialog = null;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

async function page(address) {
  const response = await fetch(address);
  if (!response.ok) throw response;
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

// Recent searches, newest first, filtered by the typed prefix.
async function offers(address) {
  const room = dialog.querySelector('.found');
  try {
    const recent = (await page(new URL(address, location.href).pathname)).querySelector('.recent');
    if (!dialog || dialog.querySelector('input').value.trim()) return;
    room.replaceChildren(...(recent ? [recent] : []));
  } catch { room.replaceChildren(); }
}

// The search page filters its recent searches too.
export function watchPage() {
  const input = document.querySelector('main .search-bar input');
  input.addEventListener('input', () => narrow(input.value, document));
}

function narrow(words, root = dialog) {
  const begin = fold(words.trim());
  for (const line of root.querySelectorAll('.recent li')) line.hidden = !fold(line.querySelector('a').textContent.trim()).startsWith(begin);
}

let asked = 0;
async function find(words) {
  const input = dialog.querySelector('input');
  const room = dialog.querySelector('.found');
  if (!words.trim()) return;
  input.value = words.trim();
  const turn = ++asked;
  const address = `${location.pathname.replace(/[^/]*$/, 'search')}?${new URLSearchParams({ q: words.trim() })}`;
  history.replaceState({ ...history.state, finding: address }, '', address);
  const late = setTimeout(() => { room.innerHTML = '<div class="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i></div>'; }, 300);
  try {
    const found = (await page(`${address}&local=1`)).querySelector('#found');
    if (turn !== asked || !dialog) return;
    // The list beneath may contain rows with the same ids.
    for (const row of found.querySelectorAll('.row')) row.removeAttribute('id');
    room.replaceChildren(...found.childNodes);
    dress(room);
    wordAges(room);
    const count = room.querySelectorAll('.row').length;
    say(count ? `${count}${room.querySelector('[data-more]') ? ' or more' : ''} stories` : room.textContent.trim());
    input.blur();
    if (room.querySelector('[data-asking]')) await askOrigin(address, turn, room);
  } catch {
    if (turn !== asked || !dialog) return;
    room.innerHTML = '<div class="sorry" role="alert"><p>The search could not be made. Tidings itself did not answer.</p><button class="button">Try again</button></div>';
    room.querySelector('button').onclick = () => find(words);
  } finally { clearTimeout(late); }
}

// Shows local results first; remote results are added below, so that nothing moves.
async function askOrigin(address, turn, room) {
  const found = await page(address).then((answer) => answer.querySelector('#found'), () => null);
  if (turn !== asked || !dialog) return;
  if (!found) {
    room.querySelector('[data-asking]').textContent = 'The origin could not be asked. Tidings itself did not answer.';
    return;
  }
  for (const row of found.querySelectorAll('.row')) row.removeAttribute('id');
  const [here, there] = [room, found].map((part) => part.querySelector('[data-list]'));
  const fresh = here && there ? following(here, [...there.children]) : [...found.querySelectorAll('.row')];
  if (here && there) { here.append(...fresh); there.replaceWith(here); }
  room.replaceChildren(...found.childNodes);
  dress(room);
  wordAges(room);
  say(fresh.length ? `${fresh.length} more stories` : room.querySelector('.sorry, .empty')?.textContent.trim() ?? 'No more stories');
}

document.addEventListener('click', (event) => {
  const again = event.target.closest?.('dialog.finding [data-again]');
  if (!again) return;
  event.preventDefault();
  find(dialog.querySelector('input').value);
});
document.addEventListener('click', (event) => {
  const line = event.target.closest?.('dialog.finding .recent a');
  if (!line) return;
  event.preventDefault();
  dialog.querySelector('input').value = line.textContent;
  find(line.textContent);
});
document.addEventListener('tidings:forgotten', () => dialog?.querySelector('.recent')?.remove());
addEventListener('popstate', (event) => {
  if (event.state?.finding) { if (!dialog) openSearch(event.state.finding, false); } else close();
});
