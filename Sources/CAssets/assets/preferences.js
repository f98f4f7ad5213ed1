// The forms of the settings, on their pages and in the sheet over a story: a change applies at once and is saved in the
// background.
import { submitAction } from './actions.js';

const attributes = { textSize: 'textSize', face: 'fontFace', theme: 'theme', measure: 'lineWidth', density: 'density' };

function showOnPage(form) {
  const fields = new FormData(form);
  const html = document.documentElement;
  for (const field in attributes) if (fields.has(field)) html.dataset[attributes[field]] = fields.get(field);
  if (fields.get('part') === 'reading') {
    if (fields.has('scaleInterface')) html.dataset.scaling = 'all'; else delete html.dataset.scaling;
  }
}

// Only what was changed is sent, as another device may have changed the rest; one change after another, so that an
// older one never overwrites a newer one. What could not be saved is shown as it was.
const waiting = new Map();
let isSaving = false;
async function saveWaiting() {
  if (isSaving) return;
  isSaving = true;
  for (const [name, { form, fields }] of waiting) {
    waiting.delete(name);
    const isSaved = await submitAction('preferences', fields);
    for (const input of form.querySelectorAll(`[name="${name}"]`)) {
      if (isSaved) input.defaultChecked = fields.get(name) === input.value;
      else if (!waiting.has(name)) input.checked = input.defaultChecked;
    }
    if (!isSaved) showOnPage(form);
  }
  isSaving = false;
}
// A page that is left sends what waits.
addEventListener('pagehide', () => {
  for (const { fields } of waiting.values()) submitAction('preferences', fields);
  waiting.clear();
});

export function prepareSettings(root) {
  const form = root.querySelector('form.settings');
  if (!form) return;
  form.querySelectorAll('[data-no-script]').forEach((button) => { button.hidden = true; });
  form.addEventListener('change', ({ target }) => {
    showOnPage(form);
    const fields = new URLSearchParams({ part: form.elements.part.value, only: target.name });
    if (target.checked) fields.set(target.name, target.value);
    waiting.set(target.name, { form, fields });
    saveWaiting();
  });
}

// Lines of the text that is being set stay in sight above the sheet, also once a larger title has moved them. A short
// page gets room below, so that they can be. Closing the sheet goes back to where the page was.
export function keepTextInSight(dialog) {
  const text = document.querySelector('main .story .text');
  // Where it hangs from its button, the text is beside it.
  if (!text || dialog.offsetTop < 96) return;
  const from = scrollY;
  const paragraphs = [...text.querySelectorAll('p, li')].filter((one) => one.textContent.trim());
  const lines = paragraphs.length ? paragraphs : [text];
  const isInSight = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < dialog.offsetTop - 96 && bottom > 104;
  };
  let hasMoved = false;
  const show = () => {
    if (lines.some(isInSight)) return;
    hasMoved = true;
    document.body.style.paddingBottom = `${innerHeight - dialog.offsetTop + 96}px`;
    const nearest = lines.findLast((one) => one.getBoundingClientRect().top < dialog.offsetTop - 96) ?? lines[0];
    nearest.scrollIntoView({ behavior: 'instant' });
  };
  show();
  dialog.addEventListener('change', show);
  dialog.addEventListener('close', () => {
    if (!hasMoved) return;
    document.body.style.paddingBottom = '';
    scrollTo({ top: from, behavior: 'instant' });
  }, { once: true });
}

prepareSettings(document);
