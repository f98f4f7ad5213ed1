// Takes a version of an edition along: fetches what is missing, checks it, and puts it in use when it is whole.

// The reason why a job ended before its end; `is` is a state that the panel has words for.
class JobError extends Error {
  constructor(is, details) {
    super(is);
    Object.assign(this, { is, details });
  }
}

// The progress of an edition's job, which pages are told a few times a second.
class Job {
  constructor(edition) {
    this.edition = edition;
    this.abort = new AbortController();
    this.postedAt = 0;
    this.state = { is: 'running', bytesDone: 0, bytesAll: 0, picturesDone: 0, picturesAll: 0 };
  }

  begin(version, items, left) {
    const bytesAll = sum(items.pages) + sum(items.media);
    Object.assign(this.state, { version, bytesAll, bytesDone: bytesAll - sum(left),
      picturesAll: items.media.length, picturesDone: items.media.length - left.filter(isPicture).length });
    this.from = { at: Date.now(), bytes: this.state.bytesDone };
    this.postedAt = 0;
    this.post();
  }

  add(item) {
    const { state, from } = this;
    state.bytesDone += item.bytes;
    state.picturesDone += isPicture(item) ? 1 : 0;
    const seconds = (Date.now() - from.at) / 1000;
    const speed = (state.bytesDone - from.bytes) / seconds;
    if (seconds > 1 && speed > 0) state.secondsLeft = Math.ceil((state.bytesAll - state.bytesDone) / speed);
    this.post();
  }

  post() {
    if (Date.now() - this.postedAt < 250) return;
    this.postedAt = Date.now();
    postState(this.edition);
  }
}

// ---- the items of a version --------------------------------------------------------------------------------------------
// Pages are sent compressed or not, and nobody knows before how large they are.
const bytesOfPage = 16384;
const bytesOfPicture = 65536;
const widthOfPicture = 828;
const isPicture = ({ kind }) => kind === 'medium' || kind === 'picture';
const sum = (items) => items.reduce((total, item) => total + item.bytes, 0);

// Returns the URL of an address in a manifest, which is relative to the edition.
const urlIn = (edition, address) => new URL(address, new URL(`/${editionIn(edition)}/`, location.href));
const itemsOf = (edition, manifest) => ({
  pages: [
    ...manifest.files.map((address) => ({ kind: 'file', path: urlIn(edition, address).pathname, bytes: 0 })),
    ...manifest.pages.map((address, index) => {
      const { pathname: path, search } = urlIn(edition, address);
      return { kind: 'page', path, from: path + search, version: manifest.pageVersions?.[index], bytes: bytesOfPage,
        isKept: isFront(edition) };
    }),
  ],
  media: manifest.media.map(([sha256, bytes]) => (
    { kind: 'medium', path: filled(paths.packMedium, edition, sha256), bytes, sha256 }
  )),
});

// What a front page keeps without having been asked: the first pictures of its pages, in their order.
const mostPicturesOfFront = 60;
const pictureAddress = /\/picture\/(\d+)\/(\d+)[^/\s"]*\/[\w-]+/g;
// Returns one size of each picture in the stored pages, near the width of a telephone's screen. It stands for all sizes.
async function picturesOf(items, pages) {
  const found = new Map();
  for (const { kind, path } of items) {
    const page = kind === 'page' && await pages.match(path, { ignoreVary: true });
    if (!page) continue;
    for (const [from, number, width] of (await page.text()).matchAll(pictureAddress)) {
      const distance = Math.abs(Number(width) - widthOfPicture);
      if (distance < (found.get(number)?.distance ?? Infinity)) found.set(number, { from, distance });
    }
  }
  return [...found].map(([number, { from }]) => ({ kind: 'picture', path: `/picture/${number}`, from, bytes: bytesOfPicture }));
}

const missing = async (items, cache) => {
  const stored = new Set(await storedPaths(cache));
  return items.filter((item) => !stored.has(item.path));
};

// ---- requests ----------------------------------------------------------------------------------------------------------
// Fetches for this device, which changes nothing on the server: it is no navigation.
async function load(path, options, signal) {
  const response = await fetch(path, { redirect: 'manual', ...options, signal: limited(signal) })
    .catch(() => { throw new JobError(signal?.aborted ? 'stopped' : 'waiting'); });
  // Everything that needs a sign-in leads there.
  if (response.type === 'opaqueredirect' || response.status === 401) throw new JobError('signedOut');
  if ([408, 429, 502, 503, 504].includes(response.status)) throw new JobError('waiting');
  return response;
}

async function loadManifest(edition, signal) {
  const response = await load(manifestPath(edition), { cache: 'no-store', headers: { Accept: 'application/json' } }, signal);
  if (response.status === 404) throw new JobError('gone');
  if (!response.ok) throw new JobError('waiting');
  const manifest = await response.json().catch(() => { throw new JobError('waiting'); });
  return { ...manifest, tag: response.headers.get('ETag'), key: `${manifest.digest}-${manifest.assets}` };
}

// Pages that are checked are sent with a digest, and so uncompressed. What is kept unasked is fetched ahead: it changes nothing, and
// the browser's own requests come first.
const digestWanted = { headers: { 'Want-Repr-Digest': 'sha-256=10' } };
const fetchedAhead = { headers: { 'X-Purpose': 'prefetch' }, priority: 'low' };
// Pictures come as WebP: whatever has a worker shows it.
const pictureWanted = { headers: { Accept: 'image/webp,image/*,*/*;q=0.8' }, priority: 'low' };
// Fetches and stores a page, medium or asset.
async function takeItem(item, cache, signal) {
  const isPage = item.kind === 'page';
  const options = isPage ? (item.isKept ? fetchedAhead : digestWanted) : item.kind === 'picture' ? pictureWanted : {};
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const mode = isPage ? 'no-store' : attempt ? 'reload' : 'default';
    const response = await load(item.from ?? item.path, { cache: mode, ...options }, signal);
    // A picture that its origin no longer has leaves a gap here too.
    if (!response.ok && item.kind === 'picture') return;
    if (!response.ok) throw new JobError('changed');
    const bytes = await response.arrayBuffer().catch(() => { throw new JobError(signal.aborted ? 'stopped' : 'waiting'); });
    if (!await isWhole(item, response, bytes)) continue;
    await cache.put(item.path, storable(response, bytes))
      .catch((error) => { throw new JobError(error.name === 'QuotaExceededError' ? 'full' : 'waiting'); });
    return;
  }
  throw new JobError('damaged');
}
// Checks media by their name, pages by the digest that the server sends with them (RFC 9530).
async function isWhole(item, response, bytes) {
  if (item.kind === 'file' || item.kind === 'picture' || item.isKept) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (item.sha256) return item.sha256 === [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const sent = response.headers.get('Repr-Digest')?.match(/(?:^|[ ,])sha-256=:([^:]*):/);
  return sent ? sent[1] === btoa(String.fromCharCode(...digest)) : !response.headers.get('Content-Type')?.startsWith('text/html');
}
// Keeps the headers that a page needs, its policy above all, without those of its way here.
function storable(response, bytes) {
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Vary', 'Repr-Digest']) headers.delete(name);
  return new Response(bytes, { headers });
}

const parallelRequests = 4;
async function takeAll(items, pages, media, job) {
  const queue = items[Symbol.iterator]();
  const work = async () => {
    for (const item of queue) {
      await takeItem(item, isPicture(item) ? media : pages, job.abort.signal);
      job.add(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelRequests }, work));
  } catch (error) {
    // The others end with the first.
    job.abort.abort();
    throw error;
  }
}

// ---- a version ---------------------------------------------------------------------------------------------------------
// Returns the number of bytes that the browser would still give.
const bytesToSpare = 4 << 20;
async function freeBytes() {
  const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
  return quota === undefined ? Infinity : Math.max(0, quota - (usage ?? 0) - bytesToSpare);
}

// Takes a version along beside the one in use, and replaces that when it is whole.
async function takeVersion(edition, job) {
  const { signal } = job.abort;
  const manifest = await loadManifest(edition, signal);
  const record = await recordOf(edition);
  const { used } = record;
  if (isFront(edition) && used?.key === manifest.key && !await isLost(record)) {
    const { title, theme } = record;
    return saveRecord({ edition, title, theme, used, checkedAt: Date.now() });
  }
  const name = pagesName(edition, manifest.key);
  await removePages(edition, name, used && pagesName(edition, used.key));
  const [pages, media] = [await caches.open(name), await caches.open(mediaName(edition))];
  const items = itemsOf(edition, manifest);
  await copyUnchanged(items.pages, manifest, edition, used, pages);
  const left = [...await missing(items.pages, pages), ...await missing(items.media, media)];
  const needed = sum(left);
  const free = await freeBytes();
  if (needed > free) throw new JobError('full', { needed, free });
  job.begin(manifest.version, items, left);
  await takeAll(left, pages, media, job);
  if (manifest.hasPagePictures) {
    const pictures = (await picturesOf(items.pages, pages)).slice(0, isFront(edition) ? mostPicturesOfFront : undefined);
    items.media.push(...pictures);
    const more = await missing(pictures, media);
    job.begin(manifest.version, items, more);
    await takeAll(more, pages, media, job);
  }
  // Another version may have come meanwhile; nothing of this one is used then. A front page is never finished.
  if (!isFront(edition) && (await loadManifest(edition, signal)).key !== manifest.key) throw new JobError('changed');
  return putInUse(edition, manifest, items, pages, media);
}

// Copies pages from the version in use that say the same under the same release.
async function copyUnchanged(items, manifest, edition, used, pages) {
  if (!manifest.pageVersions?.length || !used?.key.endsWith(`-${manifest.assets}`)) return;
  const name = pagesName(edition, used.key);
  const before = await storedIn(name, manifestPath(edition));
  if (!before) return;
  const versions = new Map(itemsOf(edition, await before.json()).pages.map(({ path, version }) => [path, version]));
  for (const { path, version } of items) {
    if (!version || versions.get(path) !== version) continue;
    const page = await storedIn(name, path);
    if (page) await pages.put(path, page);
  }
}

async function putInUse(edition, manifest, items, pages, media) {
  const { key, tag, title, version, start, hasPagePictures } = manifest;
  await pages.put(manifestPath(edition), jsonResponse(manifest));
  const files = items.pages.filter((item) => item.kind === 'file').map((item) => item.path);
  const used = { key, tag, version, start, hasPagePictures, files, bytes: sum(items.pages) + sum(items.media),
    pages: manifest.pages.length, pictures: items.media.length, at: Date.now() };
  // The navigations that follow are preloaded by the browser, whose headers say that they are navigations; those of a worker's
  // own request do not (Chromium: `Sec-Fetch-Dest: empty`).
  await registration.navigationPreload?.enable();
  // The new version is shown from here on.
  const { theme } = await recordOf(edition);
  await saveRecord({ edition, title, theme, used, checkedAt: Date.now() });
  await removePages(edition, pagesName(edition, key));
  const wanted = new Set(items.media.map((item) => item.path));
  for (const path of await storedPaths(media)) if (!wanted.has(path)) await media.delete(path);
}
