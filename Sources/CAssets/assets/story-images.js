// A story's images: those that load on a tap, and what stays of a lead image that failed on its way.
import { announce, toast } from './actions.js';
import { prepareImages } from './lists.js';

// Its box, in its colour, so that nothing moves.
export function keepBox(image) {
  const box = document.createElement('span');
  box.className = 'failed-image';
  if (image.alt) { box.role = 'img'; box.ariaLabel = image.alt; }
  box.dataset.meanColour = image.dataset.meanColour ?? '';
  Object.assign(box.style, { display: 'block', maxHeight: '82vh', aspectRatio: `${image.getAttribute('width')} / ${image.getAttribute('height')}` });
  image.before(box);
}

// A click-to-load image replaces its button without a navigation.
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('button.click-to-load, .click-to-load-all button');
  if (!button || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const url = new URL(button.form.action);
  new FormData(button.form, button).forEach((value, name) => url.searchParams.append(name, value));
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) { toast('The picture could not be fetched. Tidings did not respond.'); return; }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of ['.picture.hero', '.text', '.gallery-list', '.click-to-load-all']) {
    const [old, fresh] = [document.querySelector(`.story ${part}`), page.querySelector(`.story ${part}`)];
    if (old && fresh) old.replaceWith(fresh); else old?.remove();
  }
  for (const link of document.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  prepareImages();
  announce(button.value === 'all' ? 'Pictures shown' : 'Picture shown');
});
