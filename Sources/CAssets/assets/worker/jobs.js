// Runs the jobs that take editions along: messages of pages begin and end them, visits and Background Sync continue them, and
// a new version on the server starts one.

const saveJob = async (edition, job) => saveRecord({ ...await recordOf(edition), job });

function startJob(edition) {
  const running = jobs.get(edition);
  if (running) return running.done;
  const job = new Job(edition);
  jobs.set(edition, job);
  job.done = run(edition, job).finally(() => {
    jobs.delete(edition);
    return postState(edition);
  });
  return job.done;
}
async function run(edition, job) {
  // The record, which may be the edition's first, brings the job back after the worker's end.
  await saveJob(edition, job.state);
  for (let round = 0; ; round += 1) {
    try {
      await takeVersion(edition, job);
      break;
    } catch (error) {
      const { is, details } = error instanceof JobError ? error : new JobError('waiting');
      if (is !== 'changed' || round === 3 || job.isEnded) return recordFailure(edition, job, is, details);
      job.abort = new AbortController();
    }
  }
  return isFront(edition) ? undefined : refreshFavourites(edition);
}
async function recordFailure(edition, job, error, details) {
  if (job.isRemoved) return;
  const is = job.isEnded ? 'stopped' : error === 'changed' ? 'damaged' : error;
  if (is === 'signedOut' && await isSignedOut(edition)) await removeContents(edition);
  job.state = { ...job.state, is, ...details };
  await saveJob(edition, job.state);
  if (is === 'waiting') await registerSync();
}
function endJob(edition, isRemoved = false) {
  const job = jobs.get(edition);
  if (!job) return undefined;
  Object.assign(job, { isEnded: true, isRemoved });
  job.abort.abort();
  return job.done;
}

// ---- removal -----------------------------------------------------------------------------------------------------------
async function removeEdition(edition) {
  await endJob(edition, true);
  await removeContents(edition);
  await remove('packs', edition);
  await loadState();
  // The last edition takes the worker with it, so that every request is the browser's own again.
  if ((await all('packs')).length || (await all('queue')).length) return;
  await removeCaches((name) => name.startsWith('shell/'));
  // A device that gets notifications keeps the worker that shows them.
  if (!await registration.pushManager?.getSubscription()) await registration.unregister();
}
// Leaves a record without a version, and the marks that wait to be sent.
async function removeContents(edition) {
  const { title } = await recordOf(edition);
  await saveRecord({ edition, title });
  await remove('favourites', edition);
  await removePages(edition);
  await caches.delete(mediaName(edition));
}

// Returns true if Tidings itself says that this browser is signed out, as after *Sign out* on another device. A redirect alone
// may be the page of a network or a proxy.
async function isSignedOut(edition) {
  const response = await requestJSON(filled(paths.offlineFavourites, editionIn(edition)));
  return response?.status === 401 && response.headers.get('Content-Type') === 'application/json';
}
// Removes the contents of all editions, which are for those who may read them.
async function removeIfSignedOut() {
  const records = (await all('packs')).filter((record) => record.used);
  if (!records.length || !await isSignedOut(records[0].edition)) return;
  for (const { edition } of records) {
    await endJob(edition);
    await removeContents(edition);
    await saveJob(edition, { ...new Job(edition).state, is: 'signedOut' });
    await postState(edition);
  }
}

// ---- later -------------------------------------------------------------------------------------------------------------
// Returns true for a job that the end of the worker, of the network or of the browser interrupted.
const isInterrupted = (job) => ['running', 'waiting'].includes(job?.is);
async function continueJobs() {
  for (const { edition, job } of await all('packs')) if (isInterrupted(job)) await startJob(edition);
}
// Keeps an edition's front page with what is on it as it is now, at most every ten minutes, or when its looks have changed. Those
// that were not visited for the longest time make room.
const mostFronts = 4;
async function keepFront(edition, theme) {
  const key = frontOf(edition);
  const record = await recordOf(key);
  const isFresh = record.theme === theme && Date.now() - (record.checkedAt ?? 0) < 600_000;
  if (isFresh && !await isLost(record)) return;
  await saveRecord({ ...record, theme });
  await startJob(key);
  const others = (await all('packs')).filter((one) => isFront(one.edition) && one.edition !== key);
  others.sort((one, other) => (other.checkedAt ?? 0) - (one.checkedAt ?? 0));
  for (const old of others.slice(mostFronts - 1)) await removeEdition(old.edition);
}
// Asks whether the server has another version or release, if not at the panel at most every ten minutes.
async function lookForUpdates(isAtPanel) {
  for (const record of await all('packs')) {
    const { edition, used, checkedAt = 0 } = record;
    if (isFront(edition) || !used || record.job || (!isAtPanel && Date.now() - checkedAt < 600_000) || await isLost(record)) continue;
    const headers = { 'If-None-Match': used.tag ?? '', Accept: 'application/json' };
    let response;
    try {
      response = await load(`${manifestPath(edition)}?part=summary`, { cache: 'no-store', headers });
    } catch (error) {
      if (error.is === 'signedOut') return removeIfSignedOut();
      continue;
    }
    // The edition may have been removed meanwhile, or be on its way.
    const now = await recordOf(edition);
    if (now.used?.key !== used.key || now.job) continue;
    // A reader who saves data is asked first.
    if (response.status === 200 && navigator.connection?.saveData) await saveRecord({ ...now, isOutdated: true });
    else if (response.status === 200) await startJob(edition);
    else if (response.status === 304) {
      await saveRecord({ ...now, checkedAt: Date.now() });
      await refreshFavourites(edition);
    }
  }
  return undefined;
}
// Asks for a `sync` event when the network is back, of browsers that have Background Sync.
const registerSync = async () => { await registration.sync?.register('tidings').catch(() => {}); };
addEventListener('sync', (event) => event.waitUntil((async () => {
  await within(continueJobs(), longestEvent);
  // An error makes the browser try again.
  if (!await sendQueue()) throw new TypeError('not sent');
})()));

// ---- messages of pages -------------------------------------------------------------------------------------------------
// Returns the editions that can be read here, and all that have a record.
async function guides() {
  const records = await all('packs');
  const here = [];
  for (const record of records) {
    const { edition, title, used, checkedAt } = record;
    if (!used || await isLost(record)) continue;
    const isKept = isFront(edition);
    const note = isKept ? strings.frontPageAsOf.replace('{time}', timeOf(checkedAt ?? used.at)) : used.version;
    here.push({ title, note, path: urlIn(edition, used.start ?? './').pathname, isFront: isKept });
  }
  here.sort((one, other) => other.isFront - one.isFront);
  const taken = records.filter(({ edition }) => !isFront(edition));
  return { guides: here, records: taken.map(({ edition, title }) => ({ edition, title: title ?? edition })) };
}
const messages = {
  state: ({ edition }) => stateOf(edition),
  async take({ edition }, event) {
    if (await isLost(await recordOf(edition))) await saveRecord({ edition });
    event.waitUntil(within(startJob(edition), longestEvent));
    return stateOf(edition);
  },
  async keep({ edition, theme }, event) {
    event.waitUntil(within(keepFront(edition, theme), longestEvent));
    return {};
  },
  async keepNothing() {
    for (const { edition } of await all('packs')) if (isFront(edition)) await removeEdition(edition);
    return guides();
  },
  async stop({ edition }) {
    await endJob(edition);
    const { job } = await recordOf(edition);
    if (isInterrupted(job)) await saveJob(edition, { ...job, is: 'stopped' });
    return stateOf(edition);
  },
  async remove({ edition }) {
    await removeEdition(edition);
    return stateOf(edition);
  },
  // A page is open, and perhaps the network is back.
  async visit({ edition, isAtPanel }, event) {
    event.waitUntil(within((async () => {
      await sendQueue();
      await continueJobs();
      await lookForUpdates(isAtPanel);
    })(), longestEvent));
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
