// Holds what the worker knows: the page shown without a server, a database, the versions in use, and what pages are told of them.

// The server joins the files of this folder, the one service worker of the app (docs/offline.md), in the order of CAssets.c.
// Three constants come before them: `release`, the hash of all assets, and the `strings` and `paths` that it names (ScriptConstants.swift).

// Returns a path of the server with `values` in the place of its parameters.
const filled = (path, ...values) => path.replace(/:\w+/g, () => values.shift());
// Resolves to undefined if the work takes longer; it goes on.
const within = (work, seconds) => Promise.race([work, new Promise((resolve) => { setTimeout(resolve, seconds * 1000); })]);
// Browsers end workers whose events last for more than five minutes; the work that is left goes on with the next event.
const longestEvent = 240;
// Ends requests that take too long: a connection whose network went away may stay silent for ever.
const limited = (signal) => {
  const timeout = AbortSignal.timeout(120_000);
  return signal && AbortSignal.any ? AbortSignal.any([signal, timeout]) : signal ?? timeout;
};
// Requests JSON from Tidings itself, not from where it redirects to; null without a response.
const requestJSON = (path, options) => fetch(path, {
  cache: 'no-store', redirect: 'manual', headers: { Accept: 'application/json' }, signal: limited(), ...options,
}).catch(() => null);
const jsonResponse = (value) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });

// ---- caches ------------------------------------------------------------------------------------------------------------
const shellName = `shell/${release}`;
const pagesName = (edition, key) => `pack/${edition}/${key}`;
// The media of all versions: a guide's are named by their hashes, pictures of stories by their numbers.
const mediaName = (edition) => `pack-media/${edition}`;
// A record is an edition's, for a guide or saved stories that were taken along, or that of its front page, which is kept by itself.
const frontOf = (edition) => `front.${edition}`;
const isFront = (key) => key.startsWith('front.');
const editionIn = (key) => key.replace(/^front\./, '');
const manifestPath = (key) => filled(isFront(key) ? paths.offlineFront : paths.offlineManifest, editionIn(key));

const storedPaths = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname);
// Returns a stored response. `caches.open` alone would make anew a cache that the browser threw away.
async function storedIn(name, path) {
  if (!await caches.has(name)) return undefined;
  return (await caches.open(name)).match(path, { ignoreVary: true });
}
const removeCaches = async (isOld) => {
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
};
// Removes the pages of an edition's versions but those in the caches named `kept`.
const removePages = (edition, ...kept) => removeCaches((name) => name.startsWith(pagesName(edition, '')) && !kept.includes(name));

// Stores the page that is shown when the server cannot be reached, with the files that it loads.
async function storeShell() {
  const page = await fetch(paths.offlinePage, { cache: 'no-store', credentials: 'omit' });
  if (!page.ok || page.redirected) throw new TypeError('no offline page');
  const cache = await caches.open(shellName);
  const text = await page.clone().text();
  const files = [...text.matchAll(/"(\/assets\/[^"#]+\.(?:js|css|svg))["#]/g)].map(([, path]) => path);
  await cache.addAll([...new Set(files)]);
  await cache.put(paths.offlinePage, page);
}

// ---- the database, which only the worker opens -------------------------------------------------------------------------
// `packs`: a record per edition, whose `used` names the version in use, and is replaced at once. `queue`: favourites to be
// sent. `favourites`: an edition's, as the server has told them.
const stores = {
  packs: { keyPath: 'edition' }, queue: { keyPath: 'number', autoIncrement: true }, favourites: { keyPath: 'edition' },
};
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
let opened = null;
async function openDatabase() {
  const request = indexedDB.open('tidings', 1);
  request.onupgradeneeded = () => { for (const name in stores) request.result.createObjectStore(name, stores[name]); };
  const opening = await settled(request);
  // A later version of the database, or the reader, may want it closed.
  opening.onversionchange = () => { opening.close(); opened = null; };
  opening.onclose = () => { opened = null; };
  return opening;
}
const database = () => (opened ??= openDatabase().catch((error) => { opened = null; throw error; }));
const all = async (store) => settled((await database()).transaction(store).objectStore(store).getAll());
const get = async (store, key) => settled((await database()).transaction(store).objectStore(store).get(key));
async function change(store, method, argument) {
  const transaction = (await database()).transaction(store, 'readwrite', { durability: 'strict' });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  transaction.objectStore(store)[method](argument);
  await done;
}
const put = (store, value) => change(store, 'put', value);
const remove = (store, key) => change(store, 'delete', key);

// ---- the versions in use -----------------------------------------------------------------------------------------------
// The versions in use by edition, and the stored files of `/assets`; undefined until they have been read. Requests are routed
// by them, and cannot wait for a read.
let inUse;
let storedFiles;
// Settles when both have been read.
let known;
async function readVersions() {
  const records = (await all('packs').catch(() => [])).filter((record) => record.used);
  const shell = await caches.has(shellName) ? await storedPaths(await caches.open(shellName)) : [];
  storedFiles = new Set([...shell, ...records.flatMap(({ used }) => used.files)]);
  inUse = new Map(records.map(({ edition, used, checkedAt }) => [edition, { ...used, asOf: checkedAt ?? used.at }]));
}
// Leaves everything to the network if storage cannot be read.
const loadState = () => (known = readVersions().catch(() => { inUse ??= new Map(); storedFiles ??= new Set(); }));
loadState();

const recordOf = async (edition) => ({ edition, ...await get('packs', edition) });
async function saveRecord(record) {
  await put('packs', record);
  await loadState();
}
// Returns true if the browser threw away pages or pictures of the version in use.
async function isLost({ edition, used }) {
  if (!used) return false;
  if (used.pictures > 0 && !await caches.has(mediaName(edition))) return true;
  return !await storedIn(pagesName(edition, used.key), manifestPath(edition));
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(storeShell());
});
// A new release takes over at once: caches are named by pack and version, so nothing that was taken along is lost.
addEventListener('activate', (event) => event.waitUntil((async () => {
  await removeCaches((name) => name.startsWith('shell/') && name !== shellName);
  await loadState();
  await clients.claim();
})()));

// Returns when something was known to be as the server has it: "19:40", "Saturday 19:40", "14 November".
function timeOf(at) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 864e5);
  const clock = { hour: '2-digit', minute: '2-digit' };
  const parts = days < 1 ? clock : days < 7 ? { weekday: 'long', ...clock } : { day: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat('en-GB', parts).format(at).replace(' at ', ' ');
}

// ---- what pages are told -----------------------------------------------------------------------------------------------
// The jobs under way, by edition (jobs.js).
const jobs = new Map();
async function stateOf(edition) {
  const record = await recordOf(edition);
  const job = jobs.get(edition)?.state ?? record.job ?? null;
  const queue = (await all('queue')).filter((entry) => entry.edition === edition);
  const { asOf = 0, pages = [] } = await get('favourites', edition) ?? {};
  return { edition, used: record.used ?? null, job, isLost: await isLost(record), isOutdated: record.isOutdated ?? false,
    favourites: { asOf, pages, queue } };
}
async function post(edition) {
  const state = await stateOf(edition);
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ tidings: state });
}
// Posts in turn, so that no older state comes after a newer one.
let posting = Promise.resolve();
const postState = (edition) => (posting = posting.catch(() => {}).then(() => post(edition)));
