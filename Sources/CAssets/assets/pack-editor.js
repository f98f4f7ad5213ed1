// The editor of packs. Without script every form is sent as it is, and pages move by buttons.
import { announce, fetchPage, postAction, toast } from './page.js';

// ---- the tree: pages move by keys and by dragging
const tree = () => document.querySelector('[data-pack-tree]');
const rowOf = (node) => node.closest?.('.pack-tree-row');
const itemOf = (node) => node.closest?.('li[data-slug]');
const parentOf = (item) => item.parentElement.closest('li[data-slug]');

async function move(item, fields) {
  const { slug } = item.dataset;
  const outcome = await postAction('move-pack-page', new URLSearchParams({ slug, ...fields }));
  if (!outcome || outcome.failed) return toast(outcome?.words ?? strings.nothingChanged);
  const page = await fetchPage(location.href);
  if (!page) return location.reload();
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
  const item = itemOf(event.target);
  const fields = parentOf(item) && moves[event.key](item);
  if (fields) move(item, fields);
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
    move(dragged, target.fields);
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
    if (isSaving || !form.reportValidity()) return;
    isSaving = true;
    const sent = written();
    const outcome = await postAction('save-pack-page', new URLSearchParams(sent));
    isSaving = false;
    const words = outcome?.words ?? state.dataset.failed;
    const isSaved = outcome && !outcome.failed && !outcome.isConflict;
    form.classList.toggle('has-conflict', Boolean(outcome) && !isSaved);
    if (!isSaved) { state.textContent = words; return announce(words); }
    if (outcome.revision) for (const field of document.querySelectorAll('input[name="revision"]')) field.value = outcome.revision;
    saved = sent.replace(/(^|&)revision=\d+/, `$1revision=${outcome.revision ?? form.elements.revision.value}`);
    const title = new URLSearchParams(sent).get('title');
    if (title) document.querySelector('.pack-editor h1').textContent = title;
    show();
    state.textContent ||= words;
    announce(words);
  };
  form.addEventListener('submit', (event) => { event.preventDefault(); save(); });
  addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    save();
  });
}
