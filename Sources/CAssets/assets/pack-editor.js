// The editor of packs. Without script every form is sent as it is, and pages move by buttons.
import { announce, element, fetchJSON, fetchPage, filled, postAction, toast } from './page.js';

// ---- the tree: pages move by keys and by dragging
const tree = () => document.querySelector('[data-pack-tree]');
const rowOf = (node) => node.closest?.('.pack-tree-row');
const itemOf = (node) => node.closest?.('li[data-slug]');
const parentOf = (item) => item.parentElement.closest('li[data-slug]');

// Moves are made one after the other, each from the tree that the one before it has left.
let lastMove = Promise.resolve();
const moveLater = (slug, fields) => { lastMove = lastMove.then(() => move(slug, fields), () => move(slug, fields)); };

async function move(slug, fieldsOf) {
  const item = tree().querySelector(`li[data-slug="${slug}"]`);
  const fields = item && fieldsOf(item);
  if (!fields) return;
  const outcome = await postAction('move-pack-page', new URLSearchParams({ slug, ...fields }));
  if (!outcome || outcome.failed) { toast(outcome?.words ?? strings.nothingChanged); return; }
  const page = await fetchPage(location.href);
  if (!page) { location.reload(); return; }
  tree().replaceWith(page.querySelector('[data-pack-tree]'));
  document.querySelector('.pack-status').replaceWith(page.querySelector('.pack-status'));
  prepareTree();
  document.querySelector(`li[data-slug="${slug}"] .pack-tree-title`)?.focus();
  announce(outcome.words);
}

// Alt with an arrow: up and down among its siblings, right below the page before it, left out to behind the page above.
const moves = {
  ArrowUp: (item) => item.previousElementSibling?.dataset.slug && { before: item.previousElementSibling.dataset.slug },
  ArrowDown: (item) => {
    const next = item.nextElementSibling;
    if (!next) return null;
    const after = next.nextElementSibling;
    return after ? { before: after.dataset.slug } : { below: parentOf(item).dataset.slug };
  },
  ArrowRight: (item) => item.previousElementSibling && { below: item.previousElementSibling.dataset.slug },
  ArrowLeft: (item) => {
    const parent = parentOf(item);
    if (!parent || !parentOf(parent)) return null;
    const next = parent.nextElementSibling;
    return next ? { before: next.dataset.slug } : { below: parentOf(parent).dataset.slug };
  },
};

document.addEventListener('keydown', (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || !moves[event.key] || !event.target.matches?.('.pack-tree-title')) return;
  event.preventDefault();
  const { key } = event;
  moveLater(itemOf(event.target).dataset.slug, (item) => parentOf(item) && moves[key](item));
});

let dragged = null;
const marks = ['drops-before', 'drops-inside'];
const unmark = () => document.querySelectorAll('.drops-before, .drops-inside').forEach((row) => row.classList.remove(...marks));

// The upper third of a row is the place before it, the rest the last place below it.
function destination(event) {
  const row = rowOf(event.target);
  const item = row && itemOf(row);
  if (!dragged || !item || dragged.contains(item)) return null;
  const box = row.getBoundingClientRect();
  const isBefore = parentOf(item) && event.clientY < box.top + box.height / 3;
  return { row, mark: isBefore ? 'drops-before' : 'drops-inside', fields: { [isBefore ? 'before' : 'below']: item.dataset.slug } };
}

function prepareTree() {
  const root = tree();
  if (!root) return;
  for (const row of root.querySelectorAll('.pack-tree-row')) row.draggable = Boolean(parentOf(itemOf(row)));
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
prepareTree();

// ---- the form of a page: saved without leaving it, and never left by accident
const form = document.querySelector('.pack-page-form');
// Saves the form of the page, if there is one with changes; false if that failed.
let saveFirst = async () => true;
if (form) {
  const state = form.querySelector('[data-save-state]');
  const written = () => new URLSearchParams(new FormData(form)).toString();
  let saved = written();
  let isSaving = false;
  const hasChanged = () => written() !== saved;
  const show = () => { if (!isSaving) state.textContent = hasChanged() ? state.dataset.unsaved : ''; };
  form.addEventListener('input', show);
  addEventListener('beforeunload', (event) => { if (hasChanged()) event.preventDefault(); });

  const save = async () => {
    if (isSaving || !form.reportValidity()) return false;
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
  saveFirst = async () => !hasChanged() || save();
  form.addEventListener('submit', (event) => { event.preventDefault(); save(); });
  // The preview shows what is saved, and so saves what is written.
  document.querySelector('[data-preview-link]')?.addEventListener('click', async (event) => {
    if (!hasChanged()) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    if (await save()) location.assign(href);
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
  const refused = [];
  let added = 0;
  button.disabled = true;
  bar.hidden = false;
  bar.max = files.length;
  for (const [index, file] of files.entries()) {
    bar.value = index;
    state.textContent = state.dataset.words.replace('{0}', index + 1).replace('{1}', files.length);
    const body = new FormData(upload);
    body.set('pictures', file);
    const outcome = await send(upload.action, body);
    if (outcome && !outcome.failed) added += 1; else refused.push(outcome?.words ?? `“${file.name}”: ${state.dataset.failed}`);
  }
  bar.hidden = true;
  button.disabled = false;
  if (!refused.length) { sessionStorage.said = filled(state.dataset.done, added); return location.reload(); }
  // The files that were refused stay named until the page is left; the others are shown.
  state.setAttribute('role', 'alert');
  state.textContent = [added ? filled(state.dataset.done, added) : '', ...refused].filter(Boolean).join(' ');
  const page = added && await fetchPage(location.href);
  const list = page?.querySelector('.pack-photographs');
  if (list) document.querySelector('.pack-photographs').replaceWith(list);
});

async function send(address, body) {
  try {
    const response = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } });
    return await response.json();
  } catch { return null; }
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
