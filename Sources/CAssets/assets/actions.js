// Actions: forms that change something are submitted in the background and applied at once; undo is offered.
import { announce, edition, fetchJSON, filled, isSignedOut, listRoot, postAction, toast } from './page.js';

// A new action removes the previous undo offer at once, before its response arrives.
const offersUndo = /mark|^(un)?follow$|update|starter/;
let lastRequest = Promise.resolve();
export let actionCount = 0;
export function submitAction(name, fields) {
  actionCount += 1;
  if (offersUndo.test(name)) document.querySelector('.toast[data-undo-id]')?.remove();
  const sent = send(name, fields).then((outcome) => outcome && { ...outcome, isOld: offersUndo.test(name) && sent !== lastRequest });
  if (offersUndo.test(name)) lastRequest = sent;
  return sent;
}

async function send(name, fields) {
  const outcome = await postAction(name, fields);
  if (outcome && !outcome.failed) return outcome;
  if (!outcome && name === 'refresh') document.dispatchEvent(new Event('tidings:failed'));
  else if (!isSignedOut) toast(outcome?.words ?? strings.nothingChanged);
  return null;
}

const keepUndo = ({ ticket, words }) => sessionStorage.setItem('undo', JSON.stringify([String(ticket), words]));

// Says what was done, unless something else was done meanwhile; `undone` is called after an undo.
export function showOutcome(outcome, undone) {
  const { ticket, words, isOld } = outcome;
  if (isOld) return;
  if (!ticket) return toast(words);
  toast(words, strings.undo, () => undo(ticket, undone)).dataset.undoId = ticket;
  keepUndo(outcome);
  announce(filled(strings.undoByKey, words));
}

async function undo(ticket, undone) {
  // It can be pressed once.
  document.querySelector('.toast[data-undo-id]')?.remove();
  if (!await submitAction('undo', { ticket })) return;
  if (undone) { undone(); toast(strings.undone); refreshUnread(); } else location.reload();
}

export async function undoLast() {
  await lastRequest;
  await Promise.resolve();
  const toastBox = document.querySelector('.toast[data-undo-id]');
  if (toastBox) (toastBox.querySelector('button') ?? toastBox).click();
}

// Unread counts: an element names the list whose number it shows. Zero is hidden, or said in words.
function setUnread(counter, count) {
  const isNone = count === '0';
  if ('emptyText' in counter.dataset) { counter.textContent = isNone ? counter.dataset.emptyText : filled(strings.unread, count); return; }
  const number = [...counter.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.data));
  if (number) number.data = number.data.replace(/\d+\+?/, count);
  counter.hidden = isNone;
}

// At once, if the count is a whole number ("999+" stays); the server's follows.
function adjustCounts(row, by) {
  const section = row.closest('.section') ?? document.getElementById(row.dataset.section)?.closest('.section');
  for (const counter of document.querySelectorAll(`${section ? '' : '.list-head [data-unread-list], '}.tabs [data-unread-list]`)) adjust(counter, by);
  if (section) adjust(section.querySelector('.section-head [data-unread-list]'), by);
}
function adjust(counter, by) {
  const number = counter && (counter.textContent === counter.dataset.emptyText ? ['0', '0'] : counter.textContent.match(/^(\d+)(?![\d+])/));
  if (number) setUnread(counter, String(Math.max(0, Number(number[1]) + by)));
}

// The lists whose numbers the page shows, for the server; null if it shows none. Many channels are asked for as one.
export function unreadFields() {
  const codes = [...new Set([...document.querySelectorAll('[data-unread-list]')].map((counter) => counter.dataset.unreadList))];
  const channels = codes.filter((code) => /^c\d/.test(code));
  const lists = channels.length > 1 ? codes.filter((code) => !channels.includes(code)) : codes;
  return codes.length ? { lists: lists.join(','), ...(channels.length > 1 ? { feeds: '1' } : {}) } : null;
}
export function showUnread(counts, fields = unreadFields()) {
  for (const counter of document.querySelectorAll('[data-unread-list]')) {
    const code = counter.dataset.unreadList;
    const count = counts[code] ?? (fields?.feeds && /^c\d/.test(code) ? '0' : undefined);
    if (count !== undefined) setUnread(counter, count);
  }
}
let unreadRequests = 0;
export async function refreshUnread() {
  const request = ++unreadRequests;
  const fields = unreadFields();
  if (!fields) return;
  const status = await fetchJSON(`${paths.live}?${new URLSearchParams({ edition, ...fields })}`);
  if (status?.unread && request === unreadRequests) showUnread(status.unread, fields);
}

export const rowOf = (story) => listRoot().querySelector(`.row[data-story="${story}"]`);

// The server has written what a row shows of its marks into the page.
const rowMark = (selector) => document.querySelector('[data-row-marks]').content.querySelector(selector).cloneNode(true);

export function showRead(row, isRead) {
  if (row.classList.contains('unread') === isRead) adjustCounts(row, isRead ? -1 : 1);
  row.classList.toggle('unread', !isRead);
  row.querySelector('.unread-label')?.remove();
  if (!isRead) row.querySelector('.headline')?.prepend(rowMark('.unread-label'));
}

const id = (row) => row.dataset.story;

export function showKept(row, kind, isOn) {
  row.toggleAttribute(`data-${kind}`, isOn);
  row.querySelector(`.source-line .${kind}`)?.remove();
  if (isOn) row.querySelector('.source-line')?.append(rowMark(`.${kind}`));
}

// How many changes of a row's mark are under way, and what the server has of it.
const changing = new Map();

export async function toggleMark(row, kind) {
  const wasRead = !row.classList.contains('unread');
  const isOn = kind === 'read' ? wasRead : kind in row.dataset;
  const show = (value) => {
    if (kind === 'read') return showRead(row, value);
    showKept(row, kind, value);
    // What is ticked is read as well, as on the server.
    if (kind === 'ticked') showRead(row, value || wasRead);
    // It is taken off the list of its kind.
    if (row.closest(`[data-list="${kind}"], [data-list^="${kind}@"]`)) row.hidden = !value;
  };
  show(!isOn);
  const key = `${id(row)} ${kind}`;
  const change = changing.get(key) ?? { count: 0, kept: isOn };
  change.count += 1;
  changing.set(key, change);
  const outcome = await submitAction('set-mark', { story: id(row), kind, value: isOn ? 0 : 1 });
  change.count -= 1;
  if (outcome) change.kept = !isOn;
  if (!change.count) changing.delete(key);
  if (!outcome) { if (!change.count) show(change.kept); }
  // The emptied list says so, and offers Undo too.
  else if (row.hidden && !document.querySelector('main .row:not([hidden])')) {
    keepUndo(outcome);
    return location.reload();
  } else showOutcome(outcome, () => show(isOn));
  refreshUnread();
}

async function markAll(fields, rows) {
  const changed = rows.filter((row) => row.classList.contains('unread'));
  changed.forEach((row) => showRead(row, true));
  const outcome = await submitAction('mark-read', fields);
  const revert = () => changed.forEach((row) => showRead(row, false));
  if (outcome) showOutcome(outcome, () => { revert(); location.reload(); }); else revert();
  refreshUnread();
  return outcome;
}

// Marks everything above a row read, in the list's order.
export function markAboveRead(row) {
  const list = document.querySelector('[data-list]');
  if (!row || !list?.dataset.list || list.dataset.list === 'search') return;
  const rows = [...list.querySelectorAll('.row[data-story]')];
  return markAll({ list: list.dataset.list, above: id(row) }, rows.slice(0, rows.indexOf(row)));
}

// After an action that led to another page, the undo toast there shows the action's message.
const undoToast = document.querySelector('.toast[data-undo-id]');
const [savedTicket, savedMessage] = JSON.parse(sessionStorage.getItem('undo') ?? '[]');
if (undoToast && undoToast.dataset.undoId === savedTicket) undoToast.querySelector('span').textContent = savedMessage;

// Words without an undo are said once the page is there again, unless the page says them itself.
if (sessionStorage.said && !document.querySelector('.toast')) toast(sessionStorage.said);
sessionStorage.removeItem('said');

// Intercepts the page's forms.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  const name = form.dataset.action;
  if (!name || form.matches('.native-submit') || form.enctype === 'multipart/form-data') return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (form.dataset.busy) return;
  form.dataset.busy = '1';
  try { await submit(form, name, fields); } finally { delete form.dataset.busy; }
});

async function submit(form, name, fields) {
  if (name === 'set-mark') return setMark(Object.fromEntries(fields), form);
  if (name === 'mark-read' && !fields.has('older')) {
    form.closest('dialog.sheet')?.close();
    // Named stories, those above one, or all.
    const named = fields.getAll('story');
    const all = [...listRoot().querySelectorAll('.row[data-story]')];
    const end = fields.has('above') ? all.findIndex((row) => id(row) === fields.get('above')) : all.length;
    const rows = all.slice(0, Math.max(0, end)).filter((row) => !named.length || named.includes(id(row)));
    const outcome = await markAll(new URLSearchParams(fields), rows);
    if (outcome && !fields.has('above')) form.hidden = true;
    return;
  }
  if (name === 'undo') return undo(fields.get('ticket'));
  const outcome = await submitAction(name, new URLSearchParams(fields));
  if (!outcome) return;
  if (name === 'mark-read' && !outcome.ticket) return toast(outcome.words);
  if (outcome.ticket) keepUndo(outcome);
  if (name === 'refresh' || name === 'retry') return document.dispatchEvent(new CustomEvent('tidings:asked', { detail: outcome.words }));
  if (name === 'preferences') return;
  if (name === 'forget-search') {
    form.closest('li').remove();
    return announce(outcome.words);
  }
  if (name === 'forget-searches' && form.closest('dialog')) { document.dispatchEvent(new Event('tidings:forgotten')); return announce(outcome.words); }
  // Back does not lead to the emptied form of a mute. With a fragment in its address a page would not be loaded again by
  // a link to itself.
  if (!outcome.ticket) sessionStorage.said = outcome.words ?? '';
  if (outcome.go) location[name === 'mute' ? 'replace' : 'assign'](outcome.go); else location.reload();
}

// A button has the faces of both states.
export function showButton(form, isOn) {
  form.toggleAttribute('data-on', isOn);
  form.elements.value.value = isOn ? '0' : '1';
  form.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', isOn);
}

// Updates all buttons and the row of a story.
export function showMark(story, kind, isOn) {
  for (const form of document.querySelectorAll('form[data-action="set-mark"]')) {
    if (form.elements.kind.value === kind && form.elements.story.value === story) showButton(form, isOn);
  }
  if (kind === 'read') document.querySelector(`article.story[data-story="${story}"]`)?.toggleAttribute('data-read', isOn);
  const row = rowOf(story);
  if (row && !row.closest('.next')) (kind === 'read' ? showRead(row, isOn) : showKept(row, kind, isOn));
}

// By key: a story's own button is in its menu.
export const toggleStoryRead = ({ dataset }) => setMark({ story: dataset.story, kind: 'read', value: 'read' in dataset ? '0' : '1' });

async function setMark(fields, form) {
  const { story, kind, value } = fields;
  const outcome = await submitAction('set-mark', fields);
  if (!outcome) return;
  // The undo offer is below a sheet.
  form?.closest('dialog.sheet')?.close();
  showMark(story, kind, value === '1');
  refreshUnread();
  showOutcome(outcome, () => showMark(story, kind, value !== '1'));
}
