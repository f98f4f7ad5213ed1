// What the text field of a guide's page asks: the target of a link, and a picture of the guide. Each answers null if it is left.
import { element } from './page.js';

const listed = (id) => JSON.parse(document.getElementById(id)?.textContent ?? '[]');
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isFound = (text, query) => folded(query).split(/\s+/).every((word) => folded(text).includes(word));
const pageAddress = (slug) => `https://pack.invalid/page/${slug}`;
const mostShown = 60;

// What is typed as an address: with its scheme, as `www.` or `loom.example/boats`, or a mail address.
function typedAddress(text) {
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text;
  if (/^[^\s@]+@[^\s@]+\.\w+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([/?#]\S*)?$/i.test(text) ? `https://${text}` : null;
}

// Shows a dialogue until its form is sent or left; `value` is asked before it closes, and null keeps it open. The answer is given
// at once: the event that tells of the closing comes later, when the next key may have been typed in the text already.
function ask(title, submit, body, value) {
  const close = element('button', { type: 'button', className: 'quiet' }, strings.cancel);
  const send = element('button', { className: 'button primary' }, submit);
  const head = element('div', { className: 'sheet-head' }, close, element('h2', {}, title), send);
  const form = element('form', {}, head, ...body);
  const dialog = element('dialog', { className: 'sheet text-editor-dialog', ariaLabel: title }, form);
  return new Promise((resolve) => {
    const leave = (answer) => { dialog.close(); dialog.remove(); resolve(answer); };
    form.addEventListener('submit', (event) => {
      event.stopPropagation();
      event.preventDefault();
      const answer = value();
      if (answer) leave(answer);
    });
    close.addEventListener('click', () => leave(null));
    dialog.addEventListener('click', (event) => { if (event.target === dialog) leave(null); });
    // By Escape, and by whatever else a browser closes it with.
    for (const type of ['cancel', 'close']) dialog.addEventListener(type, () => leave(null));
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector(':checked') ?? dialog.querySelector('input') ?? close).focus();
  });
}

function field(label, input) {
  return element('label', { className: 'field' }, element('span', {}, label), input);
}

// A field whose choices are below it: typing filters, arrow keys choose, Enter takes (WAI-ARIA practices, combobox).
export function chooseLink(current) {
  const pages = listed('pack-pages');
  const here = pages.find(({ slug }) => current === pageAddress(slug) || current.startsWith(`${pageAddress(slug)}#`));
  const input = element('input', { className: 'input', autocomplete: 'off', spellcheck: false, value: here?.title ?? current, role: 'combobox', ariaExpanded: 'true', ariaAutoComplete: 'list' });
  const list = element('div', { className: 'text-editor-pages', id: 'text-editor-pages', role: 'listbox', ariaLabel: strings.guidePages });
  const note = element('p', { className: 'hint', role: 'status' });
  input.setAttribute('aria-controls', list.id);
  let choices = [];
  let at = 0;

  const mark = (to) => {
    at = to;
    [...list.children].forEach((option, index) => { option.ariaSelected = index === at; });
    if (!list.children[at]) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', list.children[at].id);
    return list.children[at].scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    const query = input.value.trim();
    const address = typedAddress(query);
    const found = pages.filter(({ title, path }) => isFound(`${title} ${path ?? ''}`, query));
    const first = (page) => (folded(page.title).startsWith(folded(query)) ? 0 : 1);
    found.sort((one, other) => first(one) - first(other));
    choices = found.slice(0, mostShown).map(({ slug, title, path }) => ({ href: pageAddress(slug), text: title, path }));
    if (address) choices.unshift({ href: address, text: query, path: strings.webAddress });
    list.replaceChildren(...choices.map(({ text, path }, index) => element(
      'div', { id: `text-editor-page-${index}`, role: 'option', onclick: () => { at = index; list.closest('form').requestSubmit(); } },
      element('b', {}, text), element('small', {}, path ?? ''))));
    list.hidden = !choices.length;
    note.textContent = choices.length ? '' : strings.noPageFound;
    mark(query ? 0 : -1);
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !choices.length) return;
    event.preventDefault();
    mark((Math.max(at + step, at < 0 ? 0 : -1) + choices.length) % choices.length);
  });
  // What is linked already is among all pages, not the only one.
  const opened = ask(strings.link, strings.setLink, [field(strings.pageOrAddress, input), list, note], () => {
    const chosen = choices[at] ?? null;
    // The same page keeps the place in it.
    return chosen && here && chosen.href === pageAddress(here.slug) ? { ...chosen, href: current } : chosen;
  });
  input.select();
  show();
  return opened;
}

export function choosePicture(current, mediaPath) {
  const pictures = listed('pack-pictures');
  const alternative = element('input', { className: 'input', autocomplete: 'off', value: current?.alt ?? '' });
  let isTyped = Boolean(current?.alt);
  alternative.addEventListener('input', () => { isTyped = true; });
  const box = element('div', { className: 'text-editor-pictures', role: 'radiogroup', ariaLabel: strings.guidePictures });
  const option = ({ src, alt, thumb, name }) => {
    const radio = element('input', { type: 'radio', name: 'picture', value: src, required: true, checked: src === current?.src });
    radio.addEventListener('change', () => { if (!isTyped) alternative.value = alt ?? ''; });
    return element('label', {}, radio, element('img', { src: thumb ?? mediaPath + src.split('/').pop(), alt: '', loading: 'lazy' }), element('span', {}, name));
  };
  box.append(...pictures.map(option));
  const filter = element('input', { className: 'input', type: 'search', autocomplete: 'off' });
  filter.addEventListener('input', () => {
    [...box.children].forEach((label, at) => { label.hidden = !isFound(`${pictures[at].name} ${pictures[at].alt ?? ''}`, filter.value.trim()); });
  });
  filter.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault(); });
  const body = pictures.length
    ? [...(pictures.length > 12 ? [field(strings.findPicture, filter)] : []), box, field(strings.alternativeText, alternative), element('p', { className: 'hint' }, strings.alternativeHint)]
    : [element('p', { className: 'note' }, strings.noGuidePictures)];
  return ask(strings.picture, strings.insert, body, () => {
    const src = box.querySelector(':checked')?.value;
    return src ? { src, alt: alternative.value.trim() } : null;
  });
}
