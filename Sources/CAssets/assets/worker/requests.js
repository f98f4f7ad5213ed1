// Answers the requests of pages: from the network first, from this device what names its content or cannot be reached.

const editionOf = (url) => url.pathname.split('/')[1];
// Returns true for the response of a proxy whose Tidings is gone.
const isDown = (response) => [502, 503, 504].includes(response.status);
// Returns the page of an edition that says what is here, in its looks and with its tabs; else that of the app.
async function offlinePage(url) {
  await within(known, 1);
  const fronts = [...inUse?.keys() ?? []].filter(isFront);
  const own = frontOf(editionOf(url));
  for (const key of fronts.includes(own) ? [own] : fronts) {
    const page = await storedIn(pagesName(key, inUse.get(key).key), filled(paths.pageNotHere, editionIn(key)));
    if (page) return new Response(page.body, { status: 503, headers: page.headers });
  }
  const page = await caches.match(paths.offlinePage, { ignoreVary: true });
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

// ---- pages and pictures ------------------------------------------------------------------------------------------------
// Finds a page whatever its query says: lists, places and panes are in there. What was taken along has more than a front page.
async function storedPage(url) {
  for (const key of [editionOf(url), frontOf(editionOf(url))]) {
    const used = inUse?.get(key);
    const page = used && await storedIn(pagesName(key, used.key), url.pathname);
    if (page) return { page, used };
  }
  return undefined;
}
// Returns the network's response, so that no release and no version is ever hidden; the stored one after three seconds of
// waiting, or if that of the network is not good.
async function pageFirst(network, url, isNavigation) {
  let isGone = false;
  network.catch(() => { isGone = true; });
  await within(known, 1);
  const stored = await storedPage(url).catch(() => undefined);
  const response = await (stored ? within(network, 3) : network).catch(() => undefined);
  if (!stored || (response && !isDown(response))) return response;
  return asStored(stored, isNavigation && (isGone || response ? strings.offlineAsOf : strings.slowAsOf));
}
// Returns a page with the pictures of this device, which says since when it has not been looked for. Guides are in versions, which
// they name.
async function asStored({ page, used }, words) {
  if (!used.hasPagePictures) return page;
  let html = (await page.text()).replace(pictureAddress, '$&?kept');
  if (words) {
    const notice = `<p class="kept-notice"><span role="status">${words.replace('{time}', timeOf(used.asOf))}</span> <a href="">${strings.tryAgain}</a></p>`;
    const styles = used.files.find((path) => path.endsWith('/offline.css'));
    html = html.replace('</head>', `<link rel="stylesheet" href="${styles}"></head>`).replace('<html', '<html data-kept').replace(/<main[^>]*>/, (main) => main + notice);
  }
  return new Response(html, { headers: page.headers });
}

async function navigation(event, url) {
  const network = (async () => await event.preloadResponse ?? fetch(event.request))();
  const response = await pageFirst(network, url, true);
  // The redirect may lead to the sign-in.
  if (response?.type === 'opaqueredirect') event.waitUntil(removeIfSignedOut());
  if (response) return response;
  // The address of the app leads to the newspaper that was read last.
  const [front] = url.pathname === '/' ? (await guides()).guides : [];
  return front ? Response.redirect(front.path) : offlinePage(url);
}
async function pageForScript(event, url) {
  return await pageFirst(fetch(event.request), url) ?? Response.error();
}
// Answers for a picture of a stored page, in the one size that was kept.
const picturePath = /^\/picture\/\d+/;
async function pagePicture(event, url) {
  await within(known, 1);
  const [path] = url.pathname.match(picturePath);
  for (const key of inUse?.keys() ?? []) {
    const stored = inUse.get(key).hasPagePictures && await storedIn(mediaName(key), path);
    if (stored) return stored;
  }
  return fetch(event.request);
}
// Answers for addresses that name their content.
async function storedFirst(event, url) {
  await within(known, 1);
  const edition = editionOf(url);
  const stored = edition === 'assets' ? await caches.match(url.pathname, { ignoreVary: true })
    : inUse?.has(edition) && await storedIn(mediaName(edition), url.pathname);
  return stored || fetch(event.request);
}

// ---- favourites --------------------------------------------------------------------------------------------------------
// Keeps a mark that the server did not get within ten seconds.
async function markForm(event, url) {
  const { request } = event;
  const edition = editionOf(url);
  const at = Date.now();
  const form = new URLSearchParams(await request.clone().text());
  await known;
  const back = form.get('back') ?? '';
  const slug = form.get('slug') ?? back.match(/^\/[^/]+\/page\/([^/?#]+)/)?.[1];
  const sent = fetch(request).catch(() => null);
  if (!inUse.has(edition) || !slug || form.get('kind') !== 'saved') {
    const response = await sent ?? Response.error();
    const mayBeSaved = form.get('kind') === 'saved' || url.pathname.endsWith('/undo');
    if (response.ok && inUse.has(edition)) event.waitUntil(marksChanged(edition, mayBeSaved));
    return response;
  }
  const response = await within(sent, 10);
  if (response && !isDown(response)) {
    event.waitUntil(refreshFavourites(edition));
    return response;
  }
  await put('queue', { edition, slug, on: form.get('value') === '1', at, id: crypto.randomUUID() });
  event.waitUntil(registerSync());
  postState(edition);
  if (request.headers.get('Accept')?.includes('application/json')) {
    return jsonResponse({ failed: false, isUnderWay: false, words: strings.favouriteWaits });
  }
  return Response.redirect(back.startsWith(`/${edition}/`) ? back : filled(paths.packPage, edition, encodeURIComponent(slug)), 303);
}
// Takes a saved story along at once; its mark does not wait on the device.
async function marksChanged(edition, mayBeSaved) {
  if (!inUse.get(edition)?.hasPagePictures) await refreshFavourites(edition);
  else if (mayBeSaved) await within(lookForUpdates(true), longestEvent);
}

// ---- routes ------------------------------------------------------------------------------------------------------------
const matcher = (...listed) => new RegExp(`^(?:${listed.map((path) => path.replace(/:\w+/g, '([^/]+)')).join('|')})$`);
const storedPath = matcher(...paths.storedOffline.split(' '));
const actionPath = matcher(paths.action);
const assetPath = matcher(paths.asset);
const mediumPath = matcher(paths.packMedium);

const isOurs = ({ referrer }) => referrer.startsWith(`${location.origin}/`);
const isTaken = (edition) => inUse === undefined || inUse.has(edition);
const isHere = (edition) => isTaken(edition) || inUse.has(frontOf(edition));
const isStoredFile = (path) => inUse === undefined || (inUse.size > 0 && storedFiles.has(path));

// Returns the handler of a request; false or undefined leaves it to the browser. Posts are only taken from our own pages: a
// worker's request has our Origin, whoever made the form.
function handlerFor(request, url) {
  const { pathname } = url;
  if (request.method === 'POST') {
    const action = pathname.match(actionPath)?.[2];
    return ['set-mark', 'undo'].includes(action) && isTaken(editionOf(url)) && isOurs(request) && markForm;
  }
  if (request.method !== 'GET') return undefined;
  if (request.mode === 'navigate') return (inUse === undefined || inUse.size > 0) && navigation;
  if (picturePath.test(pathname)) return url.search === '?kept' && pagePicture;
  if (assetPath.test(pathname)) return isStoredFile(pathname) && storedFirst;
  if (!isHere(editionOf(url)) || request.headers.has('Tidings-Shown-Again')) return undefined;
  if (mediumPath.test(pathname)) return storedFirst;
  return storedPath.test(pathname) && pageForScript;
}
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const handler = url.origin === location.origin && handlerFor(event.request, url);
  if (handler) event.respondWith(handler(event, url));
});
