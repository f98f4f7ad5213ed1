// The device's location, after a press on the button: rounded here, sent once, and never put into an address.
import { fetchPage, moveFocus, post } from './page.js';

const section = document.getElementById('location');
const button = document.getElementById('locate');
const status = document.getElementById('location-status');
const near = section.appendChild(document.createElement('div'));
const say = (words) => { status.textContent = words; };
// A tenth of a degree is about 10 km.
const rounded = (degrees) => (Math.round(degrees * 10) / 10).toFixed(1);

function failed(error) {
  const { locationDeniedText: denied, locationTimedOutText: timedOut, locationUnavailableText: unavailable } = section.dataset;
  say(error.code === 1 ? denied : error.code === 3 ? timedOut : unavailable);
  button.disabled = false;
}

async function found({ coords }, was) {
  const body = new URLSearchParams({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
  const outcome = await post(section.dataset.locatePath, body);
  const towns = outcome?.go && (await fetchPage(outcome.go, { headers: { Accept: 'text/html' } }))?.getElementById('towns');
  button.disabled = false;
  if (towns) {
    // Beneath the button, where one looks; what was found by typing gives way.
    document.getElementById('towns').replaceChildren();
    near.replaceChildren(...towns.childNodes);
    moveFocus(was, document.getElementById('town-0'));
  }
  say(outcome?.words ?? section.dataset.locationUnavailableText);
}

button.addEventListener('click', () => {
  if (!isSecureContext) { say(section.dataset.locationInsecureText); return; }
  if (!navigator.geolocation) { say(section.dataset.locationUnavailableText); return; }
  button.disabled = true;
  say(section.dataset.locatingText);
  const was = document.activeElement;
  navigator.geolocation.getCurrentPosition((position) => found(position, was), failed, { enableHighAccuracy: false, timeout: 15000, maximumAge: 600000 });
});
section.hidden = false;
