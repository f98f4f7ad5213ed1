// A story's images: those that load on a tap, and what stays of a lead image that failed on its way.
import { announce, element, fetchPage, shown, toast } from './page.js';

// Its box, in its colour, so that nothing moves.
export function keepBox(image) {
  const box = element('span', { className: 'failed-image' });
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
  // All that were pressed on this page of the story: the answer to the last of them shows the others too.
  const story = button.closest('.story');
  const pressed = (story.pressed ??= new Set()).add(button.value);
  const { size } = pressed;
  const url = new URL(button.form.action);
  new FormData(button.form).forEach((value, name) => url.searchParams.append(name, value));
  for (const value of pressed) url.searchParams.append(button.name, value);
  const page = await fetchPage(url);
  if (!story.isConnected || size !== pressed.size) return;
  if (!page) { toast(strings.noPicture); return; }
  for (const part of ['.picture.hero', '.text', '.gallery-list', '.click-to-load-all']) {
    const [old, fresh] = [story.querySelector(part), page.querySelector(`.story ${part}`)];
    if (old && fresh) old.replaceWith(fresh); else old?.remove();
  }
  shown(story);
  announce(button.value === 'all' ? strings.picturesShown : strings.pictureShown);
});
