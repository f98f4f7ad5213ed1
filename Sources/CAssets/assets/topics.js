// The page of topics: what is followed changes in place, and the publishers follow their filter. Without script each is a
// page of its own.
import { fetchPage, post, toast } from './page.js';
import { submitAction } from './actions.js';

const root = document.getElementById('topics');
const requests = {};
let filterTimer;

// Shows what the server has at an address, one part after another; nothing if the same part was asked for again.
let lastRedraw = Promise.resolve();
function redraw(address, part) {
  const request = requests[part] = (requests[part] ?? 0) + 1;
  lastRedraw = lastRedraw.then(async () => {
    if (request !== requests[part]) return;
    const page = await fetchPage(address, { headers: { Accept: 'text/html' } });
    const [old, fresh] = [document, page].map((one) => one?.getElementById(part));
    if (!old || !fresh || request !== requests[part]) return;
    const typing = wordsTyped(old);
    old.replaceChildren(...fresh.childNodes);
    prepare();
    typing?.();
  });
  return lastRedraw;
}

// What puts the words back that were typed since the last were sent, with the caret.
let sent = '';
function wordsTyped(old) {
  const field = document.activeElement;
  if (!field.matches('input.input') || !old.contains(field) || [sent, field.defaultValue].includes(field.value)) return null;
  const { name, value, selectionStart: start, selectionEnd: end } = field;
  return () => {
    const same = old.querySelector(`input.input[name="${name}"]`);
    if (!same) return;
    same.value = value;
    same.focus({ preventScroll: true });
    same.setSelectionRange(start, end);
  };
}

// What was pressed, or what stands in its place: a topic at the top moves down only, one that is gone can come back.
function focusAgain(id) {
  if (document.activeElement !== document.body) return;
  const [, name, topic] = id.match(/^(up|down)-(\d+)$/) ?? [];
  const other = name && document.getElementById(`${name === 'up' ? 'down' : 'up'}-${topic}`);
  const typed = id === 'follow-words' ? document.getElementById('typed-words') : null;
  (typed ?? document.getElementById(id) ?? other ?? document.getElementById('follow-again') ?? document.getElementById('followed'))?.focus();
}

root.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.matches('.publisher-filter')) { event.preventDefault(); filter(form); return; }
  if (!form.matches('.topic-form')) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = '1';
  const id = event.submitter?.id ?? '';
  sent = document.getElementById('typed-words')?.value ?? '';
  const top = event.submitter?.getBoundingClientRect().top;
  const outcome = await submitAction(form.dataset.action, new URLSearchParams(new FormData(form, event.submitter)));
  delete form.dataset.busy;
  if (!outcome) return;
  await redraw(outcome.go ?? location.href, 'topics');
  focusAgain(id);
  // What is pressed stays under the finger, however much is followed above it.
  const pressed = document.getElementById(id);
  if (pressed) scrollBy({ top: pressed.getBoundingClientRect().top - top, behavior: 'instant' });
  // It is announced besides.
  toast(outcome.words).ariaHidden = true;
});

// The address keeps the filter, so that a reload and Back show the same.
async function filter(form) {
  const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  const address = `${location.pathname}${fields.size ? `?${fields}` : ''}`;
  history.replaceState(history.state, '', address);
  await redraw(address, 'publisher-list');
}

root.addEventListener('input', (event) => {
  const form = event.target.closest('.publisher-filter');
  if (!form) return;
  clearTimeout(filterTimer);
  filterTimer = setTimeout(() => filter(form), 250);
});

function prepare() { root.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; }); }
prepare();

// A GET fetches nothing, so the list of publishers is asked for here; the server asks its origin once a week.
const update = root.querySelector('form[data-action="refresh-publishers"]');
if (update) {
  const outcome = await post(update.action, new FormData(update));
  if (outcome && !outcome.failed) await redraw(location.href, 'publisher-list');
}
