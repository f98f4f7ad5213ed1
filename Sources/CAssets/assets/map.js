// A pack's map: outlines and towns of the pack itself, and a pin for each page of the list below, which is the map's equal.
import './leaflet.min.js';
import { fetchJSON } from './page.js';

const L = window.L;
const stage = document.getElementById('map');
const canvas = stage.querySelector('.map-canvas');
const { baseMapPath: baseAddress, close: closeWord, alsoLabel: alsoWord, tilesPath: tileAddress, tileZoom } = stage.dataset;
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const places = [...document.querySelectorAll('.map-places > li')].map((row) => ({
  row, link: row.querySelector('a'), title: row.querySelector('b').textContent, words: row.querySelector('small').textContent,
  point: row.dataset.latitude ? L.latLng(row.dataset.latitude / 1e6, row.dataset.longitude / 1e6) : null,
})).filter((place) => place.point);

stage.hidden = false;
const map = L.map(canvas, {
  zoomControl: false, attributionControl: false, keyboard: false, tap: false, scrollWheelZoom: false, closePopupOnClick: true,
  wheelPxPerZoomLevel: 120, zoomSnap: .25, maxZoom: 14, minZoom: 2, maxBoundsViscosity: 1, renderer: L.svg({ padding: .5 }),
  zoomAnimation: !still, fadeAnimation: !still, markerZoomAnimation: !still, inertia: !still,
});
if (still) {
  const panBy = map.panBy;
  map.panBy = (offset, options) => panBy.call(map, offset, { ...options, animate: false });
}

// ---- the view
const pinned = L.latLngBounds(places.map(({ point }) => point));
// Where the edition wants the middle, as much on each side as the pins need.
const centre = stage.dataset.centre ? L.latLng(stage.dataset.centre.split(',').map((part) => part / 1e6)) : null;
const mirrored = (corner) => [2 * centre.lat - corner.lat, 2 * centre.lng - corner.lng];
const whole = centre && pinned.isValid() ? L.latLngBounds(pinned.getSouthWest(), pinned.getNorthEast()).extend(mirrored(pinned.getSouthWest())).extend(mirrored(pinned.getNorthEast())) : pinned;
// A pin stands on its point.
const room = { paddingTopLeft: [30, 56], paddingBottomRight: [30, 24], maxZoom: 12 };
let hasMoved = false;
function showAll(animate = !still) {
  hasMoved = false;
  // A little more than the pins, so that the country around them is seen.
  if (whole.isValid() && centre) map.setView(centre, Math.min(room.maxZoom, map.getBoundsZoom(whole.pad(.05), false, L.point(60, 112))), { animate });
  else if (whole.isValid()) map.fitBounds(whole.pad(.1), { ...room, animate });
  else map.setView([0, 0], 2, { animate: false });
}
showAll(false);
// A page that is come back to, or loaded again since it has changed, shows the same part again.
const kept = history.state?.map;
if (kept) {
  map.setView([kept[0], kept[1]], kept[2], { animate: false });
  hasMoved = true;
}
// Where a zoom leads that has not ended.
let target = null;
const keepView = () => {
  const { center: { lat, lng }, zoom } = target ?? { center: map.getCenter(), zoom: map.getZoom() };
  history.replaceState({ ...history.state, map: hasMoved ? [lat, lng, zoom] : null }, '');
};
new ResizeObserver(() => {
  map.invalidateSize({ animate: false, pan: hasMoved });
  limitZoom();
  if (!hasMoved) showAll(false);
}).observe(canvas);
for (const kind of ['pointerdown', 'wheel', 'keydown']) stage.addEventListener(kind, () => { hasMoved = true; }, { passive: true, capture: true });

// ---- the base map
let edge = null;
// Not beyond the outlines, except where the pins need it.
function limitZoom() {
  if (!edge) return;
  const pins = whole.isValid() ? map.getBoundsZoom(whole.pad(.1), false, L.point(60, 80)) : 14;
  map.setMinZoom(Math.min(map.getBoundsZoom(edge, true), pins));
}
const degrees = ([latitude, longitude]) => [latitude / 1e6, longitude / 1e6];
let towns = [];
function drawBase(base) {
  const rings = base.areas.flatMap((area) => area.rings.map((ring) => ring.map(degrees)));
  const shape = (own, className) => L.polygon(own, { className, interactive: false, smoothFactor: 0 }).addTo(map);
  if (rings.length) {
    // One line around all land first; the areas cover its inner half.
    for (const area of base.areas) shape(area.rings.map((ring) => ring.map(degrees)), 'map-coast');
    for (const area of base.areas) shape(area.rings.map((ring) => ring.map(degrees)), `map-area map-${area.kind}`);
    edge = L.latLngBounds(rings.flat());
    // With some water around, into which the callouts of the outermost pins can be moved.
    map.setMaxBounds(edge.pad(.4));
    limitZoom();
    if (!hasMoved) showAll(false);
  }
  towns = base.towns.map((town) => ({ ...town, point: L.latLng(...degrees(town.place)) })).sort((one, other) => other.population - one.population);
  placeNames();
}
// The tiles of a server that the operator has named. They replace the outlines where all of them are there.
if (tileAddress) {
  let failed = 0;
  L.tileLayer(`${tileAddress}/{z}/{x}/{y}`, { maxNativeZoom: Number(tileZoom), noWrap: true })
    .on('loading', () => { failed = 0; })
    .on('tileerror', () => { failed += 1; })
    .on('load', () => stage.classList.toggle('has-tiles', !failed))
    .addTo(map);
}
if (baseAddress) fetchJSON(baseAddress).then((base) => base && drawBase(base));

// ---- the towns' names: the larger first, and none over a pin or another name
map.createPane('names').style.zIndex = 450;
map.getPane('names').setAttribute('aria-hidden', 'true');
const pencil = document.createElement('canvas').getContext('2d');
const lineHeight = 18;
const sides = { right: (width) => [5, -lineHeight / 2, width], left: (width) => [-5 - width, -lineHeight / 2, width], below: (width) => [-width / 2, 4, width], above: (width) => [-width / 2, -4 - lineHeight, width],
  // Past a pin that stands on the town.
  belowRight: (width) => [-4, 4, width], belowLeft: (width) => [4 - width, 4, width],
  aboveRight: (width) => [-4, -4 - lineHeight, width], aboveLeft: (width) => [4 - width, -4 - lineHeight, width],
  lower: (width) => [-width / 2, 14, width], farRight: (width) => [26, -lineHeight / 2, width], farLeft: (width) => [-26 - width, -lineHeight / 2, width] };
const meets = (one, other) => one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
function placeNames() {
  const taken = places.map(({ point }) => { const { x, y } = map.latLngToLayerPoint(point); return [x - 16, y - 40, x + 16, y + 4]; });
  const corner = map.containerPointToLayerPoint([0, 0]);
  const seen = [corner.x, corner.y, corner.x + map.getSize().x, corner.y + map.getSize().y];
  for (const town of towns) {
    const isLarge = town.population >= 200000;
    pencil.font = `${isLarge ? 600 : 400} 13px ${getComputedStyle(canvas).fontFamily}`;
    const width = Math.ceil(pencil.measureText(town.name).width) + 2;
    const { x, y } = map.latLngToLayerPoint(town.point);
    const box = (side) => { const [left, top, wide] = sides[side](width); return [x + left, y + top, x + left + wide, y + top + lineHeight]; };
    const roomy = ([left, top, right, bottom]) => [left - 8, top - 6, right + 8, bottom + 6];
    const free = Object.keys(sides).filter((name) => !taken.some((other) => meets(box(name), other)));
    const isWhole = (name) => { const [left, top, right, bottom] = box(name); return left >= seen[0] && top >= seen[1] && right <= seen[2] && bottom <= seen[3]; };
    // Where it was, so that nothing jumps. A town that is seen has a whole name or none; of others nothing is seen.
    const isSeen = x >= seen[0] && y >= seen[1] && x <= seen[2] && y <= seen[3];
    const side = [town.side, ...Object.keys(sides)].find((name) => free.includes(name) && isWhole(name)) ?? (isSeen ? undefined : free[0]);
    town.side = side;
    town.marker?.remove();
    town.marker = null;
    if (!side) continue;
    taken.push(roomy(box(side)), [x - 4, y - 4, x + 4, y + 4]);
    const [left, top] = sides[side](width);
    const name = document.createElement('span');
    name.textContent = town.name;
    Object.assign(name.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
    town.marker = L.marker(town.point, {
      icon: L.divIcon({ className: `map-town${isLarge ? ' large' : ''}`, html: name, iconSize: [0, 0] }), pane: 'names', interactive: false, keyboard: false,
    }).addTo(map);
  }
}
map.on('moveend', placeNames);
document.fonts?.ready.then(placeNames);

// ---- the pins, in the order of the list
const reach = 28;
let open = null;
const popup = L.popup({ closeButton: false, autoPan: false, minWidth: 200, maxWidth: 280, offset: [0, -34], className: 'map-callout' });
for (const [index, place] of places.entries()) {
  const number = document.createElement('span');
  number.textContent = index + 1;
  place.marker = L.marker(place.point, { icon: L.divIcon({ className: 'map-pin', html: number, iconSize: [44, 44], iconAnchor: [22, 42] }), riseOnHover: true }).addTo(map);
  const pin = place.pin = place.marker.getElement();
  pin.setAttribute('role', 'button');
  pin.setAttribute('aria-label', place.words ? `${place.title}, ${place.words}` : place.title);
  pin.setAttribute('aria-expanded', 'false');
  place.marker.on('click', () => openCallout(place));
  pin.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    openCallout(place, true);
  });
  pin.addEventListener('focus', () => {
    // Browsers scroll what has the focus into view, also inside the map.
    canvas.scrollTo(0, 0);
    if (pin.matches(':focus-visible')) map.panInside(place.point, { padding: [40, 56] });
  });
  for (const [kind, isOn] of [['mouseenter', true], ['mouseleave', false], ['focusin', true], ['focusout', false]]) {
    place.row.addEventListener(kind, () => { pin.classList.toggle('highlighted', isOn); place.marker.setZIndexOffset(isOn ? 1000 : 0); });
  }
}

function line(place) {
  const link = document.createElement('a');
  link.href = place.link.href;
  const [title, words] = [document.createElement('b'), document.createElement('small')];
  title.textContent = place.title;
  words.textContent = place.words;
  link.append(title, words);
  return link;
}
// Pins that stand on one another share a callout, so that none is hidden.
function openCallout(place, hasFocus = false) {
  const at = map.latLngToLayerPoint(place.point);
  const near = places.filter((other) => other !== place && at.distanceTo(map.latLngToLayerPoint(other.point)) < reach);
  const callout = document.createElement('div');
  callout.append(line(place));
  if (near.length) {
    const heading = document.createElement('p');
    heading.textContent = alsoWord;
    callout.append(heading, ...near.map(line));
  }
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', closeWord);
  close.textContent = '×';
  close.addEventListener('click', closeCallout);
  callout.append(close);
  shut();
  open = place;
  place.pin.setAttribute('aria-expanded', 'true');
  place.pin.classList.add('open');
  popup.setLatLng(place.point).setContent(callout).openOn(map);
  keepInView();
  if (hasFocus) callout.querySelector('a').focus({ preventScroll: true });
}
// The whole callout, and none of it under the buttons.
function keepInView() {
  const [box, frame] = [popup.getElement().getBoundingClientRect(), canvas.getBoundingClientRect()];
  const tools = stage.querySelector('.map-tools').getBoundingClientRect();
  const right = (box.top < tools.bottom + 12 ? tools.left : frame.right) - 12;
  const x = box.right > right ? box.right - right : Math.min(0, box.left - frame.left - 12);
  const y = Math.min(0, box.top - frame.top - 12);
  if (x || y) map.panBy([x, y], { animate: !still });
}
function closeCallout() {
  const pin = popup.getElement()?.contains(document.activeElement) ? open?.pin : null;
  map.closePopup(popup);
  pin?.focus({ preventScroll: true });
}
function shut() {
  open?.pin.setAttribute('aria-expanded', 'false');
  open?.pin.classList.remove('open');
  open = null;
}
map.on('popupclose', shut);

// ---- buttons, keys and wheel
const steps = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] };
// What is open stays where it is.
function zoom(by) {
  const to = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), map.getZoom() + by));
  if (open) map.setZoomAround(open.point, to); else map.setZoom(to);
}
const actions = { in: () => zoom(1), out: () => zoom(-1), all: () => { closeCallout(); showAll(); } };
for (const button of stage.querySelectorAll('[data-map-command]')) {
  button.addEventListener('click', () => actions[button.dataset.mapCommand]());
}
const keys = { '+': 'in', '=': 'in', '-': 'out', _: 'out', 0: 'all', Home: 'all' };
canvas.tabIndex = 0;
stage.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (steps[event.key]) map.panBy(steps[event.key]);
  else if (keys[event.key]) actions[keys[event.key]]();
  else if (event.key === 'Escape' && open) closeCallout();
  else return;
  event.preventDefault();
  // The app has other uses for these keys.
  event.stopPropagation();
});
// The wheel scrolls the page past a map that nobody has pressed; with Ctrl, as of a pinch on a trackpad, it always zooms.
let isHeld = false;
canvas.addEventListener('wheel', (event) => {
  if (event.ctrlKey || isHeld) map.scrollWheelZoom.enable();
  else map.scrollWheelZoom.disable();
}, { capture: true, passive: true });
canvas.addEventListener('pointerdown', () => { isHeld = true; });
document.addEventListener('pointerdown', (event) => { if (!canvas.contains(event.target)) isHeld = false; });
canvas.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') isHeld = false; });
map.on('zoomanim', ({ center, zoom }) => { target = { center, zoom }; });
map.on('moveend', () => { target = null; keepView(); });
// A link may be followed before that.
document.addEventListener('click', keepView, true);
stage.dataset.ready = '';
