// The place of a page: a town by its name, a point on the map by click, drag or keys, or degrees as they are typed.
import { announce, element, fetchJSON, filled, loadStylesheet } from './page.js';

const field = document.querySelector('[data-pack-place]');
const { latitude, longitude } = field.closest('form').elements;
const { townsPath, mapPath, findTown, noTown, showMap, mapLabel, placeSet } = field.dataset;
const typed = () => {
  const [north, east] = [latitude, longitude].map(({ value }) => Number.parseFloat(value.replace(',', '.')));
  return Number.isFinite(north) && Number.isFinite(east) ? [north, east] : null;
};
function choose(north, east, name = '') {
  latitude.value = Number(north).toFixed(6);
  longitude.value = Number(east).toFixed(6);
  latitude.dispatchEvent(new Event('input', { bubbles: true }));
  announce(filled(placeSet, name || `${latitude.value}, ${longitude.value}`));
}

// ---- a town by its name
const list = element('ul', { className: 'pack-towns' });
const input = element('input', { className: 'input', type: 'search', autocomplete: 'off', ariaLabel: findTown, placeholder: findTown });
const search = element('div', { className: 'pack-town-search' }, input, list);
let asked = 0;
// The words whose towns are listed, and whether Enter waits for those of the newest.
let listed = '';
let chooses = false;
const chooseFirst = () => list.querySelector('button')?.click();
input.addEventListener('input', async () => {
  asked += 1;
  const own = asked;
  chooses = false;
  const words = input.value.trim();
  const towns = words ? await fetchJSON(`${townsPath}?q=${encodeURIComponent(words)}`) : [];
  if (own !== asked || !towns) return;
  listed = words;
  list.replaceChildren(...towns.map((town) => {
    const button = element('button', { type: 'button', className: 'quiet' }, element('b', { textContent: town.name }), ` ${town.detail}`);
    button.addEventListener('click', () => {
      choose(town.latitude, town.longitude, town.name);
      list.replaceChildren();
      input.value = listed = '';
      asked += 1;
      input.focus();
      show(true);
    });
    return element('li', {}, button);
  }));
  if (!towns.length && words) {
    list.append(element('li', { className: 'hint', textContent: noTown }));
    announce(noTown);
  }
  // Above the bar with the buttons.
  list.scrollIntoView({ block: 'nearest' });
  if (chooses) chooseFirst();
});
// Enter chooses the first town, and does not send the form.
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  chooses = listed !== input.value.trim();
  if (!chooses) chooseFirst();
});

// ---- a point on the map
const canvas = element('div', { className: 'map-canvas', role: 'group', ariaLabel: mapLabel });
const stage = element('div', { className: 'map pack-place-map', hidden: true }, canvas);
const open = element('button', { type: 'button', className: 'button', textContent: showMap });
open.addEventListener('click', () => { open.remove(); start(); });
field.querySelector('.hint').after(search, stage);
field.append(open);

let map = null;
let pin = null;
const degrees = ([north, east]) => [north / 1e6, east / 1e6];
async function start() {
  if (map) return;
  stage.hidden = false;
  const [, base] = await Promise.all([
    Promise.all([import('./leaflet.min.js'), loadStylesheet('leaflet.css'), loadStylesheet('map.css')]),
    fetchJSON(`${mapPath}?latitude=${latitude.value}&longitude=${longitude.value}`),
  ]);
  const { L } = window;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  map = L.map(canvas, { attributionControl: false, minZoom: 2, maxZoom: 16, zoomAnimation: !still, fadeAnimation: !still });
  for (const area of base?.areas ?? []) {
    L.polygon(area.rings.map((ring) => ring.map(degrees)), { className: `map-area map-${area.kind}`, interactive: false }).addTo(map);
  }
  const names = [...(base?.towns ?? [])].sort((one, other) => other.population - one.population).map((town) => {
    const name = element('span', { textContent: town.name });
    L.marker(degrees(town.place), { icon: L.divIcon({ className: 'map-town', html: name, iconSize: [0, 0] }), interactive: false, keyboard: false }).addTo(map);
    return name;
  });
  // The larger towns first, and no name over another.
  const placeNames = () => {
    const taken = [];
    for (const name of names) {
      name.hidden = false;
      const own = name.getBoundingClientRect();
      name.hidden = taken.some((other) => own.left < other.right && own.right > other.left && own.top < other.bottom && own.bottom > other.top);
      if (!name.hidden) taken.push(own);
    }
  };
  map.on('zoomend moveend', placeNames);
  // The guide's own part of the land, if the map has one.
  const own = (base?.areas ?? []).filter((area) => area.kind === 'district');
  const points = [...(own.length ? own : base?.areas ?? []).flatMap((area) => area.rings.flat()), ...(base?.towns ?? []).map((town) => town.place)].map(degrees);
  const whole = () => { if (typed()) map.setView(typed(), 10, { animate: false }); else if (points.length) map.fitBounds(points, { padding: [10, 10], animate: false }); else map.setView([20, 0], 2, { animate: false }); };
  whole();
  // The style sheets may give the map its size only now.
  let isMoved = false;
  for (const kind of ['pointerdown', 'wheel', 'keydown']) canvas.addEventListener(kind, () => { isMoved = true; }, { passive: true });
  new ResizeObserver(() => { map.invalidateSize({ animate: false }); if (!isMoved) whole(); placeNames(); }).observe(canvas);
  pin = L.marker(typed() ?? map.getCenter(), { draggable: true, opacity: typed() ? 1 : 0, icon: L.divIcon({ className: 'pack-place-pin', iconSize: [24, 24], iconAnchor: [12, 12] }) }).addTo(map);
  // Closer, the place stays in sight.
  map.on('zoomend', () => { if (typed()) map.panInside(pin.getLatLng(), { padding: [40, 40], animate: false }); });
  pin.on('dragend', () => { const { lat, lng } = pin.getLatLng(); choose(lat, lng); });
  map.on('click', ({ latlng: { lat, lng } }) => { choose(lat, lng); show(); });
  // With the map in focus the arrow keys move it, and Enter sets the place to its middle.
  canvas.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { lat, lng } = map.getCenter();
    choose(lat, lng);
    show();
  });
}
function show(isCentred = false) {
  const point = typed();
  if (!map || !point) return;
  pin.setLatLng(point).setOpacity(1);
  if (isCentred) map.setView(point, Math.max(map.getZoom(), 10));
}
for (const degreesField of [latitude, longitude]) degreesField.addEventListener('change', () => show(true));
