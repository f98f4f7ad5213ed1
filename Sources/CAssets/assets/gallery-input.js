// Input of the gallery: touch, mouse and wheel. Images move only by transforms, and layout is never read during a
// movement; `view` has the size of the screen and the current image's transform (`zoom`).
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
// Width of the screen edges reserved for system gestures, and the travel before a gesture is recognised, in pixels.
const edgeWidth = 24;
const minTravel = 12;
const maxScale = 4;
export const gap = 24;
export const clamp = (value, min, max) => Math.min(max, Math.max(min, value));

let view = null;
let actions = null;
const currentSlide = () => view.slides.get(view.index);
export const isZoomed = () => view.zoom.s > 1.01;

// - galleryActions: goTo(index), close(), toggleBars(), updateZoom().
export function attachInput(galleryView, galleryActions) {
  [view, actions] = [galleryView, galleryActions];
  points.clear();
  drag = null;
  for (const [name, handler] of [['pointerdown', onDown], ['pointermove', onMove], ['pointerup', onUp], ['pointercancel', onCancel]]) view.stage.addEventListener(name, handler);
  view.stage.addEventListener('dragstart', (event) => event.preventDefault());
  view.dialog.addEventListener('wheel', onWheel, { passive: false });
}

// ---- moving
export function setTransform(node, transform, ms) {
  node.style.transition = ms && !reducedMotion.matches ? `transform ${ms}ms cubic-bezier(.2, .8, .2, 1)` : 'none';
  node.style.transform = transform;
}

// Positions the track of images so that the current one is `by` pixels off its place.
export const alignTrack = (by, ms) => setTransform(view.track, `translate3d(calc(${-view.index} * (100% + ${gap}px) + ${by}px), 0, 0)`, ms);

function applyZoom(ms = 0) {
  const { s, x, y } = view.zoom;
  if (currentSlide()) setTransform(currentSlide().layer, `translate3d(${x}px, ${y}px, 0) scale(${s})`, ms);
  if (!points.size) actions.updateZoom();
}

// Resets an image's transform.
export function resetZoom(slide, ms = 0) {
  view.zoom = { s: 1, x: 0, y: 0 };
  if (slide) setTransform(slide.layer, 'translate3d(0px, 0px, 0) scale(1)', ms);
  actions.updateZoom();
}

function snapBack() {
  delete view.dialog.dataset.dismissing;
  setTransform(view.stage, '', 240);
  view.ground.style.opacity = '';
  alignTrack(0, 240);
  if (!currentSlide()) return;
  view.zoom = limited(view.zoom);
  applyZoom(240);
}

// ---- zooming
const fillScale = () => Math.max(view.width / currentSlide().width, view.height / currentSlide().height);
const maxZoom = () => Math.max(maxScale, fillScale());

// Limits the offset of an image at a scale: its edges never enter the screen; along a side that is shorter than the
// screen it is centred.
function limits(s) {
  const along = (whole, part) => {
    const before = (whole - part) / 2;
    return part * s <= whole ? [whole * (1 - s) / 2, whole * (1 - s) / 2] : [whole - (before + part) * s, -before * s];
  };
  return { x: along(view.width, currentSlide().width), y: along(view.height, currentSlide().height) };
}

function limited({ s, x, y }) {
  const size = clamp(s, 1, maxZoom());
  const bounds = limits(size);
  return { s: size, x: clamp(x, ...bounds.x), y: clamp(y, ...bounds.y) };
}

// Zooms around the point under the finger.
const zoomedAround = (from, s, x, y) => ({ s, x: x - (x - from.x) * (s / from.s), y: y - (y - from.y) * (s / from.s) });

export function zoomBy(factor, x = view.width / 2, y = view.height / 2, ms = 240) {
  if (!currentSlide()?.isHere) return;
  view.zoom = limited(zoomedAround(view.zoom, clamp(view.zoom.s * factor, 1, maxZoom()), x, y));
  applyZoom(ms);
}

export function toggleZoom(x = view.width / 2, y = view.height / 2) {
  if (isZoomed()) resetZoom(currentSlide(), 240);
  else if (currentSlide()) zoomBy(clamp(fillScale(), 2.5, maxZoom()), x, y);
}

export function pan(x, y, ms = 160) {
  view.zoom = limited({ ...view.zoom, x: view.zoom.x + x, y: view.zoom.y + y });
  applyZoom(ms);
}

// Beyond the limits the movement is damped.
const rubberBand = (value, [min, max]) => (value < min ? min - (min - value) * .35 : value > max ? max + (value - max) * .35 : value);

// ---- pointers
const points = new Map();
let drag = null;
let frame = 0;
let lastTap = null;

// A running animation is taken over at its present position.
function stopAnimation(node) {
  const matrix = new DOMMatrix(getComputedStyle(node).transform);
  node.style.transition = 'none';
  return matrix;
}

function onDown(event) {
  if (view.isLeaving || event.button > 0 || event.target.closest('button') || points.size > 1 || !currentSlide()) return;
  view.stage.setPointerCapture(event.pointerId);
  points.set(event.pointerId, [event.clientX, event.clientY]);
  if (points.size === 2) { pinch(); return; }
  const matrix = stopAnimation(currentSlide().layer);
  view.zoom = { s: matrix.a, x: matrix.e, y: matrix.f };
  const by = stopAnimation(view.track).e + view.index * (view.width + gap);
  applyZoom();
  alignTrack(by, 0);
  const [x, y] = [event.clientX, event.clientY];
  drag = {
    x, y, startOffset: by, at: event.timeStamp, startZoom: { ...view.zoom }, gesture: null, isCaught: Math.abs(by) > 2,
    isEdge: event.pointerType === 'touch' && (x < edgeWidth || x > view.width - edgeWidth), trail: [[event.timeStamp, x, y]],
  };
  view.stage.toggleAttribute('data-moving', true);
}

function pinch() {
  const [[ax, ay], [bx, by]] = points.values();
  if (drag?.gesture === 'swipe' || drag?.gesture === 'dismiss') snapBack();
  clearTap();
  drag = { gesture: currentSlide().isHere ? 'pinch' : 'none', startZoom: { ...view.zoom }, distance: Math.hypot(ax - bx, ay - by) || 1, x: (ax + bx) / 2, y: (ay + by) / 2, trail: [] };
}

function onMove(event) {
  if (!drag || !points.has(event.pointerId)) return;
  points.set(event.pointerId, [event.clientX, event.clientY]);
  if (drag.gesture !== 'pinch') {
    drag.trail.push([event.timeStamp, event.clientX, event.clientY]);
    while (drag.trail.length > 2 && event.timeStamp - drag.trail[0][0] > 100) drag.trail.shift();
    if (!drag.gesture && !decide(event.clientX - drag.x, event.clientY - drag.y)) return;
  }
  frame ||= requestAnimationFrame(drawFrame);
}

// The direction of a gesture is decided once.
function decide(dx, dy) {
  if (Math.hypot(dx, dy) < minTravel) return false;
  clearTap();
  if (drag.isEdge) drag.gesture = 'none';
  else if (isZoomed()) drag.gesture = 'pan';
  else if (Math.abs(dx) > Math.abs(dy)) drag.gesture = 'swipe';
  else drag.gesture = dy > 0 ? 'dismiss' : 'none';
  if (drag.gesture === 'dismiss') view.dialog.dataset.dismissing = '';
  // An interrupted animation continues.
  if (drag.isCaught && drag.gesture !== 'swipe') alignTrack(0, 240);
  return true;
}

const moveHandlers = {
  pinch() {
    if (points.size < 2) return;
    const [[ax, ay], [bx, by]] = points.values();
    const s = rubberBand(drag.startZoom.s * Math.hypot(ax - bx, ay - by) / drag.distance, [1, maxZoom()]);
    const scaled = zoomedAround(drag.startZoom, s, drag.x, drag.y);
    view.zoom = { s, x: scaled.x + (ax + bx) / 2 - drag.x, y: scaled.y + (ay + by) / 2 - drag.y };
    applyZoom();
  },
  swipe(dx) {
    const by = drag.startOffset + dx;
    const isEnd = by > 0 ? view.index === 0 : view.index === view.pictures.length - 1;
    if (!reducedMotion.matches) alignTrack(isEnd ? by * .3 : by, 0);
  },
  dismiss(dx, dy) {
    if (reducedMotion.matches) return;
    setTransform(view.stage, `translate3d(0, ${Math.max(0, dy)}px, 0)`, 0);
    view.ground.style.opacity = String(1 - clamp(dy / view.height, 0, 1) * .9);
  },
  pan(dx, dy) {
    const bounds = limits(view.zoom.s);
    view.zoom = { s: view.zoom.s, x: rubberBand(drag.startZoom.x + dx, bounds.x), y: rubberBand(drag.startZoom.y + dy, bounds.y) };
    applyZoom();
  },
};

function drawFrame() {
  frame = 0;
  if (!drag || !view.dialog.open || view.isLeaving) return;
  const [, x, y] = drag.trail.at(-1) ?? [0, drag.x, drag.y];
  moveHandlers[drag.gesture]?.(x - drag.x, y - drag.y);
}

// Velocity in pixels per millisecond over the last 100 ms; zero if the finger paused before it was lifted.
function velocity({ trail }, at) {
  if (trail.length < 2 || at - trail.at(-1)[0] > 80) return [0, 0];
  const [[t0, x0, y0], [t1, x1, y1]] = [trail[0], trail.at(-1)];
  return [(x1 - x0) / Math.max(8, t1 - t0), (y1 - y0) / Math.max(8, t1 - t0)];
}

function onUp(event) {
  if (!points.delete(event.pointerId) || !drag) return;
  if (frame) { cancelAnimationFrame(frame); drawFrame(); }
  const ended = drag;
  if (points.size) {
    // The remaining finger continues to move the image.
    const [[x, y]] = points.values();
    drag = { gesture: ended.gesture === 'pinch' ? 'pan' : 'none', x, y, startOffset: 0, startZoom: { ...view.zoom }, trail: [[event.timeStamp, x, y]] };
    return;
  }
  drag = null;
  view.stage.removeAttribute('data-moving');
  const endHandlers = { null: onTap, swipe: endSwipe, dismiss: endDismiss, pan: endPan, pinch: endPan }[ended.gesture] ?? snapBack;
  endHandlers(event, ended, velocity(ended, event.timeStamp));
}

function endSwipe(event, ended, [vx]) {
  const dx = event.clientX - ended.x;
  const isFar = Math.abs(dx) > view.width / 4 || (Math.abs(vx) > .35 && Math.abs(dx) > 20 && Math.sign(vx) === Math.sign(dx));
  actions.goTo(isFar ? view.index - Math.sign(dx) : view.index);
}

function endDismiss(event, ended, [, vy]) {
  const dy = event.clientY - ended.y;
  if (dy > 120 || (vy > .5 && dy > 30)) actions.close(); else snapBack();
}

// Decelerates after a fling, within the limits.
function endPan(event, ended, [vx, vy]) {
  const glideTime = reducedMotion.matches ? 0 : 260;
  view.zoom = limited({ s: view.zoom.s, x: view.zoom.x + vx * glideTime, y: view.zoom.y + vy * glideTime });
  if (isZoomed()) applyZoom(620); else resetZoom(currentSlide(), 240);
}

function onCancel(event) {
  points.delete(event.pointerId);
  drag = null;
  view.stage.removeAttribute('data-moving');
  snapBack();
}

// A single tap toggles the bars, a double tap the zoom.
function onTap(event, ended) {
  if (ended.isCaught) { snapBack(); return; }
  if (event.timeStamp - ended.at > 500) { applyZoom(); return; }
  const [x, y] = [event.clientX, event.clientY];
  const isSecond = lastTap && event.timeStamp - lastTap.at < 300 && Math.hypot(x - lastTap.x, y - lastTap.y) < 40;
  clearTap();
  if (isSecond) { toggleZoom(x, y); return; }
  lastTap = { at: event.timeStamp, x, y, timer: setTimeout(() => { lastTap = null; actions.toggleBars(); }, 300) };
}

function clearTap() {
  clearTimeout(lastTap?.timer);
  lastTap = null;
}

function onWheel(event) {
  if (event.target.closest('.gallery-caption[tabindex="0"]')) return;
  event.preventDefault();
  if (!currentSlide() || drag) return;
  const pixels = event.deltaMode === 1 ? 16 : 1;
  // A sideways wheel moves a zoomed image.
  if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    if (isZoomed()) pan(-event.deltaX * pixels, 0, 0);
    return;
  }
  zoomBy(Math.exp(-clamp(event.deltaY * pixels, -240, 240) * (event.ctrlKey ? .01 : .002)), event.clientX, event.clientY, 0);
}
