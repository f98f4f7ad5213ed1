// Actions: forms that change something are submitted in the background and applied at once; undo is offered for 8
// seconds.
import { editionPath } from './paths.js';
const live = document.getElementById('live');
let toastTimer;

export const announce = (message) => { live.textContent = ''; live.textContent = message; };

// A new action removes the previous undo offer at once, before its response arrives. Requests are sent even when the
// page is left (keepalive).
const offersUndo = new Set(['marks', 'read', 'unfollow', 'follow', 'settle', 'folder', 'shelf']);
let lastRequest = Promise.resolve();
export function submitAction(name, fields) {
  if (offersUndo.has(name)) document.querySelector('.toast[data-ticket]')?.remove();
  const sent = send(name, fields);
  if (offersUndo.has(name)) lastRequest = sent;
  return sent;
}

async function send(name, fields) {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  let response;
  try {
    response = await fetch(`${editionPath('act')}/${name}`, { method: 'POST', body, headers: { Accept: 'application/json' }, keepalive: !(body instanceof FormData) });
  } catch {
    if (name === 'refresh') document.dispatchEvent(new Event('tidings:failed'));
    else toast('Tidings cannot be reached. Nothing was changed.');
    return null;
  }
  const outcome = await response.json().catch(() => ({ failed: true, words: 'That did not work. Nothing was changed.' }));
  if (outcome.failed) { toast(outcome.words); return null; }
  return outcome;
}

// Shows one toast at a time; `undone` is called after an undo.
export function toast(message, ticket, undone) {
  document.querySelector('.toast')?.remove();
  clearTimeout(toastTimer);
  const toastBox = document.createElement('div');
  toastBox.className = 'toast';
  const text = document.createElement('span');
  text.textContent = message;
  toastBox.append(text);
  if (ticket) {
    const button = document.createElement('button');
    button.textContent = 'Undo';
    button.onclick = () => undo(ticket, undone);
    toastBox.append(button);
    toastBox.dataset.ticket = ticket;
    sessionStorage.setItem('deed', JSON.stringify([String(ticket), message]));
  }
  document.body.append(toastBox);
  announce(ticket ? `${message}. Press z to undo.` : message);
  const removeLater = () => { toastTimer = setTimeout(() => (toastBox.matches(':hover, :focus-within') ? removeLater() : toastBox.remove()), 8000); };
  removeLater();
}

async function undo(ticket, undone) {
  const outcome = await submitAction('undo', { ticket });
  if (!outcome) return;
  if (undone) { undone(); toast('Undone'); } else location.reload();
}

export async function undoLast() {
  await lastRequest;
  await Promise.resolve();
  const toastBox = document.querySelector('.toast[data-ticket]');
  if (toastBox) (toastBox.querySelector('button') ?? toastBox).click();
}

// Adjusts unread counts, if they are whole numbers ("999+" stays).
function adjustCounts(row, by) {
  const section = row.closest('.section');
  for (const counter of [section?.querySelector('.section-head .tally'), document.querySelector('[data-unread]'), section ? null : document.querySelector('.list-tools > span')]) {
    const number = counter?.textContent.match(/^(\d+)(?!\+)/);
    if (number) counter.textContent = counter.textContent.replace(number[1], Math.max(0, Number(number[1]) + by));
  }
}

const rowOf = (story) => document.querySelector(`main .row[data-story="${story}"]`);

export function showRead(row, isRead) {
  if (row.classList.contains('unread') === isRead) adjustCounts(row, isRead ? -1 : 1);
  row.classList.toggle('unread', !isRead);
  const word = row.querySelector('.headline .visually-hidden');
  if (isRead) word?.remove();
  else if (!word) row.querySelector('.headline')?.insertAdjacentHTML('afterbegin', '<span class="visually-hidden">Unread: </span>');
}

const id = (row) => row.dataset.story;

export function showSaved(row, isSaved) {
  row.toggleAttribute('data-saved', isSaved);
  row.querySelector('.from .saved')?.remove();
  const icon = document.querySelector('svg.icon use');
  if (isSaved && icon) row.querySelector('.from')?.insertAdjacentHTML('beforeend', `<span class="kind saved"><svg class="icon" aria-hidden="true"><use href="${icon.getAttribute('href').replace(/#.*/, '#save')}"/></svg><span class="visually-hidden">Saved</span></span>`);
}

export async function toggleMark(row, kind) {
  const isOn = kind === 'saved' ? 'saved' in row.dataset : !row.classList.contains('unread');
  const show = (value) => {
    if (kind === 'read') showRead(row, value);
    else showSaved(row, value);
  };
  show(!isOn);
  const outcome = await submitAction('marks', { story: id(row), kind, value: isOn ? 0 : 1 });
  if (outcome) toast(outcome.words, outcome.ticket, () => show(isOn)); else show(isOn);
}

async function markAll(fields, rows) {
  const changed = rows.filter((row) => row.classList.contains('unread'));
  changed.forEach((row) => showRead(row, true));
  const outcome = await submitAction('read', fields);
  const revert = () => changed.forEach((row) => showRead(row, false));
  if (outcome) toast(outcome.words, outcome.ticket, () => { revert(); location.reload(); }); else revert();
  return outcome;
}

// Marks everything above a row read, in the list's order.
export function markAboveRead(row) {
  const list = document.querySelector('[data-list]');
  if (!row || !list?.dataset.code || list.dataset.code === 'search') return;
  const rows = [...list.querySelectorAll('.row[data-story]')];
  return markAll({ list: list.dataset.code, above: id(row) }, rows.slice(0, rows.indexOf(row)));
}

// After an action that led to another page, the undo toast there shows the action's message.
const undoToast = document.querySelector('.toast[data-ticket]');
const [savedTicket, savedMessage] = JSON.parse(sessionStorage.getItem('deed') ?? '[]');
if (undoToast && undoToast.dataset.ticket === savedTicket) undoToast.querySelector('span').textContent = savedMessage;

// Intercepts the page's forms.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  const name = form.dataset.act;
  if (!name || form.matches('.switch') || form.enctype === 'multipart/form-data') return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (form.dataset.busy) return;
  form.dataset.busy = '1';
  try { await submit(form, name, fields); } finally { delete form.dataset.busy; }
});

async function submit(form, name, fields) {
  if (name === 'marks') return submitMark(form, fields);
  if (name === 'read') {
    const outcome = await markAll(new URLSearchParams(fields), [...document.querySelectorAll('.row[data-story]')]);
    if (outcome && !fields.has('above')) { form.hidden = true; document.querySelectorAll('.section-head .tally, [data-unread]').forEach((counter) => counter.remove()); }
    return;
  }
  if (name === 'undo') return undo(fields.get('ticket'));
  const outcome = await submitAction(name, new URLSearchParams(fields));
  if (!outcome) return;
  if (outcome.ticket) sessionStorage.setItem('deed', JSON.stringify([String(outcome.ticket), outcome.words]));
  if (name === 'refresh' || name === 'retry') { document.dispatchEvent(new CustomEvent('tidings:asked', { detail: outcome.words })); return; }
  if (name === 'preferences') return;
  if (name === 'forget-search') {
    form.closest('li').remove();
    return announce(outcome.words);
  }
  if (name === 'forget-searches' && form.closest('dialog')) { document.dispatchEvent(new Event('tidings:forgotten')); announce(outcome.words); return; }
  location.href = outcome.go ?? location.href;
}

// Updates all buttons and the row of a story.
export function showMark(story, kind, isOn) {
  for (const other of document.querySelectorAll('form[data-act="marks"]')) {
    if (other.elements.kind.value !== kind || other.elements.story.value !== story) continue;
    other.elements.value.value = isOn ? '0' : '1';
    const control = other.querySelector('button');
    control.setAttribute('aria-pressed', isOn);
    const label = control.querySelector('span');
    if (label) label.textContent = kind === 'saved' ? (isOn ? 'Saved' : 'Save') : (isOn ? 'Mark unread' : 'Mark read');
    const use = control.querySelector('use');
    if (kind === 'saved') use.setAttribute('href', use.getAttribute('href').replace(/#.*/, isOn ? '#save-on' : '#save'));
  }
  const row = rowOf(story);
  if (row && !row.closest('.next')) (kind === 'saved' ? showSaved : showRead)(row, isOn);
}

async function submitMark(form, fields) {
  const button = form.querySelector('button');
  const [story, kind, value] = [fields.get('story'), fields.get('kind'), fields.get('value') === '1'];
  const outcome = await submitAction('marks', new URLSearchParams(fields));
  if (!outcome) return;
  showMark(story, kind, value);
  toast(outcome.words, outcome.ticket, () => showMark(story, kind, !value));
  button.focus({ preventScroll: true });
}
