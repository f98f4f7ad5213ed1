// Keeps the front page on this device, with what is on it, for when Tidings cannot be reached (docs/offline.md): some time after a
// visit, and not where data is to be saved. The worker, sw.js, does it.
import { announce, edition, element, fetchJSON } from './page.js';

export const workers = window.isSecureContext ? navigator.serviceWorker : undefined;
// `ready` would never settle if the worker cannot be installed.
export async function worker() {
  const registration = await workers.register(paths.serviceWorker, { scope: '/', updateViaCache: 'none' });
  const coming = registration.installing ?? registration.waiting;
  if (coming && !registration.active) {
    await new Promise((resolve) => {
      const look = () => { if (registration.active || coming.state === 'redundant') resolve(); };
      coming.addEventListener('statechange', look);
      look();
    });
  }
  if (!registration.active) throw new Error('no worker');
  return registration.active;
}
export const request = (to, ask, fields = {}) => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data?.hasFailed ? reject(new Error(ask)) : resolve(data));
  to.postMessage({ ask, ...fields }, [port2]);
});

const { dataset } = document.documentElement;
const { saveData, effectiveType } = navigator.connection ?? {};
export const keepsFronts = () => !localStorage.getItem('keeps-nothing');
export async function keepFront() {
  if (!workers || saveData || /2g/.test(effectiveType) || !keepsFronts()) return;
  // A private window, or a browser that is short of space, keeps nothing; it is asked again at the next visit.
  await worker().then((active) => request(active, 'keep', { edition, theme: dataset.theme })).catch(() => {});
}

// The page that is shown is of this device: it offers the current one once Tidings can be reached.
async function offerCurrent() {
  if (!await fetchJSON(`${paths.live}?${new URLSearchParams({ edition })}`)) return setTimeout(offerCurrent, 10_000);
  document.querySelector('.kept-notice')
    .replaceChildren(element('span', {}, strings.reachedAgain), ' ', element('a', { href: '' }, strings.loadCurrent));
  return announce(strings.reachedAgain);
}

export const keepOrOffer = () => ('kept' in dataset ? offerCurrent() : keepFront());
