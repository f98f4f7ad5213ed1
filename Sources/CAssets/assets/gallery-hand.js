// Input of the gallery: touch, mouse and wheel. Images move only by transforms, and layout is never read during a
// movement; `view` has the size of the screen and the current image's transform (`zoom`).
const still = matchMedia('(prefers-reduced-motion: reduce)');
// Width of the screen edges reserved for system gestures, and the travel before a gesture is recognised, in pixels.
const edge = 24;
const travel = 12;
const largest = 4;
export const gap = 24;
export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

let view = null;
let does = null;
const slide = () => view.slides.get(view.index);
export const isLarge = () => view.zoom.s > 1.01;

// - does: the gallery's actions: go(to), shut(), bars(), grown().
export function attach(shown, acts) {
  [view, does] = [shown, acts];
  points.clear();
  hold = null;
  for (const [name, act] of [['pointerdown', down], ['pointermove', moved], ['pointerup', up], ['pointercancel', cancel]]) view.stage.addEventListener(name, act);
  view.stage.addEventListener('dragstart', (event) => event.preventDefault());
  view.dialog.addEventListener('wheel', wheel, { passive: false });
}

// ---- moving
export function glide(node, transform, ms) {
  node.style.transition = ms && !still.matches ? `transform ${ms}ms cubic-bezier(.2, .8, .2, 1)` : 'none';
  node.style.transform = transform;
}

// Positions the track of images so that the current one is `by` pixels off its place.
export const align = (by, ms) => glide(view.track, `translate3d(calc(${-view.index} * (100% + ${gap}px) + ${by}px), 0, 0)`, ms);

function place(ms = 0) {
  const { s, x, y } = view.zoom;
  if (slide()) glide(slide().layer, `translate3d(${x}px, ${y}px, 0) scale(${s})`, ms);
  if (!points.size) does.grown();
}

// Resets an image's transform.
export function rest(one, ms = 0) {
  view.zoom = { s: 1, x: 0, y: 0 };
  if (one) glide(one.layer, 'translate3d(0px, 0px, 0) scale(1)', ms);
  does.grown();
}

function settle() {
  delete view.dialog.dataset.leaves;
  glide(view.stage, '', 240);
  view.ground.style.opacity = '';
  align(0, 240);
  if (!slide()) return;
  view.zoom = within(view.zoom);
  place(240);
}

// ---- zooming
const fills = () => Math.max(view.wide / slide().wide, view.high / slide().high);
const most = () => Math.max(largest, fills());

// Limits the offset of an image at a scale: its edges never enter the screen; along a side that is shorter than the
// screen it is centred.
function limits(s) {
  const along = (whole, part) => {
    const before = (whole - part) / 2;
    return part * s <= whole ? [whole * (1 - s) / 2, whole * (1 - s) / 2] : [whole - (before + part) * s, -before * s];
  };
  return { x: along(view.wide, slide().wide), y: along(view.high, slide().high) };
}

function within({ s, x, y }) {
  const size = clamp(s, 1, most());
  const to = limits(size);
  return { s: size, x: clamp(x, ...to.x), y: clamp(y, ...to.y) };
}

// Zooms around the point under the finger.
const around = (from, s, x, y) => ({ s, x: x - (x - from.x) * (s / from.s), y: y - (y - from.y) * (s / from.s) });

export function zoomBy(factor, x = view.wide / 2, y = view.high / 2, ms = 240) {
  if (!slide()?.isHere) return;
  view.zoom = within(around(view.zoom, clamp(view.zoom.s * factor, 1, most()), x, y));
  place(ms);
}

export function toggleZoom(x = view.wide / 2, y = view.high / 2) {
  if (isLarge()) rest(slide(), 240);
  else if (slide()) zoomBy(clamp(fills(), 2.5, most()), x, y);
}

export function pan(x, y, ms = 160) {
  view.zoom = within({ ...view.zoom, x: view.zoom.x + x, y: view.zoom.y + y });
  place(ms);
}

// Beyond the limits the movement is damped.
const rubber = (value, [least, greatest]) => (value < least ? least - (least - value) * .35 : value > greatest ? greatest + (value - greatest) * .35 : value);

// ---- pointers
const points = new Map();
let hold = null;
let frame = 0;
let tapped = null;

// A running animation is taken over at its present position.
function grasp(node) {
  const stands = new DOMMatrix(getComputedStyle(node).transform);
  node.style.transition = 'none';
  return stands;
}

function down(event) {
  if (view.isLeaving || event.button > 0 || event.target.closest('button') || points.size > 1 || !slide()) return;
  view.stage.setPointerCapture(event.pointerId);
  points.set(event.pointerId, [event.clientX, event.clientY]);
  if (points.size === 2) { pinch(); return; }
  const stands = grasp(slide().layer);
  view.zoom = { s: stands.a, x: stands.e, y: stands.f };
  const by = grasp(view.track).e + view.index * (view.wide + gap);
  place();
  align(by, 0);
  const [x, y] = [event.clientX, event.clientY];
  hold = {
    x, y, by, at: event.timeStamp, from: { ...view.zoom }, does: null, isCaught: Math.abs(by) > 2,
    isEdge: event.pointerType === 'touch' && (x < edge || x > view.wide - edge), trail: [[event.timeStamp, x, y]],
  };
  view.stage.toggleAttribute('data-moves', true);
}

function pinch() {
  const [[ax, ay], [bx, by]] = points.values();
  if (hold?.does === 'swipe' || hold?.does === 'leave') settle();
  forget();
  hold = { does: slide().isHere ? 'pinch' : 'none', from: { ...view.zoom }, apart: Math.hypot(ax - bx, ay - by) || 1, x: (ax + bx) / 2, y: (ay + by) / 2, trail: [] };
}

function moved(event) {
  if (!hold || !points.has(event.pointerId)) return;
  points.set(event.pointerId, [event.clientX, event.clientY]);
  if (hold.does !== 'pinch') {
    hold.trail.push([event.timeStamp, event.clientX, event.clientY]);
    while (hold.trail.length > 2 && event.timeStamp - hold.trail[0][0] > 100) hold.trail.shift();
    if (!hold.does && !decide(event.clientX - hold.x, event.clientY - hold.y)) return;
  }
  frame ||= requestAnimationFrame(draw);
}

// The direction of a gesture is decided once.
function decide(dx, dy) {
  if (Math.hypot(dx, dy) < travel) return false;
  forget();
  if (hold.isEdge) hold.does = 'none';
  else if (isLarge()) hold.does = 'pan';
  else if (Math.abs(dx) > Math.abs(dy)) hold.does = 'swipe';
  else hold.does = dy > 0 ? 'leave' : 'none';
  if (hold.does === 'leave') view.dialog.dataset.leaves = '';
  // An interrupted animation continues.
  if (hold.isCaught && hold.does !== 'swipe') align(0, 240);
  return true;
}

const draws = {
  pinch() {
    if (points.size < 2) return;
    const [[ax, ay], [bx, by]] = points.values();
    const s = rubber(hold.from.s * Math.hypot(ax - bx, ay - by) / hold.apart, [1, most()]);
    const turned = around(hold.from, s, hold.x, hold.y);
    view.zoom = { s, x: turned.x + (ax + bx) / 2 - hold.x, y: turned.y + (ay + by) / 2 - hold.y };
    place();
  },
  swipe(dx) {
    const by = hold.by + dx;
    const isEnd = by > 0 ? view.index === 0 : view.index === view.pictures.length - 1;
    if (!still.matches) align(isEnd ? by * .3 : by, 0);
  },
  leave(dx, dy) {
    if (still.matches) return;
    glide(view.stage, `translate3d(0, ${Math.max(0, dy)}px, 0)`, 0);
    view.ground.style.opacity = String(1 - clamp(dy / view.high, 0, 1) * .9);
  },
  pan(dx, dy) {
    const to = limits(view.zoom.s);
    view.zoom = { s: view.zoom.s, x: rubber(hold.from.x + dx, to.x), y: rubber(hold.from.y + dy, to.y) };
    place();
  },
};

function draw() {
  frame = 0;
  if (!hold || !view.dialog.open || view.isLeaving) return;
  const [, x, y] = hold.trail.at(-1) ?? [0, hold.x, hold.y];
  draws[hold.does]?.(x - hold.x, y - hold.y);
}

// Velocity in pixels per millisecond over the last 100 ms; zero if the finger paused before it was lifted.
function speed({ trail }, at) {
  if (trail.length < 2 || at - trail.at(-1)[0] > 80) return [0, 0];
  const [[t0, x0, y0], [t1, x1, y1]] = [trail[0], trail.at(-1)];
  return [(x1 - x0) / Math.max(8, t1 - t0), (y1 - y0) / Math.max(8, t1 - t0)];
}

function up(event) {
  if (!points.delete(event.pointerId) || !hold) return;
  if (frame) { cancelAnimationFrame(frame); draw(); }
  const did = hold;
  if (points.size) {
    // The remaining finger continues to move the image.
    const [[x, y]] = points.values();
    hold = { does: did.does === 'pinch' ? 'pan' : 'none', x, y, by: 0, from: { ...view.zoom }, trail: [[event.timeStamp, x, y]] };
    return;
  }
  hold = null;
  view.stage.removeAttribute('data-moves');
  const ends = { null: tap, swipe: swiped, leave: left, pan: thrown, pinch: thrown }[did.does] ?? settle;
  ends(event, did, speed(did, event.timeStamp));
}

function swiped(event, did, [vx]) {
  const dx = event.clientX - did.x;
  const goes = Math.abs(dx) > view.wide / 4 || (Math.abs(vx) > .35 && Math.abs(dx) > 20 && Math.sign(vx) === Math.sign(dx));
  does.go(goes ? view.index - Math.sign(dx) : view.index);
}

function left(event, did, [, vy]) {
  const dy = event.clientY - did.y;
  if (dy > 120 || (vy > .5 && dy > 30)) does.shut(); else settle();
}

// Decelerates after a fling, within the limits.
function thrown(event, did, [vx, vy]) {
  const runs = still.matches ? 0 : 260;
  view.zoom = within({ s: view.zoom.s, x: view.zoom.x + vx * runs, y: view.zoom.y + vy * runs });
  if (isLarge()) place(620); else rest(slide(), 240);
}

function cancel(event) {
  points.delete(event.pointerId);
  hold = null;
  view.stage.removeAttribute('data-moves');
  settle();
}

// A single tap toggles the bars, a double tap the zoom.
function tap(event, did) {
  if (did.isCaught) { settle(); return; }
  if (event.timeStamp - did.at > 500) { place(); return; }
  const [x, y] = [event.clientX, event.clientY];
  const isSecond = tapped && event.timeStamp - tapped.at < 300 && Math.hypot(x - tapped.x, y - tapped.y) < 40;
  forget();
  if (isSecond) { toggleZoom(x, y); return; }
  tapped = { at: event.timeStamp, x, y, timer: setTimeout(() => { tapped = null; does.bars(); }, 300) };
}

function forget() {
  clearTimeout(tapped?.timer);
  tapped = null;
}

function wheel(event) {
  if (event.target.closest('.gallery-words[tabindex="0"]')) return;
  event.preventDefault();
  if (!slide() || hold) return;
  const pixels = event.deltaMode === 1 ? 16 : 1;
  // A sideways wheel moves a zoomed image.
  if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    if (isLarge()) pan(-event.deltaX * pixels, 0, 0);
    return;
  }
  zoomBy(Math.exp(-clamp(event.deltaY * pixels, -240, 240) * (event.ctrlKey ? .01 : .002)), event.clientX, event.clientY, 0);
}
