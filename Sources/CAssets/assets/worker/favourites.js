// Sends the favourites that were marked without a network, and stores those that the server tells of.

// The request, by edition, whose answer was stored last: of two on their way the later one knows more.
const storedRequests = new Map();
let lastRequest = 0;
async function refreshFavourites(edition) {
  lastRequest += 1;
  const number = lastRequest;
  const response = await requestJSON(filled(paths.offlineFavourites, edition));
  const told = response?.ok && await response.json().catch(() => null);
  // The edition may have been removed meanwhile.
  if (told && number > (storedRequests.get(edition) ?? 0) && inUse?.has(edition)) {
    storedRequests.set(edition, number);
    await put('favourites', { edition, ...told });
  }
  await postState(edition);
}

// Sends the marks that wait, in order; true if nothing is left.
let sending = null;
const sendQueue = () => (sending ??= send().finally(() => { sending = null; }));
async function send() {
  const editions = new Set();
  try {
    for (const { number, edition, slug, on, at, id } of await all('queue')) {
      // The server learns from `sentAt` how wrong this device's clock is.
      const body = new URLSearchParams({ slug, kind: 'saved', value: on ? '1' : '0', at, id, sentAt: Date.now() });
      const response = await requestJSON(filled(paths.action, edition, 'set-mark'), { method: 'POST', body });
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
