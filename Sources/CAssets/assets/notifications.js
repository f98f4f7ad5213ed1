// Turns notifications on and off on this device, after a tap: the browser's permission, its subscription at a push service, and
// what the server keeps of it.
import { postAction, toast } from './page.js';
import { worker, workers } from './keep.js';

const part = document.querySelector('[data-push-device]');
const state = part.querySelector('[data-push-state]');
const button = part.querySelector('button');

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const registration = async () => (await worker(), workers.ready);
const subscription = async () => (await workers.getRegistration('/'))?.pushManager?.getSubscription();
// The row of the list that is this device's.
async function ownRow(current) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${current.endpoint}`));
  const text = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return document.querySelector(`[data-address-hash="${text}"]`);
}

// Says why nothing can be turned on here; undefined where it can.
function obstacle() {
  if (navigator.standalone === false) return strings.pushNeedsHomeScreen;
  if (!workers) return strings.pushNeedsHTTPS;
  if (!('PushManager' in window && 'Notification' in window)) return strings.pushUnsupported;
  return Notification.permission === 'denied' ? strings.pushDenied : undefined;
}
async function show() {
  const words = obstacle();
  const current = words ? undefined : await subscription();
  const row = current && await ownRow(current);
  state.textContent = words ?? (row ? strings.pushOn : strings.pushOff);
  button.hidden = Boolean(words);
  button.textContent = row ? strings.turnOffHere : strings.turnOnHere;
  button.onclick = () => run(row ? () => turnOff(current, row) : turnOn);
}
async function run(work) {
  button.disabled = true;
  const problem = await work().catch(() => strings.pushFailed);
  button.disabled = false;
  if (problem) toast(problem);
  await show();
}
async function send(name, fields) {
  const outcome = await postAction(name, fields, false);
  if (!outcome || outcome.failed) return outcome?.words ?? strings.nothingChanged;
  location.assign(outcome.go);
  return undefined;
}
async function turnOn() {
  if (await Notification.requestPermission() !== 'granted') return strings.pushNotAllowed;
  const { pushKey, words } = await postAction('prepare-push', {}, false) ?? { words: strings.nothingChanged };
  if (!pushKey) return words;
  const { pushManager } = await registration();
  // A subscription that the server does not know may be bound to another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const next = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) });
  const { endpoint, keys } = next.toJSON();
  const problem = await send('subscribe-device', { endpoint, publicKey: keys.p256dh, secret: keys.auth });
  if (problem) await next.unsubscribe();
  return problem;
}
async function turnOff(current, row) {
  await current.unsubscribe();
  return send('remove-way', { way: row.querySelector('[name=way]').value });
}
await show();
