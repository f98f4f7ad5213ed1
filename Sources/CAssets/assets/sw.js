// The one service worker of the app (docs/offline.md). The server adds lines before these with `release`, the hash of all
// assets, `words`, and `paths`, as the router has them. Parts: the state, an edition's pages and pictures on this device (all of a guide, or saved stories),
// taking them along, favourites marked without a network, messages of pages, and the routes of requests. What else needs a
// worker adds a part and a route.
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(storeShell());
});
// A new release takes over at once: caches are named by pack and version, so nothing that was taken along is lost.
addEventListener('activate', (event) => event.waitUntil((async () => {
  await removeCaches((name) => name.startsWith('shell/') && name !== shellName);
  await (known = readState());
  await clients.claim();
})()));

const removeCaches = async (isOld) => {
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
};

// A path of the server: `values` stand in the place of its parameters.
const filled = (path, ...values) => path.replace(/:\w+/g, () => values.shift());
const matcher = (...listed) => new RegExp(`^(?:${listed.map((path) => path.replace(/:\w+/g, '([^/]+)')).join('|')})$`);

// What is shown when the server cannot be reached, with what that page loads.
const shellName = `shell/${release}`;
async function storeShell() {
  const page = await fetch(filled(paths.offlinePage), { cache: 'no-store', credentials: 'omit' });
  if (!page.ok || page.redirected) throw new TypeError('no offline page');
  const cache = await caches.open(shellName);
  const text = await page.clone().text();
  await cache.addAll([...new Set([...text.matchAll(/"(\/assets\/[^"#]+\.(?:js|css|svg))["#]/g)].map(([, path]) => path))]);
  await cache.put(filled(paths.offlinePage), page);
}
async function offlinePage() {
  const page = await caches.match(filled(paths.offlinePage), { ignoreVary: true });
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: page.headers });
}

// ---- the state: an IndexedDB database, which only the worker opens ----------------------------------------------------------
// `packs`: a record per edition, whose `used` names the version in use, and is replaced at once. `queue`: favourites to be sent.
// `favourites`: an edition's, as the server has told them.
const stores = { packs: { keyPath: 'edition' }, queue: { keyPath: 'number', autoIncrement: true }, favourites: { keyPath: 'edition' } };
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
let opened = null;
function database() {
  return opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tidings', 1);
    request.onupgradeneeded = () => { for (const name in stores) request.result.createObjectStore(name, stores[name]); };
    request.onsuccess = () => {
      // A later version of the database, or the reader, may want it closed.
      request.result.onversionchange = () => { request.result.close(); opened = null; };
      request.result.onclose = () => { opened = null; };
      resolve(request.result);
    };
    request.onerror = () => { opened = null; reject(request.error); };
  });
}
const all = async (store) => settled((await database()).transaction(store).objectStore(store).getAll());
const get = async (store, key) => settled((await database()).transaction(store).objectStore(store).get(key));
async function change(store, work) {
  const transaction = (await database()).transaction(store, 'readwrite', { durability: 'strict' });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  work(transaction.objectStore(store));
  await done;
}
const put = (store, value) => change(store, (objects) => objects.put(value));
const remove = (store, key) => change(store, (objects) => objects.delete(key));

// The versions in use, by edition, and the stored files of `/assets`: undefined until they have been read. Requests are routed by
// them, for which there is no time to read anything.
let inUse;
let storedFiles;
const readState = async () => {
  const records = (await all('packs').catch(() => [])).filter((record) => record.used);
  const shell = await caches.has(shellName) ? await (await caches.open(shellName)).keys() : [];
  storedFiles = new Set([...shell.map((request) => new URL(request.url).pathname), ...records.flatMap(({ used }) => used.files)]);
  inUse = new Map(records.map(({ edition, used }) => [edition, used]));
};
// Where storage cannot be read, everything is left to the network.
const loadState = () => readState().catch(() => { inUse ??= new Map(); storedFiles ??= new Set(); });
let known = loadState();
async function saveRecord(record) {
  await put('packs', record);
  await (known = loadState());
}

// ---- what is on this device ------------------------------------------------------------------------------------------------
const editionOf = (url) => url.pathname.split('/')[1];
const pagesName = (edition, key) => `pack/${edition}/${key}`;
const manifestPath = (edition) => filled(paths.manifest, edition);
// Of all versions: media are named by their hashes, pictures of stories by their numbers.
const mediaName = (edition) => `pack-media/${edition}`;

// `caches.open` would make anew what the browser threw away.
async function storedIn(name, path) {
  if (!await caches.has(name)) return undefined;
  return (await caches.open(name)).match(path, { ignoreVary: true });
}
// A page whatever its query says: lists, places and panes are in there.
const storedPage = (url) => {
  const used = inUse?.get(editionOf(url));
  return used && storedIn(pagesName(editionOf(url), used.key), url.pathname);
};
async function isLost({ edition, used }) {
  if (!used) return false;
  return !await storedIn(pagesName(edition, used.key), manifestPath(edition)) || (used.pictures > 0 && !await caches.has(mediaName(edition)));
}

// ---- taking along ------------------------------------------------------------------------------------------------------------
// Why a job ended before its end; `is` is a state that the panel has words for.
class Ended extends Error {
  constructor(is, details = {}) {
    super(is);
    this.is = is;
    this.details = details;
  }
}
const parallel = 4;
// Pages are sent compressed or not, and nobody knows before how large they are.
const bytesOfPage = 16384;
const bytesOfPicture = 65536;
const widthOfPicture = 828;
const bytesToSpare = 4 << 20;
const jobs = new Map();
const isPicture = ({ kind }) => kind === 'medium' || kind === 'picture';

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

// A connection whose network went away may stay silent for ever.
const longestRequest = 120_000;
const limited = (signal) => (signal && AbortSignal.any ? AbortSignal.any([signal, AbortSignal.timeout(longestRequest)]) : signal ?? AbortSignal.timeout(longestRequest));

// What is fetched for this device changes nothing on the server: it is no navigation.
async function load(path, options, signal) {
  let response;
  try {
    response = await fetch(path, { redirect: 'manual', ...options, signal: limited(signal) });
  } catch (error) {
    throw signal?.aborted ? new Ended('stopped') : new Ended('waiting');
  }
  // Everything that needs a sign-in leads there.
  if (response.type === 'opaqueredirect' || response.status === 401) throw new Ended('signedOut');
  if ([408, 429, 502, 503, 504].includes(response.status)) throw new Ended('waiting');
  return response;
}

async function loadManifest(edition, signal) {
  const response = await load(manifestPath(edition), { cache: 'no-store', headers: { Accept: 'application/json' } }, signal);
  if (response.status === 404) throw new Ended('gone');
  if (!response.ok) throw new Ended('waiting');
  const manifest = await response.json().catch(() => { throw new Ended('waiting'); });
  return { ...manifest, tag: response.headers.get('ETag'), key: `${manifest.digest}-${manifest.assets}` };
}

// A page, medium or asset. Media are checked by their name, pages by what the server says of them (RFC 9530).
async function takeOne(item, cache, signal) {
  const headers = item.kind === 'page' ? { 'Want-Repr-Digest': 'sha-256=10' } : {};
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const mode = item.kind === 'page' ? 'no-store' : attempt ? 'reload' : 'default';
    const response = await load(item.from ?? item.path, { cache: mode, headers }, signal);
    // A picture that its origin no longer has leaves a gap here too.
    if (!response.ok && item.kind === 'picture') return 0;
    if (!response.ok) throw new Ended('changed');
    const bytes = await response.arrayBuffer().catch(() => { throw new Ended(signal.aborted ? 'stopped' : 'waiting'); });
    if (await isWhole(item, response, bytes)) {
      await cache.put(item.path, storable(response, bytes)).catch(asEnded);
      return bytes.byteLength;
    }
  }
  throw new Ended('damaged');
}
async function isWhole(item, response, bytes) {
  if (item.kind === 'file' || item.kind === 'picture') return true;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  if (item.sha256) return hex(digest) === item.sha256;
  const said = response.headers.get('Repr-Digest')?.match(/(?:^|[ ,])sha-256=:([^:]*):/);
  return said ? said[1] === base64(digest) : !response.headers.get('Content-Type')?.startsWith('text/html');
}
// With the headers that a page needs, its policy above all; not with those of its way here.
function storable(response, bytes) {
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Vary', 'Repr-Digest']) headers.delete(name);
  return new Response(bytes, { headers });
}
const asEnded = (error) => { throw error instanceof Ended ? error : new Ended(error.name === 'QuotaExceededError' ? 'full' : 'waiting'); };

const itemsOf = (edition, manifest) => {
  const base = new URL(`/${edition}/`, location.href);
  const path = (address) => new URL(address, base).pathname;
  const whole = (address) => path(address) + new URL(address, base).search;
  return {
    pages: [
      ...manifest.files.map((address) => ({ kind: 'file', path: path(address), bytes: 0 })),
      ...manifest.pages.map((address, index) => ({ kind: 'page', path: path(address), from: whole(address),
        version: manifest.pageVersions?.[index], bytes: bytesOfPage })),
    ],
    media: manifest.media.map(([sha256, bytes]) => ({ kind: 'medium', path: filled(paths.medium, edition, sha256), bytes, sha256 })),
  };
};
const missing = async (items, cache) => {
  const there = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  return items.filter((item) => !there.has(item.path));
};
const sum = (items) => items.reduce((total, item) => total + item.bytes, 0);

// Bytes that the browser would still give.
async function freeBytes() {
  const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
  return quota === undefined ? Infinity : Math.max(0, quota - (usage ?? 0) - bytesToSpare);
}

// Takes a version along beside the one in use, and replaces that when it is whole.
async function takeVersion(edition, job) {
  const { signal } = job.abort;
  const manifest = await loadManifest(edition, signal);
  const record = await get('packs', edition) ?? { edition };
  const kept = [pagesName(edition, manifest.key), record.used && pagesName(edition, record.used.key)];
  await removeCaches((name) => name.startsWith(`pack/${edition}/`) && !kept.includes(name));
  const [pages, media] = [await caches.open(kept[0]), await caches.open(mediaName(edition))];
  const items = itemsOf(edition, manifest);
  await copyUnchanged(items.pages, manifest, record, pages);
  const left = [...await missing(items.pages, pages), ...await missing(items.media, media)];
  const needed = sum(left);
  const free = await freeBytes();
  if (needed > free) throw new Ended('full', { needed, free });
  job.begin(manifest, items, left);
  await takeAll(left, pages, media, job);
  if (manifest.hasPagePictures) {
    const pictures = await picturesOf(items.pages, pages);
    items.media.push(...pictures);
    const more = await missing(pictures, media);
    job.begin(manifest, items, more);
    await takeAll(more, pages, media, job);
  }
  // Another version may have come meanwhile: then nothing of this one is used.
  if ((await loadManifest(edition, signal)).key !== manifest.key) throw new Ended('changed');
  await switchTo(manifest, items, record, pages);
}

async function takeAll(items, pages, media, job) {
  const queue = items[Symbol.iterator]();
  const work = async () => {
    for (const item of queue) {
      await takeOne(item, isPicture(item) ? media : pages, job.abort.signal);
      job.took(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, work));
  } catch (error) {
    // The others end with the first.
    job.abort.abort();
    throw error;
  }
}

// Pages that say the same under the same release, from the version in use.
async function copyUnchanged(items, manifest, record, pages) {
  const before = manifest.pageVersions?.length && record.used && record.used.key.endsWith(`-${manifest.assets}`)
    && await storedIn(pagesName(record.edition, record.used.key), manifestPath(record.edition));
  if (!before) return;
  const old = itemsOf(record.edition, await before.json()).pages;
  const versions = new Map(old.map(({ path, version }) => [path, version]));
  for (const item of items) {
    if (!item.version || versions.get(item.path) !== item.version) continue;
    const page = await storedIn(pagesName(record.edition, record.used.key), item.path);
    if (page) await pages.put(item.path, page);
  }
}

// One size of each picture in the pages, near the width of a telephone's screen. It stands for all sizes.
async function picturesOf(items, pages) {
  const found = new Map();
  for (const { kind, path } of items) {
    const page = kind === 'page' && await pages.match(path, { ignoreVary: true });
    if (!page) continue;
    for (const [from, number, width] of (await page.text()).matchAll(/\/picture\/(\d+)\/(\d+)[^/\s"]*\/[\w-]+/g)) {
      const distance = Math.abs(Number(width) - widthOfPicture);
      if (distance < (found.get(number)?.distance ?? Infinity)) found.set(number, { from, distance });
    }
  }
  return [...found].map(([number, { from }]) => ({ kind: 'picture', path: `/picture/${number}`, from, bytes: bytesOfPicture }));
}

async function switchTo(manifest, items, record, pages) {
  const { edition } = record;
  const { key, tag, title, version, start } = manifest;
  await pages.put(manifestPath(edition), new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/json' } }));
  const used = { key, tag, version, start, hasPagePictures: manifest.hasPagePictures, files: items.pages.filter((item) => item.kind === 'file').map((item) => item.path),
    bytes: sum(items.pages) + sum(items.media), pages: manifest.pages.length, pictures: items.media.length, at: Date.now() };
  await preload();
  // From here on the new version is shown.
  await saveRecord({ edition, title, used, checkedAt: Date.now() });
  await removeCaches((name) => name.startsWith(`pack/${edition}/`) && name !== pagesName(edition, key));
  const wanted = new Set(items.media.map((item) => item.path));
  const media = await caches.open(mediaName(edition));
  for (const request of await media.keys()) if (!wanted.has(new URL(request.url).pathname)) await media.delete(request);
}

// How far a job is; pages are told a few times a second.
class Job {
  constructor(edition) {
    this.edition = edition;
    this.abort = new AbortController();
    this.told = 0;
    this.state = { is: 'running', bytesDone: 0, bytesAll: 0, picturesDone: 0, picturesAll: 0 };
  }

  begin(manifest, items, left) {
    const media = (list) => list.filter(isPicture).length;
    const bytesAll = sum(items.pages) + sum(items.media);
    Object.assign(this.state, { version: manifest.version, bytesAll, bytesDone: bytesAll - sum(left),
      picturesAll: items.media.length, picturesDone: items.media.length - media(left) });
    this.from = { at: Date.now(), bytes: this.state.bytesDone };
    this.tell(true);
  }

  took(item) {
    const { state, from } = this;
    state.bytesDone += item.bytes;
    state.picturesDone += isPicture(item) ? 1 : 0;
    const seconds = (Date.now() - from.at) / 1000;
    const speed = (state.bytesDone - from.bytes) / seconds;
    if (seconds > 1 && speed > 0) state.secondsLeft = Math.ceil((state.bytesAll - state.bytesDone) / speed);
    this.tell(false);
  }

  tell(isDue) {
    if (!isDue && Date.now() - this.told < 250) return;
    this.told = Date.now();
    tell(this.edition);
  }
}

// The navigations that follow are preloaded by the browser, whose headers say that they are navigations; those of a worker's own
// request do not (Chromium: `Sec-Fetch-Dest: empty`).
const preload = async () => { await registration.navigationPreload?.enable(); };

function take(edition) {
  const running = jobs.get(edition);
  if (running) return running.done;
  const job = new Job(edition);
  jobs.set(edition, job);
  job.done = run(edition, job).finally(() => {
    jobs.delete(edition);
    return tell(edition);
  });
  return job.done;
}
async function run(edition, job) {
  // Up to now nothing of it may be here: the record brings the job back after the worker's end.
  await saveRecord({ edition, ...await get('packs', edition), job: job.state });
  for (let round = 0; ; round += 1) {
    try {
      await takeVersion(edition, job);
      return refreshFavourites(edition);
    } catch (error) {
      const ended = error instanceof Ended ? error : new Ended('waiting');
      if (ended.is === 'changed' && round < 3 && !job.isEnded) {
        job.abort = new AbortController();
        continue;
      }
      if (job.isRemoved) return undefined;
      const is = job.isEnded ? 'stopped' : ended.is === 'changed' ? 'damaged' : ended.is;
      if (is === 'signedOut' && await isSignedOut(edition)) await removeContents(edition);
      job.state = { ...job.state, is, ...ended.details };
      await saveRecord({ edition, ...await get('packs', edition), job: job.state });
      if (is === 'waiting') await later();
      return undefined;
    }
  }
}
function end(edition, isRemoved) {
  const job = jobs.get(edition);
  if (!job) return undefined;
  job.isEnded = true;
  job.isRemoved = isRemoved;
  job.abort.abort();
  return job.done;
}
async function forget(edition) {
  await end(edition, true);
  await removeContents(edition);
  await remove('packs', edition);
  await (known = readState());
  // Without anything here no worker is needed, and every request is the browser's own again.
  if ((await all('packs')).length || (await all('queue')).length) return;
  await removeCaches((name) => name.startsWith('shell/'));
  await registration.unregister();
}

// Leaves a record without a version. What waits to be sent stays.
async function removeContents(edition) {
  const { title } = await get('packs', edition) ?? {};
  await saveRecord({ edition, title });
  await remove('favourites', edition);
  await removeCaches((name) => name.startsWith(`pack/${edition}/`) || name === mediaName(edition));
}

// Whether Tidings itself says that this browser is signed out, as after *Sign out* on another device. A redirect alone may be
// the page of a network or a proxy.
async function isSignedOut(edition) {
  const response = await fetch(filled(paths.favourites, edition), { cache: 'no-store', redirect: 'manual', headers: { Accept: 'application/json' }, signal: limited() }).catch(() => null);
  return response?.status === 401 && response.headers.get('Content-Type') === 'application/json';
}
// What was taken along is for those who may read it.
async function removeIfSignedOut() {
  const here = (await all('packs')).filter((record) => record.used);
  if (!here.length || !await isSignedOut(here[0].edition)) return;
  for (const { edition } of here) {
    await end(edition, false);
    await removeContents(edition);
    await saveRecord({ ...await get('packs', edition), job: { ...new Job(edition).state, is: 'signedOut' } });
    await tell(edition);
  }
}

// Jobs that the end of the worker, of the network or of the browser interrupted.
const interrupted = (record) => record.job && ['running', 'waiting'].includes(record.job.is);
async function continueJobs() {
  for (const record of await all('packs')) if (interrupted(record)) await take(record.edition);
}
// Whether the server has another version or release, asked for at most every ten minutes.
async function lookForUpdates(isAtPanel) {
  for (const record of await all('packs')) {
    const { edition, used, checkedAt = 0 } = record;
    if (!used || record.job || (!isAtPanel && Date.now() - checkedAt < 600_000) || await isLost(record)) continue;
    const headers = { 'If-None-Match': used.tag ?? '', Accept: 'application/json' };
    let response;
    try {
      response = await load(`${manifestPath(edition)}?part=summary`, { cache: 'no-store', headers });
    } catch (error) {
      if (error.is === 'signedOut') return removeIfSignedOut();
      continue;
    }
    // It may have been removed meanwhile, or be on its way.
    const now = await get('packs', edition);
    if (now?.used?.key !== used.key || now.job) continue;
    // A reader who saves data is asked first.
    if (response.status === 200 && navigator.connection?.saveData) await saveRecord({ ...now, isOutdated: true });
    else if (response.status === 200) await take(edition);
    else if (response.status === 304) {
      await saveRecord({ ...now, checkedAt: Date.now() });
      await refreshFavourites(edition);
    }
  }
  return undefined;
}

// A browser ends workers whose events last for more than five minutes; what is left goes on with the next event.
const within = (work, seconds) => Promise.race([work, new Promise((resolve) => { setTimeout(resolve, seconds * 1000); })]);
const later = async () => { await registration.sync?.register('tidings').catch(() => {}); };
addEventListener('sync', (event) => event.waitUntil((async () => {
  await within(continueJobs(), 240);
  // An error makes the browser try again.
  if (!await sendQueue()) throw new TypeError('not sent');
})()));

// ---- favourites marked without a network -----------------------------------------------------------------------------------
async function favourite(event, edition) {
  const { request } = event;
  const at = Date.now();
  const form = new URLSearchParams(await request.clone().text());
  await known;
  const slug = form.get('slug') ?? form.get('back')?.match(/^\/[^/]+\/page\/([^/?#]+)/)?.[1];
  const sent = fetch(request).catch(() => null);
  if (!inUse.has(edition) || !slug || form.get('kind') !== 'saved') {
    const response = await sent ?? Response.error();
    if (response.ok && inUse.has(edition)) event.waitUntil(favouritesChanged(event, edition, form.get('kind')));
    return response;
  }
  const response = await within(sent, 10);
  if (response && !isDown(response)) {
    event.waitUntil(refreshFavourites(edition));
    return response;
  }
  await put('queue', { edition, slug, on: form.get('value') === '1', at, id: crypto.randomUUID() });
  event.waitUntil(later());
  tell(edition);
  if (request.headers.get('Accept')?.includes('application/json')) {
    return new Response(JSON.stringify({ failed: false, isUnderWay: false, words: words.kept }), { headers: { 'Content-Type': 'application/json' } });
  }
  const back = form.get('back') ?? '';
  return Response.redirect(back.startsWith(`/${edition}/`) ? back : filled(paths.packPage, edition, encodeURIComponent(slug)), 303);
}

// A saved story is taken along at once; its mark does not wait on the device.
const favouritesChanged = async (event, edition, kind) => {
  if (!inUse.get(edition)?.hasPagePictures) return refreshFavourites(edition);
  return kind === 'saved' || event.request.url.endsWith('/undo') ? within(lookForUpdates(true), 240) : undefined;
};

// Sends what was marked, in order; true if nothing is left.
let sending = null;
const sendQueue = () => (sending ??= send().finally(() => { sending = null; }));
async function send() {
  const editions = new Set();
  try {
    for (const { number, edition, slug, on, at, id } of await all('queue')) {
      // By `sentAt` the server knows how wrong this device's clock is.
      const body = new URLSearchParams({ slug, kind: 'saved', value: on ? '1' : '0', at, id, sentAt: Date.now() });
      const response = await fetch(filled(paths.action, edition, 'set-mark'), { method: 'POST', body, redirect: 'manual', headers: { Accept: 'application/json' }, signal: limited() }).catch(() => null);
      // The server knows no such page any more, or took it.
      if (!response?.ok && ![404, 422].includes(response?.status)) return false;
      await remove('queue', number);
      editions.add(edition);
    }
    return true;
  } finally {
    for (const edition of editions) await refreshFavourites(edition);
  }
}
async function refreshFavourites(edition) {
  const response = await fetch(filled(paths.favourites, edition), { cache: 'no-store', redirect: 'manual', headers: { Accept: 'application/json' }, signal: limited() }).catch(() => null);
  const told = response?.ok && await response.json().catch(() => null);
  if (told) await put('favourites', { edition, ...told });
  await tell(edition);
}

// ---- messages of pages -------------------------------------------------------------------------------------------------------
async function stateOf(edition) {
  const record = await get('packs', edition);
  const job = jobs.get(edition)?.state ?? record?.job ?? null;
  const queue = (await all('queue')).filter((entry) => entry.edition === edition);
  const { asOf = 0, pages = [] } = await get('favourites', edition) ?? {};
  return { edition, used: record?.used ?? null, job, isLost: record ? await isLost(record) : false,
    isOutdated: record?.isOutdated ?? false, favourites: { asOf, pages, queue }, words };
}
const guides = async () => {
  const records = await all('packs');
  const here = [];
  for (const record of records) if (record.used && !await isLost(record)) here.push({ title: record.title, path: new URL(record.used.start ?? './', new URL(`/${record.edition}/`, location.href)).pathname });
  return { guides: here, records: records.map(({ edition, title }) => ({ edition, title: title ?? edition })) };
};
async function tell(edition) {
  const state = await stateOf(edition);
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ tidings: state });
}

const messages = {
  state: ({ edition }) => stateOf(edition),
  guides,
  async take({ edition }, event) {
    const record = await get('packs', edition);
    if (record && await isLost(record)) await saveRecord({ edition });
    event.waitUntil(within(take(edition), 240));
    return stateOf(edition);
  },
  async stop({ edition }) {
    await end(edition, false);
    const record = await get('packs', edition);
    if (record && interrupted(record)) await saveRecord({ ...record, job: { ...record.job, is: 'stopped' } });
    return stateOf(edition);
  },
  async remove({ edition }) {
    await forget(edition);
    return stateOf(edition);
  },
  // A page is open, and perhaps the network is back.
  async visit({ edition, isAtPanel }, event) {
    event.waitUntil(within((async () => {
      await sendQueue();
      await continueJobs();
      await lookForUpdates(isAtPanel);
    })(), 240));
    return { ...await stateOf(edition), ...await guides() };
  },
};
addEventListener('message', (event) => {
  const { ask, ...fields } = event.data ?? {};
  const answer = Object.hasOwn(messages, ask) && messages[ask];
  const [port] = event.ports;
  if (!answer || !port) return;
  event.waitUntil(Promise.resolve(answer(fields, event)).then(
    (result) => port.postMessage(result), () => port.postMessage({ hasFailed: true })));
});

// ---- the routes ----------------------------------------------------------------------------------------------------------------
// A proxy whose Tidings is gone.
const isDown = (response) => [502, 503, 504].includes(response.status);
const isTaken = (edition) => inUse === undefined || inUse.has(edition);
const storedPath = matcher(...paths.stored);
const actionPath = matcher(paths.action);
const assetPath = matcher(paths.asset);
const mediumPath = matcher(paths.medium);

// Network first, so that no release and no version is ever hidden; a stored copy after three seconds of waiting.
async function networkFirst(event, url, network) {
  network.catch(() => {});
  await within(known, 1);
  const stored = await Promise.resolve(storedPage(url)).catch(() => undefined);
  const response = await (stored ? within(network, 3) : network).catch(() => null);
  if (response && !(stored && isDown(response))) return response;
  return stored;
}
async function navigation(event, url) {
  const network = (async () => await event.preloadResponse ?? fetch(event.request))();
  const response = await networkFirst(event, url, network);
  // It may lead to the sign-in.
  if (response?.type === 'opaqueredirect') event.waitUntil(removeIfSignedOut());
  return response ?? offlinePage();
}
async function pageForScript(event, url) {
  return await networkFirst(event, url, fetch(event.request)) ?? Response.error();
}
// Addresses that name their content.
async function storedFirst(event, url) {
  await within(known, 1);
  const edition = editionOf(url);
  const used = inUse?.get(edition);
  const stored = edition === 'assets' ? await caches.match(url.pathname, { ignoreVary: true }) : used && await storedIn(mediaName(edition), url.pathname);
  return stored ?? fetch(event.request);
}
// A story's pictures: those of the right size, else the one that was taken along.
async function pagePicture(event, url) {
  const network = fetch(event.request);
  network.catch(() => {});
  await within(known, 1);
  const edition = editionOf(new URL(event.request.referrer));
  const stored = inUse?.has(edition) && await storedIn(mediaName(edition), url.pathname.match(picturePath)[0]).catch(() => undefined);
  const response = await (stored ? within(network, 3) : network).catch(() => null);
  return response?.ok ? response : stored || response || Response.error();
}
const picturePath = /^\/picture\/\d+/;
const isOfStoredStory = (request) => {
  const edition = request.referrer.startsWith(`${location.origin}/`) && editionOf(new URL(request.referrer));
  return edition && (inUse === undefined || inUse.get(edition)?.hasPagePictures);
};
const isStoredFile = (path) => inUse === undefined || (inUse.size > 0 && storedFiles.has(path));

// What handles a request; undefined leaves it to the browser. Posts are only taken from our own pages: a worker's request has our
// Origin, whoever made the form.
function handlerFor(request, url) {
  if (request.method === 'POST') {
    const [, edition, action] = url.pathname.match(actionPath) ?? [];
    return ['set-mark', 'undo'].includes(action) && isTaken(edition) && request.referrer.startsWith(`${location.origin}/`) ? (event) => favourite(event, edition) : undefined;
  }
  if (request.method !== 'GET') return undefined;
  if (request.mode === 'navigate') return inUse === undefined || inUse.size ? navigation : undefined;
  if (picturePath.test(url.pathname)) return isOfStoredStory(request) ? pagePicture : undefined;
  if (assetPath.test(url.pathname)) return isStoredFile(url.pathname) ? storedFirst : undefined;
  if (!isTaken(editionOf(url)) || request.headers.has('Tidings-Shown-Again')) return undefined;
  if (mediumPath.test(url.pathname)) return storedFirst;
  return storedPath.test(url.pathname) ? pageForScript : undefined;
}
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const handler = url.origin === location.origin && handlerFor(event.request, url);
  if (handler) event.respondWith(handler(event, url));
});
