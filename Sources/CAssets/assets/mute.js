// Muting: the preview follows the form. Without script a button updates it.
import { fetchPage, loadStylesheet } from './page.js';

let previewTimer;
let requests = 0;

async function preview(form) {
  const request = ++requests;
  const page = await fetchPage(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  if (!page || request !== requests) return;
  const [old, fresh] = [form.parentElement.querySelector('#mute-preview'), page.getElementById('mute-preview')];
  if (old && fresh) old.replaceChildren(...fresh.childNodes);
}

export function prepare(root = document) {
  const form = root.querySelector('form[data-mute-form]');
  if (!form) return;
  // For a sheet over another page.
  loadStylesheet('mute.css');
  // Closing the sheet mutes nothing.
  const close = form.closest('dialog')?.querySelector('.sheet-head button');
  if (close) close.textContent = strings.cancel;
  form.querySelector('[data-no-script]').hidden = true;
  const input = form.querySelector('[name=words]');
  // The word fields show only for kinds that need them.
  const kind = () => form.elements.what.value || form.querySelector('[name=what]').value;
  const updateFields = () => {
    const isTyped = kind() === 'words' || !form.elements.story;
    form.querySelectorAll('.mute-words').forEach((part) => { part.hidden = !isTyped; });
    form.querySelectorAll('.mute-text').forEach((part) => { part.hidden = kind() !== 'words'; });
  };
  updateFields();
  form.addEventListener('input', () => {
    updateFields();
    clearTimeout(previewTimer);
    previewTimer = setTimeout(() => preview(form), 250);
  });
  form.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(previewTimer); preview(form); });
  // Applies what was typed before this module was loaded.
  if (input?.value && !form.parentElement.querySelector('#mute-preview form')) preview(form);
  if (input && !input.value && matchMedia('(hover: hover)').matches) input.focus();
}
