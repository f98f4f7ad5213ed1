// Search among the pages of a guide, or the stories, that are on this device, for when Tidings cannot be reached (docs/offline.md).
// The rules are those of the server (`SearchQuery`): all words, "phrases", -excluded words, and a last word that may be a beginning.
import { edition, element, filled, isAt, parsed, pathTo } from './page.js';

const mostRows = 100;
const mostTerms = 16;
// Words around the first one that was found.
const [wordsBefore, wordsAfter] = [8, 24];

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const word = /\p{Ideographic}|(?:(?!\p{Ideographic})[\p{L}\p{M}\p{N}])+/gu;
const tokensOf = (text) => [...text.matchAll(word)].map(({ 0: found, index }) => ({ word: fold(found), start: index, end: index + found.length }));

// ---- the texts: read once from the stored pages of a version, and kept beside them, so that they go with it
const kept = pathTo(paths.offlineManifest).replace('offline', 'offline-texts');
// What was taken along, and the front page with what is on it.
async function storedVersions() {
  const versions = [];
  for (const name of await caches.keys()) {
    const manifest = name.startsWith(`pack/${edition}/`) ? paths.offlineManifest : name.startsWith(`pack/front.${edition}/`) && paths.offlineFront;
    if (!manifest) continue;
    const cache = await caches.open(name);
    // It is stored last: a version that is still on its way has none.
    const list = await cache.match(pathTo(manifest));
    if (list) versions.push({ cache, addresses: (await list.json()).pages });
  }
  return versions;
}
async function readTexts() {
  const byPath = new Map();
  for (const version of await storedVersions()) for (const text of await textsOf(version)) byPath.set(text.path, text);
  return [...byPath.values()];
}
async function textsOf({ cache, addresses }) {
  const known = await cache.match(kept);
  if (known) return known.json();
  const texts = [];
  for (const address of addresses) {
    const path = new URL(address, location.origin + pathTo(paths.today)).pathname;
    const read = isAt(paths.packPage, path) ? textOf : isAt(paths.story, path) && storyTextOf;
    const text = read && read(path, await (await cache.match(path, { ignoreVary: true }))?.text() ?? '');
    if (text) texts.push(text);
  }
  // Where there is no room they are read again next time.
  if (texts.length) await cache.put(kept, new Response(JSON.stringify(texts), { headers: { 'Content-Type': 'application/json' } })).catch(() => {});
  return texts;
}
// A page that leads on has the first of its pages beside it, which has an address of its own.
function partOf(html, opening) {
  const [start, end] = [html.indexOf(opening), html.lastIndexOf('</main>')];
  if (start < 0) return null;
  return parsed(html.slice(start, end < start ? undefined : end).replace(/<\/?(?:p|li|h[1-6]|t[dhr]|d[dt]|div|br|blockquote|figcaption)\b/g, ' $&'));
}
function storyTextOf(path, html) {
  const story = partOf(html, '<article class="story')?.querySelector('article.story');
  const title = story?.querySelector('h1')?.textContent.trim();
  return title ? { path, title, text: story.querySelector('.text')?.textContent.replace(/\s+/g, ' ').trim() ?? '' } : null;
}
function textOf(path, html) {
  const page = partOf(html, '<div class="guide-split');
  if (!page) return null;
  const part = page.querySelector('.shows-choices > .guide-choices, .shows-article .guide-page');
  const title = part?.querySelector('h1')?.textContent.trim();
  if (!title) return null;
  const text = part.querySelector(':scope > .text');
  for (const hidden of text?.querySelectorAll('.visually-hidden') ?? []) hidden.remove();
  return { path, title, text: text?.textContent.replace(/\s+/g, ' ').trim() ?? '' };
}

// ---- the query
function termsOf(query) {
  const terms = [];
  for (const [whole, minus, phrase, single] of query.slice(0, 300).matchAll(/(-?)(?:["“]([^"”]*)["”]?|([^\s"“]+))/gu)) {
    const words = tokensOf(phrase ?? single).map((token) => token.word).filter(Boolean);
    if (!words.length || terms.length === mostTerms) continue;
    const isLast = query.endsWith(whole) && phrase === undefined && !minus;
    terms.push({ words, isExcluded: Boolean(minus), isPrefix: isLast && words.at(-1).length >= 3 });
  }
  return terms;
}
const placeOf = ({ words, isPrefix }, tokens) => tokens.findIndex((_, at) => words.every((wanted, index) => {
  const own = tokens[at + index]?.word;
  return own === wanted || (isPrefix && index === words.length - 1 && own?.startsWith(wanted));
}));

function match(page, terms) {
  // Most pages have not even the letters.
  const folded = page.folded ??= fold(`${page.title} ${page.text}`);
  if (terms.some(({ words, isExcluded }) => !isExcluded && !words.every((wanted) => folded.includes(wanted)))) return null;
  const [title, text] = [tokensOf(page.title), tokensOf(page.text)];
  const found = terms.map((term) => ({ term, inTitle: placeOf(term, title), inText: placeOf(term, text) }));
  if (found.some(({ term, inTitle, inText }) => term.isExcluded === (inTitle >= 0 || inText >= 0))) return null;
  const wanted = found.filter(({ term }) => !term.isExcluded);
  return { page, text, isTitled: wanted.every(({ inTitle }) => inTitle >= 0), places: wanted.filter(({ inText }) => inText >= 0) };
}

// ---- the rows
function snippetOf({ page, text, places }) {
  if (!text.length) return [];
  const first = places.length ? Math.min(...places.map(({ inText }) => inText)) : 0;
  const [from, to] = [Math.max(0, first - wordsBefore), Math.min(text.length, first + wordsAfter)];
  const marked = new Set(places.flatMap(({ term, inText }) => term.words.map((_, index) => inText + index)));
  const parts = [from ? '… ' : ''];
  for (let at = from; at < to; at += 1) {
    const own = page.text.slice(text[at].start, text[at].end);
    parts.push(marked.has(at) ? element('mark', {}, own) : own, page.text.slice(text[at].end, text[at + 1]?.start));
  }
  return [element('p', { className: 'snippet' }, ...parts, to < text.length ? '…' : '')];
}
function rowOf(hit) {
  const text = element('div', { className: 'row-text' }, element('h2', { className: 'headline' }, hit.page.title), ...snippetOf(hit));
  return element('article', { className: 'row plain' }, element('a', { href: hit.page.path }, text));
}

let reading = null;
// What stands in place of the server's results.
export async function searchHere(query) {
  reading ??= readTexts().catch(() => { reading = null; return []; });
  const terms = termsOf(query);
  const isAsked = terms.some((term) => !term.isExcluded);
  const hits = isAsked ? (await reading).map((page) => match(page, terms)).filter(Boolean) : [];
  const isGuide = (await reading).some(({ path }) => isAt(paths.packPage, path));
  const ordered = [...hits.filter((hit) => hit.isTitled), ...hits.filter((hit) => !hit.isTitled)];
  const note = element('p', { className: 'note', role: 'status' },
    ordered.length > mostRows ? filled(strings.firstPagesHere, mostRows, ordered.length) : isGuide ? strings.pagesHereSearched : strings.storiesHereSearched);
  if (ordered.length) return [note, element('div', { className: 'list' }, ...ordered.slice(0, mostRows).map(rowOf))];
  return [note, element('div', { className: 'empty' }, element('p', {}, isAsked ? filled(isGuide ? strings.noPageHere : strings.noStoryHere, query) : strings.searchNeedsWord))];
}
