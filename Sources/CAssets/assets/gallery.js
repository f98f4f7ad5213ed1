// The gallery: a story's images over the story, one at a time. Loaded on pages with images to open; without script
// their links lead to the gallery page, from which this module also reads the list of images. Input is in
// gallery-input.js.
import { element, fetchPage, filled, icon, loadStylesheet } from './page.js';
import { alignTrack, attachInput, clamp, gap, setTransform, isZoomed, pan, resetZoom, toggleZoom, zoomBy } from './gallery-input.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const loadsOnTap = () => document.documentElement.dataset.pictures === 'off' || navigator.connection?.saveData === true;

// The gallery's gestures; a test compares them with docs/gestures.md.
export const table = [
  { does: 'Next, the previous picture', gesture: 'swipe the picture to the side', button: 'the arrows beside its number', key: '`→`, `←`' },
  { does: 'Close the gallery', gesture: 'swipe the picture down', button: '*Done*', key: '`Esc`' },
];

// The open gallery: dialog and its parts, the story's data, images, current index and zoom.
let view = null;

// ---- images: those on the page, and the full list
const linkTo = (id) => document.querySelector(`a[data-picture="${id}"]`);

function pictureOnPage(link) {
  const image = link?.querySelector('img');
  // A thumbnail that is cut to a square is not the picture.
  if (!image || 'cropped' in link.dataset) return null;
  const [width, height] = [Number(image.getAttribute('width')) || image.naturalWidth, Number(image.getAttribute('height')) || image.naturalHeight];
  const seen = image.complete && image.naturalWidth > 0 ? image.currentSrc : null;
  return { id: link.dataset.picture, files: [{ path: image.currentSrc || image.src, width }], seen, width, height, alt: image.alt, caption: link.closest('figure')?.querySelector('figcaption') };
}

async function fetchList(url) {
  const page = (await fetchPage(url))?.querySelector('.gallery-list');
  if (!page) throw new Error('no list');
  return [{ ...page.dataset }, [...page.children].map((item) => ({
    id: item.id.replace('picture-', ''),
    files: item.dataset.srcset.split(', ').map((file) => ({ path: file.split(' ')[0], width: parseInt(file.split(' ')[1], 10) })),
    width: Number(item.dataset.width), height: Number(item.dataset.height), alt: item.dataset.alt, address: item.dataset.address,
    caption: item.querySelector('figcaption'),
  }))];
}

// ---- opening and closing
async function open(url, id, link, isNew) {
  if (view) return;
  buildDialog(link);
  const openedView = view;
  const seen = pictureOnPage(link);
  const listPromise = fetchList(url);
  // Waits briefly for the list, so that the gallery opens with all images at once.
  const firstResult = Promise.race([listPromise.catch(() => null), new Promise((resolve) => { setTimeout(resolve, 300); })]);
  if (!await loadStylesheet('gallery.css')) { removeDialog(); location.href = link?.href ?? url; return; }
  const result = await firstResult;
  if (view !== openedView) return;
  if (isNew) history.pushState({ ...history.state, gallery: [url, id] }, '');
  else view.all.classList.add('no-open-animation');
  if (result) applyList(result, id, seen); else if (seen) view.pictures = [seen];
  view.dialog.showModal();
  measure();
  show();
  view.dialog.querySelector('.gallery-done').focus({ preventScroll: true });
  if (!result) applyLateList(url, id, seen, listPromise);
}

// If the list comes later or fails, the gallery starts with the tapped image alone.
async function applyLateList(url, id, seen, listPromise) {
  const openedView = view;
  const result = await listPromise.catch(() => null);
  if (view !== openedView) return;
  const retry = () => applyLateList(url, id, seen, fetchList(url));
  if (!result) {
    if (seen) showNote(strings.noOtherPictures, retry);
    else view.stage.append(errorBox(strings.noPictures, (box) => { box.remove(); retry(); }));
    return;
  }
  const slide = view.slides.get(view.index);
  applyList(result, id, seen);
  view.slides.clear();
  if (slide && slide.picture.id === view.pictures[view.index].id) { slide.picture = view.pictures[view.index]; placeSlide(slide, view.index); } else slide?.item.remove();
  show();
}

function applyList([storyData, pictures], id, seen) {
  view.story = storyData;
  view.pictures = pictures;
  view.index = Math.max(0, pictures.findIndex((picture) => picture.id === id));
  if (seen && pictures[view.index]?.id === seen.id) pictures[view.index].seen = seen.seen;
}

function buildDialog(opener) {
  const dialog = element('dialog', { className: 'gallery', ariaLabel: strings.pictures });
  dialog.dataset.ownGestures = '';
  const button = (attributes, label, name) => `<button type="button" ${attributes} aria-label="${label}">${icon(name)}</button>`;
  dialog.innerHTML = ['<div class="gallery-root"><div class="gallery-backdrop"></div><div class="gallery-stage"><div class="gallery-track"></div></div>',
    `<div class="gallery-bar gallery-chrome"><button type="button" class="gallery-done">${strings.done}</button>`,
    `<div class="gallery-position">${button('data-go="-1"', strings.previousPicture, 'back')}<h2></h2>${button('data-go="1"', strings.nextPicture, 'back')}</div>`,
    `<div class="gallery-tools">${button('data-command="zoom" aria-pressed="false"', strings.larger, 'zoom')}${button('data-command="share"', strings.sharePicture, 'share')}</div></div>`,
    '<div class="gallery-caption gallery-chrome" hidden></div><p class="gallery-note" role="status" hidden></p><p class="visually-hidden" role="status"></p></div>'].join('');
  const part = (name) => dialog.querySelector(`.gallery-${name}`);
  view = {
    dialog, opener, savedScrollY: scrollY, all: part('root'), ground: part('backdrop'), stage: part('stage'), track: part('track'), words: part('caption'), note: part('note'),
    heading: dialog.querySelector('h2'), spoken: dialog.querySelector('.visually-hidden'),
    story: {}, pictures: [], index: 0, slides: new Map(), zoom: { s: 1, x: 0, y: 0 }, width: 0, height: 0, isLeaving: false,
  };
  part('done').onclick = closeGallery;
  for (const one of dialog.querySelectorAll('[data-go]')) one.onclick = () => goTo(view.index + Number(one.dataset.go));
  dialog.querySelector('[data-command="zoom"]').onclick = () => toggleZoom();
  const sharing = dialog.querySelector('[data-command="share"]');
  sharing.onclick = share;
  if (!navigator.share && !navigator.clipboard) sharing.remove();
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); closeGallery(); });
  dialog.addEventListener('close', finishClosing);
  dialog.addEventListener('keydown', onKey);
  document.body.append(dialog);
  attachInput(view, { goTo, close: closeGallery, toggleBars, updateZoom });
  new ResizeObserver(() => { if (view?.dialog === dialog && dialog.open) { measure(); show({ isTurned: true }); } }).observe(view.stage);
}

// The gallery has its own history entry, so that the browser's Back closes it.
function closeGallery() {
  if (!view || view.isLeaving) return;
  if (history.state?.gallery) history.back(); else animateClose();
}

addEventListener('popstate', (event) => {
  const saved = event.state?.gallery;
  if (view && !saved) animateClose();
  else if (!view && saved) open(saved[0], saved[1], linkTo(saved[1]), false);
});

// Starts the closing animation, from the finger's position if dragged.
function animateClose() {
  if (view.isLeaving) return;
  view.isLeaving = true;
  if (reducedMotion.matches || !view.dialog.open) { finishClosing(); return; }
  if (view.stage.style.transform) {
    setTransform(view.stage, 'translate3d(0, 100%, 0)', 240);
    view.ground.style.transition = 'opacity 240ms linear';
    view.ground.style.opacity = '0';
    toggleBars(true);
  } else view.all.classList.add('closing');
  setTimeout(finishClosing, 250);
}

function removeDialog() {
  const { dialog } = view;
  view = null;
  if (dialog.open) dialog.close();
  dialog.remove();
}

// Restores the story and its scroll position.
function finishClosing() {
  if (!view) return;
  const { savedScrollY, opener } = view;
  removeDialog();
  if (Math.abs(scrollY - savedScrollY) > 1) scrollTo({ top: savedScrollY, behavior: 'instant' });
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  if (history.state?.gallery) history.back();
}

// ---- slides: the current one and its neighbours
function measure() {
  [view.width, view.height] = [view.stage.clientWidth, view.stage.clientHeight];
}

// A list may be a part of a longer one.
const place = (index) => `${index + 1 + Number(view.story.firstIndex ?? 0)} of ${view.story.pictureCount ?? view.pictures.length}`;

function placeSlide(slide, position) {
  view.slides.set(position, slide);
  slide.item.style.transform = `translate3d(calc(${position} * (100% + ${gap}px)), 0, 0)`;
  slide.item.setAttribute('aria-label', place(position));
}

function slideAt(position) {
  if (view.slides.has(position)) return view.slides.get(position);
  const picture = view.pictures[position];
  const item = document.createElement('div');
  item.className = 'gallery-slide';
  item.setAttribute('role', 'group');
  item.innerHTML = '<div class="gallery-layer"><div class="gallery-frame"></div></div>';
  const slide = { picture, item, layer: item.firstChild, frame: item.firstChild.firstChild, requested: new Set(), pending: 0, isHere: false, tries: 0 };
  // Images that may be transparent get a light background.
  if (/\.(png|gif)$/i.test(picture.address?.replace(/[?#].*/, '') ?? '')) slide.frame.classList.add('white-backing');
  placeSlide(slide, position);
  fitToScreen(slide);
  view.track.append(item);
  return slide;
}

// The initial size: the whole image, at most two screen pixels per image pixel.
function fitToScreen(slide) {
  const [width, height] = [slide.picture.width || 1200, slide.picture.height || 800];
  const scale = Math.min(view.width / width, view.height / height, 2);
  slide.width = Math.max(1, Math.round(width * scale));
  slide.height = Math.max(1, Math.round(height * scale));
  const [left, top] = [(view.width - slide.width) / 2, (view.height - slide.height) / 2];
  Object.assign(slide.frame.style, { width: `${slide.width}px`, height: `${slide.height}px`, left: `${left}px`, top: `${top}px` });
}

function show({ isTurned = false, ms = 0 } = {}) {
  const { pictures, slides, index } = view;
  if (!pictures.length) return;
  if (isTurned) { resetZoom(slides.get(index)); slides.forEach(fitToScreen); }
  for (const [position, slide] of slides) if (Math.abs(position - index) > 2) { slide.item.remove(); slides.delete(position); }
  const slide = slideAt(index);
  for (const position of [index - 1, index + 1]) if (pictures[position]) slideAt(position);
  slides.forEach((one, position) => { one.item.inert = position !== index; });
  alignTrack(0, ms);
  load(slide, 'high');
  if (!isTurned) describe();
}

const isCurrent = (slide) => slide === view?.slides.get(view.index);
// The neighbours are loaded once the current image is there.
function preloadNeighbours() {
  for (const position of [view.index + 1, view.index - 1]) if (view.slides.has(position)) load(view.slides.get(position), 'low');
}

// Loads the small file first, then one with enough pixels for the screen.
function load(slide, priority) {
  const { picture: { files, seen } } = slide;
  if (loadsOnTap() && !slide.isWanted) {
    if (seen) addImage(slide, seen, priority); else waitForTap(slide);
    return;
  }
  const large = files.find((file) => file.width >= slide.width * devicePixelRatio) ?? files.at(-1);
  if (!slide.isHere && (seen || large !== files[0])) addImage(slide, seen ?? files[0].path, priority);
  addImage(slide, large.path, priority);
}

function addImage(slide, path, priority) {
  if (slide.requested.has(path)) { if (slide.isHere && isCurrent(slide)) preloadNeighbours(); return; }
  slide.requested.add(path);
  slide.pending += 1;
  const image = new Image();
  Object.assign(image, { alt: slide.picture.alt, draggable: false, decoding: 'async', fetchPriority: priority, src: slide.tries ? `${path}?again=${slide.tries}` : path });
  slide.frame.append(image);
  // Some browsers fail to decode() images that they can show.
  image.decode().then(() => imageLoaded(slide, image), () => (image.complete && image.naturalWidth > 0 ? imageLoaded : imageFailed)(slide, image));
}

function imageLoaded(slide, image) {
  slide.pending -= 1;
  slide.isHere = true;
  // Without a measure in the list it is that of the largest file that came.
  if (!slide.picture.width || (slide.picture.isGuessed && image.naturalWidth > slide.picture.width)) {
    Object.assign(slide.picture, { width: image.naturalWidth, height: image.naturalHeight, isGuessed: true });
    if (view && slide.item.isConnected) fitToScreen(slide);
  }
  // A small file that arrives late does not replace the large one.
  const others = [...slide.frame.children].filter((other) => other !== image);
  if (others.some((other) => other.matches('.loaded') && other.naturalWidth > image.naturalWidth)) { image.remove(); return; }
  image.classList.add('loaded');
  setTimeout(() => {
    for (const other of others) if (image.isConnected && other.matches('.loaded') && other.naturalWidth <= image.naturalWidth) other.remove();
  }, 200);
  slide.item.querySelector('.gallery-error')?.remove();
  if (isCurrent(slide)) preloadNeighbours();
}

function imageFailed(slide, image) {
  slide.pending -= 1;
  image.remove();
  if (slide.pending || slide.isHere || !slide.item.isConnected) return;
  const { address: url } = slide.picture;
  const sentence = url ? filled(strings.noPictureFrom, new URL(url).host) : strings.noPictureHere;
  slide.item.append(errorBox(sentence, (box) => {
    box.remove();
    slide.tries += 1;
    slide.requested.clear();
    load(slide, 'high');
  }));
  if (isCurrent(slide)) { view.spoken.textContent = sentence; preloadNeighbours(); }
}

function errorBox(sentence, retry, label = strings.tryAgain) {
  const button = element('button', { type: 'button', className: 'gallery-button', onclick: () => retry(box) }, label);
  const box = element('div', { className: 'gallery-error' }, ...(sentence ? [element('p', {}, sentence)] : []), button);
  return box;
}

// Without automatic images, or with Save-Data, each image waits for a tap.
function waitForTap(slide) {
  if (slide.item.querySelector('.gallery-error')) return;
  slide.item.append(errorBox('', (box) => { box.remove(); slide.isWanted = true; load(slide, 'high'); }, strings.showPicture));
}

// ---- captions
function captionOf({ caption }) {
  const credit = caption?.querySelector('.credit, cite:last-child')?.textContent.trim() ?? '';
  const text = caption?.textContent.trim() ?? '';
  return [credit && text.endsWith(credit) ? text.slice(0, -credit.length).trim() : text, credit];
}

function describe() {
  const { dialog, heading, words, pictures, index, story } = view;
  const picture = pictures[index];
  const [caption, credit] = captionOf(picture);
  dialog.querySelector('[data-go="-1"]').setAttribute('aria-disabled', String(index === 0));
  dialog.querySelector('[data-go="1"]').setAttribute('aria-disabled', String(index >= pictures.length - 1));
  dialog.toggleAttribute('data-single', pictures.length < 2);
  words.replaceChildren(...[['', caption], ['credit', credit]].filter(([, text]) => text).map(([name, text]) => element('p', { className: name, dir: 'auto' }, text)));
  words.hidden = !words.firstChild;
  words.scrollTop = 0;
  // A long caption can be scrolled, also with keys.
  const isLong = words.scrollHeight > words.clientHeight + 1;
  if (isLong) Object.assign(words, { tabIndex: 0, role: 'region', ariaLabel: strings.caption }); else words.removeAttribute('tabindex');
  // The number of images is unknown until the list is loaded.
  if (!story.gallery || view.isLeaving) return;
  heading.textContent = place(index);
  dialog.ariaLabel = filled(strings.picturesOf, story.title);
  const description = [picture.alt, caption === picture.alt ? '' : caption, credit].filter(Boolean).join(' ');
  view.spoken.textContent = filled(strings.pictureAt, place(index), description);
  history.replaceState({ ...history.state, gallery: [story.gallery, picture.id] }, '');
}

let noteTimer;
function showNote(text, retry) {
  const { note } = view;
  note.textContent = text;
  note.hidden = false;
  clearTimeout(noteTimer);
  if (!retry) { noteTimer = setTimeout(() => { note.hidden = true; }, 5000); return; }
  note.append(' ', element('button', { type: 'button', onclick: () => { note.hidden = true; retry(); } }, strings.tryAgain));
}

// Does nothing once the dialog is closed.
function toggleBars(isHidden) {
  view?.dialog.toggleAttribute('data-bare', isHidden);
}

// ---- going to another image, within the list
function goTo(to) {
  const next = clamp(to, 0, view.pictures.length - 1);
  if (next === view.index) { alignTrack(0, 240); return; }
  const isJump = Math.abs(next - view.index) > 1;
  resetZoom(view.slides.get(view.index), 240);
  view.index = next;
  show({ ms: isJump ? 0 : 280 });
}

// Updates the controls after zooming.
function updateZoom() {
  const slide = view?.slides.get(view.index);
  if (!slide) return;
  view.dialog.querySelector('[data-command="zoom"]').setAttribute('aria-pressed', String(isZoomed()));
  view.stage.toggleAttribute('data-zoomed', isZoomed());
  // Loads the largest file once the user zooms in.
  if (isZoomed() && slide.isHere && (!loadsOnTap() || slide.isWanted)) addImage(slide, slide.picture.files.at(-1).path, 'high');
}

// ---- keys
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !view.pictures.length) return;
  const large = isZoomed();
  const scrolls = event.target === view.words && !large;
  const command = {
    ArrowRight: () => (large ? pan(-80, 0) : goTo(view.index + 1)), ArrowLeft: () => (large ? pan(80, 0) : goTo(view.index - 1)),
    ArrowDown: large && (() => pan(0, -80)), ArrowUp: large && (() => pan(0, 80)),
    PageDown: !scrolls && (() => goTo(view.index + 1)), PageUp: !scrolls && (() => goTo(view.index - 1)),
    Home: () => goTo(0), End: () => goTo(view.pictures.length - 1),
    '+': () => zoomBy(1.5), '=': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), 0: () => resetZoom(view.slides.get(view.index), 240),
    b: () => toggleBars(), y: share, Tab: () => trapFocus(event),
  }[event.key];
  if (!command) return;
  if (event.key !== 'Tab') event.preventDefault();
  command();
}

// Keeps the focus within the dialog, and shows the bars, as they contain focusable elements.
function trapFocus(event) {
  toggleBars(false);
  const { dialog } = view;
  const stops = [...dialog.querySelectorAll('button, [tabindex="0"]')].filter((node) => !node.closest('[inert]') && node.getClientRects().length);
  const [first, last] = [stops[0], stops.at(-1)];
  if (document.activeElement !== (event.shiftKey ? first : last) && dialog.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

// ---- sharing: image, caption and the story's link; otherwise copies the image's URL
async function share() {
  const { story, pictures, index } = view;
  const picture = pictures[index];
  const [caption, credit] = captionOf(picture);
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(picture.address ?? story.original ?? location.href);
      showNote(strings.pictureAddressCopied);
      return;
    }
    const shareData = { title: story.title ?? document.title, url: story.original ?? location.href };
    const text = [caption || picture.alt, credit].filter(Boolean).join(' ');
    if (text) shareData.text = text;
    const file = await fileOf(picture).catch(() => null);
    if (file && navigator.canShare?.({ files: [file] })) shareData.files = [file];
    await navigator.share(shareData);
  } catch (error) {
    // Closing the system's share sheet is not an error.
    if (view && error.name !== 'AbortError') showNote(strings.pictureNotShared);
  }
}

async function fileOf({ files, address: url }) {
  const response = await fetch(files.at(-1).path);
  if (!response.ok) return null;
  const bytes = await response.blob();
  const name = new URL(url ?? location.href).pathname.split('/').pop().replace(/\.\w+$/, '') || 'picture';
  return new File([bytes], `${name}.${bytes.type === 'image/png' ? 'png' : 'jpg'}`, { type: bytes.type });
}

// ---- opening from the page
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-picture]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
  const container = link.closest('[data-gallery]');
  if (!container) return;
  event.preventDefault();
  open(container.dataset.gallery, link.dataset.picture, link, true);
});

// Reopens the gallery after a reload.
if (history.state?.gallery) open(history.state.gallery[0], history.state.gallery[1], linkTo(history.state.gallery[1]), false);
