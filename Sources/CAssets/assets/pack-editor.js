// The editor of packs. Without script every form is sent as it is, and pages move by buttons.
import { announce, element, fetchJSON, fetchPage, filled, moveFocus, postAction, toast } from './page.js';

// ---- the tree and the gallery: pages and photographs move by keys and by dragging
const list = () => document.querySelector('[data-pack-tree], [data-pack-gallery]');
const isGallery = () => 'packGallery' in list().dataset;
const rowOf = (node) => node.closest?.('.pack-tree-row, .pack-photograph');
const itemOf = (node) => node.closest?.('li[data-slug]');
const parentOf = (item) => item.parentElement.closest('li[data-slug]');
const handles = '.pack-tree-title, .pack-photograph-picture';

// Changes are made one after the other, each from the list that the one before it has left.
let lastChange = Promise.resolve();
const later = (work) => { lastChange = lastChange.then(work, work); return lastChange; };
const moveLater = (slug, fields) => later(() => move(slug, fields));

async function move(slug, fieldsOf) {
  const was = document.activeElement;
  const itemNow = () => list().querySelector(`li[data-slug="${CSS.escape(slug)}"]`);
  const item = itemNow();
  const fields = item && fieldsOf(item);
  if (!fields) return;
  const outcome = await postAction(isGallery() ? 'move-pack-photograph' : 'move-pack-page', new URLSearchParams({ slug, ...fields }));
  if (!outcome || outcome.failed) { toast(outcome?.words ?? strings.nothingChanged); return; }
  const page = await fetchPage(location.href);
  if (!page) { location.reload(); return; }
  replaceList(page);
  moveFocus(was, itemNow()?.querySelector(handles));
  announce(outcome.words);
}

// Shows the list of a page that was fetched. Captions that are written meanwhile stay.
function replaceList(page) {
  const written = unsavedCaptions().map((field) => ({ slug: itemOf(field).dataset.slug, ...place(field) }));
  list().replaceWith(page.querySelector('[data-pack-tree], [data-pack-gallery]'));
  for (const { slug, name, value, caret } of written) {
    const field = list().querySelector(`li[data-slug="${CSS.escape(slug)}"] .pack-caption-form`)?.elements[name];
    if (!field) continue;
    field.value = value;
    if (caret) { field.focus({ preventScroll: true }); field.setSelectionRange(...caret); }
    saveCaption(field.form);
  }
  for (const name of ['h1', '.pack-status']) document.querySelector(`main ${name}`).replaceWith(page.querySelector(`main ${name}`));
  prepareList();
}

// The place before an item, or the last one, where there is none behind it.
const before = (item, last) => (item ? { before: item.dataset.slug } : { below: last?.dataset.slug ?? '' });

// Alt with an arrow: up and down among its siblings; in the tree right below the page before it, left out to behind the page above.
const moves = {
  ArrowUp: (item) => item.previousElementSibling?.dataset.slug && { before: item.previousElementSibling.dataset.slug },
  ArrowDown: (item) => item.nextElementSibling && before(item.nextElementSibling.nextElementSibling, parentOf(item)),
  ArrowRight: (item) => !isGallery() && item.previousElementSibling && { below: item.previousElementSibling.dataset.slug },
  ArrowLeft: (item) => {
    const parent = parentOf(item);
    return parent && parentOf(parent) && before(parent.nextElementSibling, parentOf(parent));
  },
};
const isMovable = (item) => isGallery() || parentOf(item);

document.addEventListener('keydown', (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || !moves[event.key] || !event.target.matches?.(handles) || !list()) return;
  event.preventDefault();
  const { key } = event;
  moveLater(itemOf(event.target).dataset.slug, (item) => isMovable(item) && moves[key](item));
});

let dragged = null;
const marks = ['drops-before', 'drops-inside', 'drops-after'];
const unmark = () => document.querySelectorAll(marks.map((mark) => `.${mark}`).join()).forEach((row) => row.classList.remove(...marks));

// In the tree the upper third of a row is the place before it, the rest the last place below it. In the gallery the halves are
// the places before and behind it.
function destination(event) {
  const row = rowOf(event.target);
  const item = row && itemOf(row);
  if (!dragged || !item || dragged.contains(item)) return null;
  const box = row.getBoundingClientRect();
  const at = (event.clientY - box.top) / box.height;
  if (isGallery()) {
    const isBefore = at < .5;
    return { row, mark: isBefore ? 'drops-before' : 'drops-after', fields: before(isBefore ? item : item.nextElementSibling) };
  }
  const isBefore = parentOf(item) && at < 1 / 3;
  return { row, mark: isBefore ? 'drops-before' : 'drops-inside', fields: { [isBefore ? 'before' : 'below']: item.dataset.slug } };
}

function prepareList() {
  const root = list();
  if (!root) return;
  for (const row of root.querySelectorAll('.pack-tree-row')) row.draggable = Boolean(parentOf(itemOf(row)));
  // Texts in fields are selected by dragging too, so photographs move by their pictures.
  for (const picture of root.querySelectorAll('.pack-photograph-picture')) picture.draggable = true;
  root.classList.add('saves-itself');
  root.addEventListener('dragstart', (event) => {
    dragged = itemOf(event.target);
    rowOf(event.target)?.classList.add('is-dragged');
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', dragged?.dataset.slug ?? '');
  });
  root.addEventListener('dragover', (event) => {
    const target = destination(event);
    unmark();
    if (!target) return;
    event.preventDefault();
    target.row.classList.add(target.mark);
  });
  root.addEventListener('drop', (event) => {
    const target = destination(event);
    unmark();
    if (!target) return;
    event.preventDefault();
    moveLater(dragged.dataset.slug, () => target.fields);
  });
  root.addEventListener('dragend', () => {
    unmark();
    root.querySelector('.is-dragged')?.classList.remove('is-dragged');
    dragged = null;
  });
}
prepareList();

// ---- captions: saved when their field is left
const isText = (field) => field.matches('textarea, [type=text], input:not([type])');
const unsavedCaptions = () => [...document.querySelectorAll('.pack-caption-form')].flatMap((own) => [...own.elements])
  .filter((field) => isText(field) && field.value !== field.defaultValue);
const place = (field) => ({ name: field.name, value: field.value, caret: field === document.activeElement && [field.selectionStart, field.selectionEnd] });
document.addEventListener('change', (event) => { if (event.target.closest?.('.pack-caption-form')) saveCaption(event.target.form); });
document.addEventListener('submit', (event) => {
  if (!event.target.matches('.pack-caption-form')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  saveCaption(event.target);
}, true);

const saveCaption = (own) => later(async () => {
  // Its words are in the form that took its place.
  if (!own.isConnected) return;
  const sent = new FormData(own);
  const state = own.querySelector('[data-save-state]');
  const outcome = await postAction('save-pack-photograph', new URLSearchParams(sent), false);
  const words = outcome?.words ?? state.dataset.failed;
  if (outcome && !outcome.failed && !outcome.isConflict) for (const field of own.elements) if (isText(field)) field.defaultValue = sent.get(field.name);
  if (outcome?.revision) own.elements.revision.value = outcome.revision;
  // Merged with what another editor changed: the fields show that too.
  if (outcome?.go && !outcome.revision && !outcome.isConflict) { sessionStorage.said = words; return location.reload(); }
  state.classList.toggle('form-error', !outcome || outcome.failed || outcome.isConflict);
  state.textContent = words;
  announce(words);
});

// ---- the form of a page: saved without leaving it, and never left by accident
const form = document.querySelector('.pack-page-form');
// Saves the form of the page, if there is one with changes; false if that failed.
let saveFirst = async () => true;
if (form) {
  const state = form.querySelector('[data-save-state]');
  const written = () => new URLSearchParams(new FormData(form)).toString();
  let saved = written();
  let isSaving = false;
  let saving = null;
  const hasChanged = () => written() !== saved;
  const show = () => { if (!isSaving) state.textContent = hasChanged() ? state.dataset.unsaved : ''; };
  form.addEventListener('input', show);
  addEventListener('beforeunload', (event) => { if (hasChanged()) event.preventDefault(); });

  const save = () => (saving ??= saveNow().finally(() => { saving = null; }));
  const saveNow = async () => {
    if (!form.reportValidity()) return false;
    isSaving = true;
    const sent = written();
    const outcome = await postAction('save-pack-page', new URLSearchParams(sent), false);
    isSaving = false;
    const words = outcome?.words ?? state.dataset.failed;
    const isSaved = outcome && !outcome.failed && !outcome.isConflict;
    form.classList.toggle('has-conflict', Boolean(outcome) && !isSaved);
    if (!isSaved) {
      state.textContent = words;
      announce(words);
      return false;
    }
    // Merged with what another editor changed: the fields show that too.
    if (outcome.go && !outcome.revision) {
      saved = sent;
      sessionStorage.said = outcome.words;
      location.reload();
      return true;
    }
    if (outcome.revision) for (const field of document.querySelectorAll('input[name="revision"]')) field.value = outcome.revision;
    saved = sent.replace(/(^|&)revision=\d+/, `$1revision=${outcome.revision ?? form.elements.revision.value}`);
    const title = new URLSearchParams(sent).get('title');
    if (title) document.querySelector('.pack-editor h1').textContent = title;
    show();
    state.textContent ||= words;
    announce(words);
    return true;
  };
  // What was written while a save was under way is saved too.
  saveFirst = async () => { await saving; return !hasChanged() || save(); };
  form.addEventListener('submit', (event) => { event.preventDefault(); save(); });
  // Whoever removes the page has been asked already.
  document.addEventListener('submit', (event) => { if (event.target.dataset.action === 'remove-pack-page') saved = written(); });
  // The preview shows what is saved, and so saves what is written.
  document.querySelector('[data-preview-link]')?.addEventListener('click', async (event) => {
    if (!hasChanged()) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    if (await saveFirst()) location.assign(href);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    save();
  });
}

// ---- photographs: sent one by one, so that each has its own answer and a large one stops no other
document.addEventListener('submit', async (event) => {
  const upload = event.target.closest?.('.pack-upload');
  const files = upload && [...upload.elements.pictures.files];
  if (!files?.length) return;
  event.preventDefault();
  if (!await saveFirst()) return;
  const state = upload.querySelector('[data-upload-state]');
  const bar = upload.querySelector('progress');
  const button = upload.querySelector('button');
  const lines = upload.querySelector('.pack-upload-files');
  const rows = files.map((file) => element('li', {}, element('span', {}, file.name), element('small', {}, state.dataset.waiting)));
  const [refused, notes] = [[], []];
  let [added, sent] = [0, 0];
  lines.replaceChildren(...rows);
  button.disabled = true;
  bar.hidden = false;
  lines.hidden = files.length === 1;
  bar.max = files.reduce((sum, file) => sum + file.size, 0) || 1;
  for (const [index, file] of files.entries()) {
    const says = rows[index].lastChild;
    state.textContent = filled(state.dataset.words, index + 1, files.length);
    const body = new FormData(upload);
    body.set('pictures', file);
    const outcome = await send(upload.action, body, (share) => {
      bar.value = sent + share * file.size;
      says.textContent = share < 1 ? `${Math.round(share * 100)} %` : state.dataset.preparing;
    });
    sent += file.size;
    bar.value = sent;
    const isAdded = outcome && !outcome.failed;
    if (isAdded) { added += 1; notes.push(outcome.words); } else refused.push(outcome?.words ?? `“${file.name}”: ${state.dataset.failed}`);
    rows[index].classList.add(isAdded ? 'is-added' : 'is-refused');
    says.textContent = isAdded ? state.dataset.added : (outcome?.words.replace(`“${file.name}”: `, '') ?? state.dataset.failed);
  }
  bar.hidden = true;
  button.disabled = false;
  const said = [added ? filled(state.dataset.done, added) : '', ...notes].filter(Boolean).join(' ');
  if (!refused.length) {
    await Promise.all([...new Set(unsavedCaptions().map((field) => field.form))].map(saveCaption));
    sessionStorage.said = said;
    return location.reload();
  }
  // The files that were refused stay named until the page is left; the others are shown.
  state.setAttribute('role', 'alert');
  if (!lines.hidden) announce(refused.join(' '));
  state.textContent = [said, ...(lines.hidden ? refused : [])].filter(Boolean).join(' ');
  upload.elements.pictures.value = '';
  const page = added && list() && await fetchPage(location.href);
  if (page) replaceList(page);
});

// Sends a form; `tell` hears which share of it has arrived, which fetch cannot say.
function send(address, body, tell) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    if (tell) request.upload.addEventListener('progress', (event) => tell(event.total ? event.loaded / event.total : 1));
    request.addEventListener('load', () => resolve(request.response));
    for (const failure of ['error', 'abort', 'timeout']) request.addEventListener(failure, () => resolve(null));
    request.send(body);
  });
}

// ---- someone else on this page
const others = document.querySelector('[data-other-editors]');
if (others) {
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetchJSON(others.dataset.otherEditors);
    if (answer) { others.textContent = answer.words; others.hidden = !answer.words; }
  };
  look();
  setInterval(look, 15000);
  document.addEventListener('visibilitychange', look);
}

// ---- the other forms: what is refused is told beside the form, which keeps what was typed
document.addEventListener('submit', async (event) => {
  const own = event.target;
  if (!own.matches('.pack-editor form[data-action]:not(.pack-upload)') || own === form) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (own.dataset.busy || (form && !await saveFirst())) return;
  await lastChange;
  own.dataset.busy = '1';
  const outcome = await send(own.action, new FormData(own));
  delete own.dataset.busy;
  if (outcome && !outcome.failed && !outcome.isConflict) {
    sessionStorage.said = outcome.words ?? '';
    if (outcome.go && outcome.go !== location.pathname + location.search) return location.assign(outcome.go);
    return location.reload();
  }
  own.querySelector('.form-error')?.remove();
  own.prepend(element('p', { className: 'form-error', role: 'alert', textContent: outcome?.words ?? strings.nothingChanged }));
}, true);
