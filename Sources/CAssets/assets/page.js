// What modules share. The server writes the `strings` and `paths` that a script names before its first line (ScriptConstants.swift).
export const { edition } = document.documentElement.dataset;

// A path with values for its parameters, or a sentence with values for what stands in braces.
export const filled = (text, ...values) => text.replace(/:\w+|\{\w+\}/g, () => values.shift());
// True if a path fits a pattern of the router, such as `/:edition/linked/:mark`.
export const isAt = (kind, path) => new RegExp(`^${kind.replace(/:\w+/g, '[^/]+')}$`).test(path);
export const pathTo = (path, ...values) => filled(path, edition, ...values);
// "1 comment", "2 comments": `forms` has both, with a bar between them.
export const counted = (count, forms) => filled(forms.split('|')[count === 1 ? 0 : 1], count);

// ---- requests: null if Tidings cannot be reached, undefined if it refuses
async function ask(address, options, read) {
  const response = await fetch(address, options).catch(() => null);
  tellIfSignedOut(response);
  return response && (response.ok ? read(response).catch(() => null) : undefined);
}
export const fetchJSON = (address, options) => ask(address, options, (response) => response.json());
export const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');
export const fetchPage = (address, options) => ask(address, options,
  async (response) => Object.assign(parsed(await response.text()), { isRedirected: response.redirected }));
// Requests are sent even when the page is left (keepalive), for which there is a limit of 64 KB.
export async function post(address, fields, keepalive = true) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'application/json' }, keepalive }).catch(() => null);
  tellIfSignedOut(response);
  return response?.json().catch(() => null) ?? null;
}
export const postAction = (name, fields, keepalive) => post(pathTo(paths.action, name), fields, keepalive);

// What comes late leaves alone who writes, and moves the focus only from where it was when it was asked for.
export const isWriting = () => Boolean(document.querySelector('.composer')) || document.activeElement?.matches('input, textarea');
export const moveFocus = (was, node) => { if ([was, document.body].includes(document.activeElement)) node?.focus({ preventScroll: true }); };

// Whoever was signed out elsewhere is told so, with the way back; what asks from time to time then stops.
export let isSignedOut = false;
function tellIfSignedOut(response) {
  if (response?.status !== 401) return;
  isSignedOut = true;
  toast(strings.signedOut, strings.signIn, () => location.reload());
}

// ---- what the reader is told
const live = document.getElementById('live');
export const announce = (message) => { live.textContent = ''; live.textContent = message; };

// One toast at a time, for 8 seconds.
let toastTimer;
export function toast(message, label, press) {
  document.querySelector('.toast')?.remove();
  clearTimeout(toastTimer);
  const box = element('div', { className: 'toast' }, element('span', {}, message));
  if (label) box.append(element('button', { onclick: press }, label));
  (document.querySelector('dialog.search-overlay') ?? document.body).append(box);
  announce(message);
  const removeLater = () => { toastTimer = setTimeout(() => (box.matches(':hover, :focus-within') ? removeLater() : box.remove()), 8000); };
  removeLater();
  return box;
}
export const errorNote = (message, retry, label = strings.tryAgain) => element('div', { className: 'error-note', role: 'alert' },
  element('p', {}, message), element('button', { type: 'button', className: 'button', onclick: retry }, label));

// ---- pieces of a page
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
const asset = (name) => new URL(name, import.meta.url).pathname;
export const icon = (name) => `<svg class="icon" aria-hidden="true"><use href="${asset('icons.svg')}#${name}"/></svg>`;
export const closeButton = (label, press) => element('button', { className: 'icon-button close', ariaLabel: label, innerHTML: icon('close'), onclick: press });

// A sheet that only some pages load: true once it is there.
export async function loadStylesheet(name) {
  const href = asset(name);
  return Boolean(document.querySelector(`link[href="${href}"]`)) || new Promise((done) => {
    const link = element('link', { rel: 'stylesheet', href, onload: () => done(true), onerror: () => { link.remove(); done(false); } });
    document.head.append(link);
  });
}

// Shows a skeleton after 300 ms, if the response is still awaited then. Returns how to stop it.
export function showSkeletonLater(container, isAwaited = () => true, kind = '') {
  const timer = setTimeout(() => { if (isAwaited()) container.innerHTML = `<div class="skeleton ${kind}" aria-hidden="true"><i></i><i></i><i></i><i></i></div>`; }, 300);
  return () => clearTimeout(timer);
}

// Work on the page as it is, and on every piece that is put into it later.
const works = [];
export const whenShown = (work) => { works.push(work); work(document); };
export const shown = (root) => works.forEach((work) => work(root));

// A page that the browser loads ahead fetches nothing.
export const whenVisited = (start) => { if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true }); else start(); };
// Where rows are: in the search over the list, or in the list.
export const listRoot = () => document.querySelector('dialog.search-overlay') ?? document.querySelector('main');
export const isModified = (event) => event.metaKey || event.ctrlKey || event.shiftKey;
