// Reading without a network (docs/offline.md): the panel that takes a guide or saved stories along, favourites marked
// without a network, and the page that is shown when the server cannot be reached. The worker, sw.js, does the work; pages ask
// it by messages.
import { announce, edition, element, fetchJSON, fetchPage, filled, pathTo, toast } from './page.js';
import { showButton } from './actions.js';
import { keepFront, keepsFronts, request, worker, workers } from './keep.js';

const panels = [...document.querySelectorAll('[data-offline-edition]')];
// The editions that are here, for the server, which loads this script on their pages, and for pages whose storage the browser
// threw away: it spares cookies.
const noted = () => decodeURIComponent(document.cookie.match(/(?:^|; )along=([^;]*)/)?.[1] ?? '').split('.').filter(Boolean);
const note = (editions) => {
  if (editions.join('.') === noted().join('.')) return;
  document.cookie = `along=${encodeURIComponent(editions.join('.'))}; path=/; max-age=${editions.length ? 31536000 : 0}; samesite=lax`;
};

const registered = async () => (await workers?.getRegistration('/')) ?? null;
// ---- the panel -----------------------------------------------------------------------------------------------------------------
const language = document.documentElement.lang || 'en';
const number = (value, options) => new Intl.NumberFormat(language, options).format(value);
function sizeText(bytes) {
  const [unit, factor] = [['gigabyte', 1e9], ['megabyte', 1e6], ['kilobyte', 1e3]].find(([, size]) => bytes >= size) ?? ['byte', 1];
  return number(bytes / factor, { style: 'unit', unit, maximumSignificantDigits: 3 });
}
const timeText = (seconds) => (seconds < 90 ? number(Math.max(1, seconds), { style: 'unit', unit: 'second', unitDisplay: 'long' })
  : number(Math.round(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' }));

// Each text stands in the page, and is shown in the states that its `data-shown-when` names.
function show(panel, view, facts, isAnnounced) {
  const was = panel.dataset.state;
  panel.dataset.state = view;
  for (const part of panel.querySelectorAll('[data-shown-when]')) part.hidden = !part.dataset.shownWhen.split(' ').includes(view);
  // Where a first try stored nothing, there is nothing to remove.
  if (['failed', 'full'].includes(view) && !facts.usedSize && !facts.done) panel.querySelector('[data-command=remove]').hidden = true;
  for (const part of panel.querySelectorAll('[data-state-fact]')) {
    const fact = facts[part.dataset.stateFact];
    part.closest('[data-needs-fact]')?.toggleAttribute('hidden', fact === undefined);
    if (fact !== undefined) part.textContent = fact;
  }
  const bar = panel.querySelector('progress');
  bar.max = facts.most || 1;
  bar.value = facts.done ?? 0;
  if (was && was !== view && isAnnounced) announce([...panel.querySelectorAll('p[data-shown-when]:not([hidden])')].map((part) => part.innerText).join(' '));
}
function viewOf(state) {
  if (state.job) return state.job.is === 'running' ? 'taking' : state.job.is;
  if (state.isLost) return 'lost';
  if (!state.used) return 'absent';
  return state.isOutdated ? 'outdated' : 'taken';
}
function factsOf(panel, state) {
  const { job, used } = state;
  const { summary, free } = panel.along;
  const facts = {
    size: summary && sizeText(summary.bytes), pages: summary && number(summary.pages), pictures: summary && number(summary.pictures),
    free: Number.isFinite(job?.free ?? free) ? sizeText(job?.free ?? free) : undefined,
  };
  if (job) Object.assign(facts, {
    needed: job.needed === undefined ? undefined : sizeText(job.needed), most: job.bytesAll, done: job.bytesDone,
    doneSize: sizeText(job.bytesDone), allSize: sizeText(job.bytesAll), donePictures: number(job.picturesDone),
    allPictures: number(job.picturesAll), time: job.secondsLeft === undefined ? undefined : timeText(job.secondsLeft),
  });
  if (used) Object.assign(facts, { version: used.version, usedSize: sizeText(used.bytes), usedPictures: number(used.pictures),
    // Known of the version that the server has, in comparison with the one before.
    changes: summary?.replaced === used.version ? summary.changes : undefined,
    news: summary?.version === used.version ? summary.changes ?? undefined : undefined,
    // As the server writes dates.
    date: new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long' }).format(used.at) });
  return facts;
}

async function prepare(panel) {
  const own = panel.dataset.offlineEdition;
  panel.along = { state: { job: null, used: null } };
  const update = (state, isAnnounced = true) => {
    panel.along.state = state;
    show(panel, viewOf(state), factsOf(panel, state), isAnnounced);
  };
  panel.along.update = update;
  panel.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-command]');
    if (button) press(panel, own, button.dataset.command);
  });
  const registration = await registered();
  const state = registration?.active && await request(registration.active, 'state', { edition: own }).catch(() => null);
  if (state) panel.along.state = state;
  if (!panel.along.state.used && noted().includes(own)) panel.along.state.isLost = true;
  const measured = measure(panel, own).then(() => { if (panel.dataset.state) update(panel.along.state, false); });
  await Promise.race([measured, new Promise((resolve) => { setTimeout(resolve, 1000); })]);
}
// How much it is, and how much is free.
async function measure(panel, own) {
  const { quota, usage } = await navigator.storage?.estimate?.().catch(() => ({})) ?? {};
  const isLasting = await navigator.storage?.persisted?.().catch(() => false);
  panel.toggleAttribute('data-temporary', Boolean(panel.along.state.used) && !isLasting);
  panel.along.free = quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0));
  panel.along.summary = await fetchJSON(`${filled(paths.offlineManifest, own)}?part=summary`, { headers: { Accept: 'application/json' } }) ?? undefined;
}

async function press(panel, own, action) {
  const { update, summary, free, state } = panel.along;
  try {
    if (action === 'take') {
      if (summary && !state.used && free !== undefined && summary.bytes > free) return update({ ...state, job: { is: 'full', needed: summary.bytes, free } });
      // At once, since installing the worker takes a while; what an earlier attempt stored still counts.
      const nothing = { bytesDone: 0, bytesAll: summary?.bytes ?? 0, picturesDone: 0, picturesAll: summary?.pictures ?? 0 };
      update({ ...state, job: { ...nothing, ...state.job, is: 'running' } });
      // Without it the browser may throw all of it away when space is short. Some browsers ask the reader, who may not answer.
      const lasting = Promise.resolve(navigator.storage?.persist?.()).catch(() => false);
      const installed = await worker();
      note([...new Set([...noted(), own])]);
      update(await request(installed, 'take', { edition: own }));
      lasting.then((isLasting) => panel.toggleAttribute('data-temporary', !isLasting));
      return undefined;
    }
    const active = (await registered())?.active;
    if (action !== 'remove') return update(await request(active ?? await worker(), action, { edition: own }));
    // Without a worker nothing but its note is left.
    update(active ? await request(active, action, { edition: own }) : { job: null, used: null });
    return note(noted().filter((other) => other !== own));
  } catch {
    if (!state.used) note(noted().filter((other) => other !== own));
    return update({ ...state, job: { bytesDone: 0, bytesAll: 0, picturesDone: 0, picturesAll: 0, ...state.job, is: 'failed' } });
  }
}

// ---- favourites ----------------------------------------------------------------------------------------------------------------
// A page may be older than what the server told of its favourites, and knows nothing of what waits on this device.
const pagePath = new RegExp(filled(paths.packPage, '[^/]+', '([^/?#]+)'));
const slugOf = (path) => path.match(pagePath)?.[1];
function favouritesOf({ asOf, pages, queue }) {
  const isOlder = Number(document.body.dataset.serverTime) < asOf;
  const known = new Map(isOlder ? pages.map((page) => [page.slug, { ...page, isOn: true }]) : []);
  for (const { slug, on, at } of queue) known.set(slug, { ...known.get(slug), slug, at, isOn: on });
  return { isOlder, known };
}
function showFavourites(state) {
  if (state.edition !== edition) return;
  const { isOlder, known } = favouritesOf(state.favourites);
  changes = isOlder || known.size ? { isOlder, known } : null;
  if (!changes) return;
  showButtons();
  if (location.pathname === pathTo(paths.saved)) showList(isOlder, known);
}
// Also those of a page that is shown beside the choices later.
let changes = null;
new MutationObserver((records) => {
  if (records.some(({ addedNodes }) => [...addedNodes].some((node) => node.querySelector?.('form')))) showButtons();
}).observe(document.querySelector('main'), { childList: true, subtree: true });
function showButtons() {
  if (!changes) return;
  const { isOlder, known } = changes;
  for (const form of document.querySelectorAll('form[data-action="set-mark"]')) {
    const slug = form.elements.slug?.value ?? slugOf(form.elements.back.value);
    if (slug && (isOlder || known.has(slug))) showButton(form, known.get(slug)?.isOn ?? false);
  }
}
// Newest first, as the server lists them. Changes may come in while a title is looked up.
let listing = Promise.resolve();
const showList = (...all) => { listing = listing.then(() => rewriteList(...all)); };
async function rewriteList(isOlder, known) {
  const main = document.querySelector('main');
  let list = main.querySelector('.guide-choice-list');
  const rows = new Map([...list?.children ?? []].map((row) => [slugOf(row.querySelector('a').getAttribute('href')), row]));
  for (const [slug, row] of rows) if (known.has(slug) ? !known.get(slug).isOn : isOlder) row.remove();
  const added = [...known.values()].filter((page) => page.isOn && !rows.get(page.slug)?.isConnected).sort((one, other) => one.at - other.at);
  for (const page of added) {
    const href = pathTo(paths.packPage, encodeURIComponent(page.slug));
    const title = page.title ?? await titleOf(href) ?? page.slug;
    const row = element('li', {}, element('a', { href, className: 'guide-choice' }, element('span', {}, title)));
    if (!list) {
      list = element('ul', { className: 'guide-choice-list' });
      (main.querySelector('.guide-empty') ?? main).prepend(list);
    }
    list.prepend(row);
  }
  const isEmpty = !list?.children.length;
  for (const part of main.querySelectorAll('.empty')) part.hidden = !isEmpty;
  if (!isEmpty || main.querySelector('.empty')) return;
  list.after(element('p', { className: 'empty' }, strings.noFavouritesHere));
}
async function titleOf(path) {
  return (await fetchPage(path))?.title.replace(/ · [^·]*$/, '');
}

// ---- the page without a server ------------------------------------------------------------------------------------------------
function showGuides(list, guides) {
  list.replaceChildren(...guides.map(({ path, title, note }) => element('li', {}, element('a', { href: path }, element('b', {}, title), element('small', {}, note)))));
  for (const part of document.querySelectorAll('[data-guide-section]')) part.hidden = !guides.length;
}
// The tab that was pressed, whose page is not here; and the page itself once it can be loaded.
if (document.querySelector('[data-not-here]')) {
  document.querySelector(`.tabs a[href="${location.pathname}"]`)?.setAttribute('aria-current', 'page');
  addEventListener('online', () => location.reload());
}

// In the settings: the front pages that are kept, and whether they are.
const keeper = document.querySelector('[data-keeper]');
async function showKeeper(guides) {
  const kept = guides.filter((guide) => guide.isFront);
  keeper.hidden = false;
  keeper.querySelector('ul').replaceChildren(...kept.map(({ title, note }) => element('li', {}, element('span', {}, `${title}: ${note}`))));
  const button = keeper.querySelector('button');
  button.textContent = keepsFronts() ? strings.keepNothing : strings.keepFronts;
  button.onclick = async () => {
    if (keepsFronts()) {
      localStorage.setItem('keeps-nothing', '1');
      const active = (await registered())?.active;
      showKeeper((active && await request(active, 'keepNothing'))?.guides ?? []);
    } else {
      localStorage.removeItem('keeps-nothing');
      await keepFront();
      showKeeper(guides);
    }
    announce(keepsFronts() ? strings.frontsAreKept : strings.nothingIsKept);
  };
}

// In the settings: what is on this device and has no panel, as the server has it no more.
const strays = document.querySelector('[data-remove-label]');
function showStrays(records, active) {
  const left = records.filter((record) => !panels.some((panel) => panel.dataset.offlineEdition === record.edition));
  strays.hidden = !left.length;
  strays.querySelector('ul').replaceChildren(...left.map((record) => {
    const label = strays.dataset.removeLabel;
    const button = element('button', { type: 'button', className: 'button', ariaLabel: `${label}: ${record.title}` }, label);
    button.onclick = async () => {
      await request(active, 'remove', { edition: record.edition });
      note(noted().filter((other) => other !== record.edition));
      showStrays(left.filter((other) => other !== record), active);
    };
    return element('li', {}, element('span', {}, record.title), button);
  }));
}

// Links to the world need the world.
let hasWorker = false;
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!hasWorker || navigator.onLine || !link || new URL(link.href, location.href).origin === location.origin || !/^https?:/.test(link.href)) return;
  event.preventDefault();
  toast(strings.outsideNeedsNetwork);
}, true);

// ---- visits --------------------------------------------------------------------------------------------------------------------
function receive(state) {
  hasWorker = true;
  for (const panel of panels) if (panel.dataset.offlineEdition === state.edition) panel.along?.update?.(state);
  showFavourites(state);
  // While something is under way, an open page keeps the worker at it.
  const isBusy = ['running', 'waiting'].includes(state.job?.is) || state.favourites.queue.length > 0;
  if (isBusy) nextVisit ??= setTimeout(visit, 15_000);
}
let nextVisit;
async function visit(isFirst = false) {
  clearTimeout(nextVisit);
  nextVisit = undefined;
  const registration = await registered();
  const active = registration?.active;
  if (!active) { if (keeper) showKeeper([]); return; }
  const state = await request(active, 'visit', { edition, isAtPanel: isFirst && panels.length > 0 }).catch(() => null);
  if (!state) return;
  // An edition whose storage is gone stays noted, so that its panel can say so.
  note([...new Set([...state.records.map((record) => record.edition), ...noted().filter((own) => panels.some((panel) => panel.dataset.offlineEdition === own && panel.dataset.state === 'lost'))])]);
  receive(state);
  const list = document.querySelector('[data-guide-list]');
  if (list) showGuides(list, state.guides);
  if (keeper) showKeeper(state.guides);
  if (strays) showStrays(state.records, active);
}

// Safari forgets what sites store, unless they are on the home screen.
for (const part of document.querySelectorAll('[data-iphone-only]')) part.hidden = navigator.standalone !== false;
if (workers) {
  workers.addEventListener('message', ({ data }) => { if (data?.tidings) receive(data.tidings); });
  workers.startMessages?.();
  // All at once and with their numbers: a button that moves under a finger misses its tap.
  await Promise.all(panels.map(prepare));
  for (const { along } of panels) along.update(along.state, false);
  addEventListener('online', () => visit());
  visit(true);
} else {
  for (const panel of panels) show(panel, 'impossible', {}, false);
}
