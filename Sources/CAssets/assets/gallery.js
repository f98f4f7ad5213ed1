// The gallery: a story's images over the story, one at a time. Loaded on pages with images to open; without script
// their links lead to the gallery page, from which this module also reads the list of images. Input is in
// gallery-hand.js.
import { align, attach, clamp, gap, glide, isLarge, pan, rest, toggleZoom, zoomBy } from './gallery-hand.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const isHeld = () => document.documentElement.dataset.pictures === 'off' || navigator.connection?.saveData === true;

// The gallery's gestures; a test compares them with docs/gestures.md.
export const table = [
  { does: 'Next, the previous picture', gesture: 'swipe the picture to the side', button: 'the arrows beside its number', key: '`→`, `←`' },
  { does: 'Close the gallery', gesture: 'swipe the picture down', button: '*Done*', key: '`Esc`' },
];

// The open gallery: dialog and its parts, the story's data, images, current index and zoom.
let view = null;

const icon = (name) => {
  const file = document.querySelector('svg.icon use').getAttribute('href').replace(/#.*/, '');
  return `<svg class="icon" aria-hidden="true"><use href="${file}#${name}"/></svg>`;
};

// A promise of the gallery's style sheet, requested once.
let sheet = null;
const dressed = () => (sheet ??= new Promise((done) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('gallery.css', import.meta.url).pathname;
  link.onload = () => done(true);
  link.onerror = () => { link.remove(); sheet = null; done(false); };
  document.head.append(link);
}));

// ---- images: those on the page, and the full list
const linkTo = (id) => document.querySelector(`a[data-picture="${id}"]`);

function glimpse(link) {
  const image = link?.querySelector('img');
  if (!image) return null;
  const [width, height] = [Number(image.getAttribute('width')) || image.naturalWidth, Number(image.getAttribute('height')) || image.naturalHeight];
  const seen = image.complete && image.naturalWidth > 0 ? image.currentSrc : null;
  return { id: link.dataset.picture, files: [{ path: image.currentSrc || image.src, width }], seen, width, height, alt: image.alt, caption: link.closest('figure')?.querySelector('figcaption') };
}

async function list(address) {
  const response = await fetch(address);
  const page = response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('.gallery-list') : null;
  if (!page) throw new Error('no list');
  return [{ ...page.dataset }, [...page.children].map((item) => ({
    id: item.id.replace('picture-', ''),
    files: item.dataset.files.split(', ').map((file) => ({ path: file.split(' ')[0], width: parseInt(file.split(' ')[1], 10) })),
    width: Number(item.dataset.width), height: Number(item.dataset.height), alt: item.dataset.alt, address: item.dataset.address,
    caption: item.querySelector('figcaption'),
  }))];
}

// ---- opening and closing
async function open(address, id, link, isNew) {
  if (view) return;
  build(link);
  const mine = view;
  const seen = glimpse(link);
  const listing = list(address);
  // Waits briefly for the list, so that the gallery opens with all images at once.
  const early = Promise.race([listing.catch(() => null), new Promise((go) => { setTimeout(go, 300); })]);
  if (!await dressed()) { discard(); location.href = link?.href ?? address; return; }
  const found = await early;
  if (view !== mine) return;
  if (isNew) history.pushState({ ...history.state, gallery: [address, id] }, '');
  else view.all.classList.add('stands');
  if (found) take(found, id, seen); else if (seen) view.pictures = [seen];
  view.dialog.showModal();
  measure();
  show();
  view.dialog.querySelector('.gallery-done').focus({ preventScroll: true });
  if (!found) late(address, id, seen, listing);
}

// If the list comes later or fails, the gallery starts with the tapped image alone.
async function late(address, id, seen, listing) {
  const mine = view;
  const found = await listing.catch(() => null);
  if (view !== mine) return;
  const again = () => late(address, id, seen, list(address));
  if (!found) {
    if (seen) tell('The other pictures could not be fetched. Tidings itself did not answer.', again);
    else view.stage.append(sorry('The pictures could not be fetched. Tidings itself did not answer.', (box) => { box.remove(); again(); }));
    return;
  }
  const slide = view.slides.get(view.index);
  take(found, id, seen);
  view.slides.clear();
  if (slide && slide.picture.id === view.pictures[view.index].id) { slide.picture = view.pictures[view.index]; keep(slide, view.index); } else slide?.item.remove();
  show();
}

function take([facts, pictures], id, seen) {
  view.story = facts;
  view.pictures = pictures;
  view.index = Math.max(0, pictures.findIndex((picture) => picture.id === id));
  if (seen && pictures[view.index]?.id === seen.id) pictures[view.index].seen = seen.seen;
}

function build(opener) {
  const dialog = document.createElement('dialog');
  dialog.className = 'gallery';
  dialog.setAttribute('aria-label', 'Pictures');
  dialog.dataset.ownGestures = '';
  const button = (does, label, name) => `<button type="button" ${does} aria-label="${label}">${icon(name)}</button>`;
  dialog.innerHTML = ['<div class="gallery-all"><div class="gallery-ground"></div><div class="gallery-stage"><div class="gallery-track"></div></div>',
    '<div class="gallery-bar gallery-chrome"><button type="button" class="gallery-done">Done</button>',
    `<div class="gallery-place">${button('data-go="-1"', 'Previous picture', 'back')}<h2></h2>${button('data-go="1"', 'Next picture', 'back')}</div>`,
    `<div class="gallery-tools">${button('data-do="zoom" aria-pressed="false"', 'Larger', 'zoom')}${button('data-do="share"', 'Share this picture', 'share')}</div></div>`,
    '<div class="gallery-words gallery-chrome" hidden></div><p class="gallery-note" role="status" hidden></p><p class="spoken" role="status"></p></div>'].join('');
  const part = (name) => dialog.querySelector(`.gallery-${name}`);
  view = {
    dialog, opener, stood: scrollY, all: part('all'), ground: part('ground'), stage: part('stage'), track: part('track'), words: part('words'), note: part('note'),
    heading: dialog.querySelector('h2'), spoken: dialog.querySelector('.spoken'),
    story: {}, pictures: [], index: 0, slides: new Map(), zoom: { s: 1, x: 0, y: 0 }, wide: 0, high: 0, isLeaving: false,
  };
  part('done').onclick = shut;
  for (const one of dialog.querySelectorAll('[data-go]')) one.onclick = () => go(view.index + Number(one.dataset.go));
  dialog.querySelector('[data-do="zoom"]').onclick = () => toggleZoom();
  const sharing = dialog.querySelector('[data-do="share"]');
  sharing.onclick = share;
  if (!navigator.share && !navigator.clipboard) sharing.remove();
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); shut(); });
  dialog.addEventListener('close', end);
  dialog.addEventListener('keydown', press);
  document.body.append(dialog);
  attach(view, { go, shut, bars, grown });
  new ResizeObserver(() => { if (view?.dialog === dialog && dialog.open) { measure(); show({ isTurned: true }); } }).observe(view.stage);
}

// The gallery has its own history entry, so that the browser's Back closes it.
function shut() {
  if (!view || view.isLeaving) return;
  if (history.state?.gallery) history.back(); else leave();
}

addEventListener('popstate', (event) => {
  const kept = event.state?.gallery;
  if (view && !kept) leave();
  else if (!view && kept) open(kept[0], kept[1], linkTo(kept[1]), false);
});

// Starts the closing animation, from the finger's position if dragged.
function leave() {
  if (view.isLeaving) return;
  view.isLeaving = true;
  if (still.matches || !view.dialog.open) { end(); return; }
  if (view.stage.style.transform) {
    glide(view.stage, 'translate3d(0, 100%, 0)', 240);
    view.ground.style.transition = 'opacity 240ms linear';
    view.ground.style.opacity = '0';
    bars(true);
  } else view.all.classList.add('goes');
  setTimeout(end, 250);
}

function discard() {
  const { dialog } = view;
  view = null;
  if (dialog.open) dialog.close();
  dialog.remove();
}

// Restores the story and its scroll position.
function end() {
  if (!view) return;
  const { stood, opener } = view;
  discard();
  if (Math.abs(scrollY - stood) > 1) scrollTo({ top: stood, behavior: 'instant' });
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  if (history.state?.gallery) history.back();
}

// ---- slides: the current one and its neighbours
function measure() {
  [view.wide, view.high] = [view.stage.clientWidth, view.stage.clientHeight];
}

function keep(slide, place) {
  view.slides.set(place, slide);
  slide.item.style.transform = `translate3d(calc(${place} * (100% + ${gap}px)), 0, 0)`;
  slide.item.setAttribute('aria-label', `${place + 1} of ${view.pictures.length}`);
}

function slideAt(place) {
  if (view.slides.has(place)) return view.slides.get(place);
  const picture = view.pictures[place];
  const item = document.createElement('div');
  item.className = 'gallery-slide';
  item.setAttribute('role', 'group');
  item.innerHTML = '<div class="gallery-layer"><div class="gallery-frame"></div></div>';
  const slide = { picture, item, layer: item.firstChild, frame: item.firstChild.firstChild, asked: new Set(), waits: 0, isHere: false, tries: 0 };
  // Images that may be transparent get a light background.
  if (/\.(png|gif)$/i.test(picture.address?.replace(/[?#].*/, '') ?? '')) slide.frame.classList.add('plate');
  keep(slide, place);
  fit(slide);
  view.track.append(item);
  return slide;
}

// The initial size: the whole image, at most two screen pixels per image pixel.
function fit(slide) {
  const [width, height] = [slide.picture.width || 1200, slide.picture.height || 800];
  const scale = Math.min(view.wide / width, view.high / height, 2);
  slide.wide = Math.max(1, Math.round(width * scale));
  slide.high = Math.max(1, Math.round(height * scale));
  const [left, top] = [(view.wide - slide.wide) / 2, (view.high - slide.high) / 2];
  Object.assign(slide.frame.style, { width: `${slide.wide}px`, height: `${slide.high}px`, left: `${left}px`, top: `${top}px` });
}

function show({ isTurned = false, ms = 0 } = {}) {
  const { pictures, slides, index } = view;
  if (!pictures.length) return;
  if (isTurned) { rest(slides.get(index)); slides.forEach(fit); }
  for (const [place, slide] of slides) if (Math.abs(place - index) > 2) { slide.item.remove(); slides.delete(place); }
  const slide = slideAt(index);
  for (const place of [index - 1, index + 1]) if (pictures[place]) slideAt(place);
  slides.forEach((one, place) => { one.item.inert = place !== index; });
  align(0, ms);
  load(slide, 'high');
  if (!isTurned) describe();
}

const isSeen = (slide) => slide === view?.slides.get(view.index);
// The neighbours are loaded once the current image is there.
function ahead() {
  for (const place of [view.index + 1, view.index - 1]) if (view.slides.has(place)) load(view.slides.get(place), 'low');
}

// Loads the small file first, then one with enough pixels for the screen.
function load(slide, priority) {
  const { picture: { files, seen } } = slide;
  if (isHeld() && !slide.isWanted) {
    if (seen) add(slide, seen, priority); else wait(slide);
    return;
  }
  const large = files.find((file) => file.width >= slide.wide * devicePixelRatio) ?? files.at(-1);
  if (!slide.isHere && (seen || large !== files[0])) add(slide, seen ?? files[0].path, priority);
  add(slide, large.path, priority);
}

function add(slide, path, priority) {
  if (slide.asked.has(path)) { if (slide.isHere && isSeen(slide)) ahead(); return; }
  slide.asked.add(path);
  slide.waits += 1;
  const image = new Image();
  Object.assign(image, { alt: slide.picture.alt, draggable: false, decoding: 'async', fetchPriority: priority, src: slide.tries ? `${path}?again=${slide.tries}` : path });
  slide.frame.append(image);
  // Some browsers fail to decode() images that they can show.
  image.decode().then(() => came(slide, image), () => (image.complete && image.naturalWidth > 0 ? came : failed)(slide, image));
}

function came(slide, image) {
  slide.waits -= 1;
  slide.isHere = true;
  if (!slide.picture.width) {
    Object.assign(slide.picture, { width: image.naturalWidth, height: image.naturalHeight });
    if (view && slide.item.isConnected) fit(slide);
  }
  // A small file that arrives late does not replace the large one.
  const others = [...slide.frame.children].filter((other) => other !== image);
  if (others.some((other) => other.matches('.here') && other.naturalWidth > image.naturalWidth)) { image.remove(); return; }
  image.classList.add('here');
  setTimeout(() => {
    for (const other of others) if (image.isConnected && other.matches('.here') && other.naturalWidth <= image.naturalWidth) other.remove();
  }, 200);
  slide.item.querySelector('.gallery-sorry')?.remove();
  if (isSeen(slide)) ahead();
}

function failed(slide, image) {
  slide.waits -= 1;
  image.remove();
  if (slide.waits || slide.isHere || !slide.item.isConnected) return;
  const { address } = slide.picture;
  const sentence = `This picture could not be fetched${address ? ` from ${new URL(address).host}` : ''}.`;
  slide.item.append(sorry(sentence, (box) => {
    box.remove();
    slide.tries += 1;
    slide.asked.clear();
    load(slide, 'high');
  }));
  if (isSeen(slide)) { view.spoken.textContent = sentence; ahead(); }
}

function sorry(sentence, again, label = 'Try again') {
  const box = document.createElement('div');
  box.className = 'gallery-sorry';
  box.innerHTML = `${sentence ? '<p></p>' : ''}<button type="button" class="gallery-button"></button>`;
  if (sentence) box.firstChild.textContent = sentence;
  box.lastChild.textContent = label;
  box.lastChild.onclick = () => again(box);
  return box;
}

// Without automatic images, or with Save-Data, each image waits for a tap.
function wait(slide) {
  if (slide.item.querySelector('.gallery-sorry')) return;
  slide.item.append(sorry('', (box) => { box.remove(); slide.isWanted = true; load(slide, 'high'); }, 'Show picture'));
}

// ---- captions
function captionOf({ caption }) {
  const credit = caption?.querySelector('.credit, cite:last-child')?.textContent.trim() ?? '';
  const whole = caption?.textContent.trim() ?? '';
  return [credit && whole.endsWith(credit) ? whole.slice(0, -credit.length).trim() : whole, credit];
}

function describe() {
  const { dialog, heading, words, pictures, index, story } = view;
  const picture = pictures[index];
  const [caption, credit] = captionOf(picture);
  dialog.querySelector('[data-go="-1"]').setAttribute('aria-disabled', String(index === 0));
  dialog.querySelector('[data-go="1"]').setAttribute('aria-disabled', String(index >= pictures.length - 1));
  dialog.toggleAttribute('data-single', pictures.length < 2);
  words.replaceChildren(...[['', caption], ['credit', credit]].filter(([, text]) => text).map(([name, text]) => {
    const line = document.createElement('p');
    Object.assign(line, { className: name, textContent: text, dir: 'auto' });
    return line;
  }));
  words.hidden = !words.firstChild;
  words.scrollTop = 0;
  // A long caption can be scrolled, also with keys.
  const isLong = words.scrollHeight > words.clientHeight + 1;
  if (isLong) Object.assign(words, { tabIndex: 0, role: 'region', ariaLabel: 'Caption' }); else words.removeAttribute('tabindex');
  // The number of images is unknown until the list is loaded.
  if (!story.gallery) return;
  heading.textContent = `${index + 1} of ${pictures.length}`;
  dialog.setAttribute('aria-label', `Pictures: ${story.title}`);
  const said = [picture.alt, caption === picture.alt ? '' : caption, credit].filter(Boolean).join(' ');
  view.spoken.textContent = `Picture ${index + 1} of ${pictures.length}. ${said}`;
  history.replaceState({ ...history.state, gallery: [story.gallery, picture.id] }, '');
}

let telling;
function tell(text, again) {
  const { note } = view;
  note.textContent = text;
  note.hidden = false;
  clearTimeout(telling);
  if (!again) { telling = setTimeout(() => { note.hidden = true; }, 5000); return; }
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: 'Try again', onclick: () => { note.hidden = true; again(); } });
  note.append(' ', button);
}

// Does nothing once the dialog is closed.
function bars(isBare) {
  view?.dialog.toggleAttribute('data-bare', isBare);
}

// ---- going to another image, within the list
function go(to) {
  const next = clamp(to, 0, view.pictures.length - 1);
  if (next === view.index) { align(0, 240); return; }
  const jumps = Math.abs(next - view.index) > 1;
  rest(view.slides.get(view.index), 240);
  view.index = next;
  show({ ms: jumps ? 0 : 280 });
}

// Updates the controls after zooming.
function grown() {
  const slide = view?.slides.get(view.index);
  if (!slide) return;
  view.dialog.querySelector('[data-do="zoom"]').setAttribute('aria-pressed', String(isLarge()));
  view.stage.toggleAttribute('data-large', isLarge());
  // Loads the largest file once the user zooms in.
  if (isLarge() && slide.isHere && (!isHeld() || slide.isWanted)) add(slide, slide.picture.files.at(-1).path, 'high');
}

// ---- keys
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !view.pictures.length) return;
  const large = isLarge();
  const scrolls = event.target === view.words && !large;
  const does = {
    ArrowRight: () => (large ? pan(-80, 0) : go(view.index + 1)), ArrowLeft: () => (large ? pan(80, 0) : go(view.index - 1)),
    ArrowDown: large && (() => pan(0, -80)), ArrowUp: large && (() => pan(0, 80)),
    PageDown: !scrolls && (() => go(view.index + 1)), PageUp: !scrolls && (() => go(view.index - 1)),
    Home: () => go(0), End: () => go(view.pictures.length - 1),
    '+': () => zoomBy(1.5), '=': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), 0: () => rest(view.slides.get(view.index), 240),
    b: () => bars(), y: share, Tab: () => keepInside(event),
  }[event.key];
  if (!does) return;
  if (event.key !== 'Tab') event.preventDefault();
  does();
}

// Keeps the focus within the dialog, and shows the bars, as they contain focusable elements.
function keepInside(event) {
  bars(false);
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
      tell('The picture’s address is copied.');
      return;
    }
    const letter = { title: story.title ?? document.title, url: story.original ?? location.href };
    const text = [caption || picture.alt, credit].filter(Boolean).join(' ');
    if (text) letter.text = text;
    const file = await fileOf(picture).catch(() => null);
    if (file && navigator.canShare?.({ files: [file] })) letter.files = [file];
    await navigator.share(letter);
  } catch (error) {
    // Closing the system's share sheet is not an error.
    if (view && error.name !== 'AbortError') tell('The picture could not be shared.');
  }
}

async function fileOf({ files, address }) {
  const response = await fetch(files.at(-1).path);
  if (!response.ok) return null;
  const bytes = await response.blob();
  const name = new URL(address ?? location.href).pathname.split('/').pop().replace(/\.\w+$/, '') || 'picture';
  return new File([bytes], `${name}.${bytes.type === 'image/png' ? 'png' : 'jpg'}`, { type: bytes.type });
}

// ---- opening from the page
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-picture]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
  const home = link.closest('[data-gallery]');
  if (!home) return;
  event.preventDefault();
  open(home.dataset.gallery, link.dataset.picture, link, true);
});

// Reopens the gallery after a reload.
if (history.state?.gallery) open(history.state.gallery[0], history.state.gallery[1], linkTo(history.state.gallery[1]), false);
