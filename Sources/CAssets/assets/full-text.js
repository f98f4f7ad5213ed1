// Fetches the full text of a truncated story when a user opens it. What is on the screen or above it stays as it is: the
// text goes on below. Without script a button does the same.
import { announce, element, fetchPage, shown, toast, whenShown, whenVisited } from './page.js';
import { submitAction } from './actions.js';

const article = () => document.querySelector('article.story');
// The article whose full text is being fetched: beside a list another story may take its place.
let fetching = null;

async function requestFullText(fields, { patience = 20 } = {}) {
  const outcome = await submitAction('full-text', fields);
  if (!outcome?.isUnderWay || patience === 0) return outcome;
  await new Promise((resolve) => { setTimeout(resolve, 2000); });
  return requestFullText(fields, { patience: patience - 1 });
}

// ---- where the full text goes on
// The blocks of a text, also those within plain boxes.
function blocksIn(text) {
  if (!text.children.length && text.textContent.trim()) text.append(element('p', {}, ...text.childNodes));
  return [...text.children].flatMap((block) => (block.matches('div:not([class])') && block.children.length ? blocksIn(block) : block));
}
const letters = (node) => node.textContent.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
// A block that was cut ends in an ellipsis or in a link to read on.
const begins = (block, beginning) => beginning !== '' && letters(block).startsWith(beginning.slice(0, Math.max(24, beginning.length * .7)));
const picturesOf = (node) => [...node.querySelectorAll('[data-picture]')].map((link) => link.dataset.picture);
// A dek and a picture may stand before the feed's beginning; if there is more, the feed's text is another one.
const longestStart = 600;

// Keeps the blocks that are on the screen; the last one that both texts have is completed. Pictures of the full text that
// would stand among them follow.
function continueText(story, fresh) {
  const blocks = blocksIn(story.querySelector('.text'));
  const next = blocksIn(fresh.querySelector('.text'));
  const kept = blocks.filter((block) => block.getBoundingClientRect().top < innerHeight);
  let [last, place] = [kept.length, -1];
  while (place < 0 && last > 0) {
    last -= 1;
    const beginning = letters(kept[last]);
    place = next.findIndex((block) => begins(block, beginning));
  }
  if (last === 0 && next.slice(0, Math.max(0, place)).map(letters).join('').length > longestStart) place = -1;
  const shownPictures = picturesOf(story);
  const late = [fresh.querySelector('.picture.hero'), ...next.slice(0, Math.max(0, place))]
    .filter((block) => block && picturesOf(block).length && !picturesOf(block).some((picture) => shownPictures.includes(picture)));
  for (const picture of late) picture.classList.remove('hero');
  if (place >= 0) {
    for (const block of kept.splice(last + 1)) block.remove();
    if (letters(next[place]) !== letters(kept[last])) { kept[last].replaceWith(next[place]); kept[last] = next[place]; }
  }
  for (const block of blocks) if (!kept.includes(block)) block.remove();
  const rest = [...late, ...next.slice(place + 1)];
  const dek = story.querySelector('.standfirst');
  if (dek && rest[0] && letters(rest[0]) === letters(dek)) rest.shift();
  if (kept.length) kept.at(-1).after(...rest); else story.querySelector('.text').append(...rest);
}

// Everything else that is on the screen stays, too: the dek, the points after a vote.
function takeFullText(story, fresh) {
  continueText(story, fresh);
  const [time, newTime] = [story, fresh].map((one) => one.querySelector('.reading-time'));
  if (newTime) { if (time) time.replaceWith(newTime); else story.querySelector('.exact-date')?.after(newTime); }
  story.toggleAttribute('data-full-text', true);
  if (fresh.dataset.gallery) story.dataset.gallery = fresh.dataset.gallery;
  const [links, newLinks] = [story, fresh].map((one) => one.querySelector('.form-actions'));
  if (newLinks) { if (links) links.replaceWith(newLinks); else story.querySelector('footer').prepend(newLinks); }
}

async function fetchFullText(form, opened) {
  const story = article();
  if (fetching === story) return;
  fetching = story;
  const notice = form.closest('.full-text-status');
  const message = notice?.querySelector('p');
  const previousMessage = message?.textContent;
  const button = form.querySelector('button');
  form.closest('dialog.sheet')?.close();
  if (message) { message.textContent = strings.loadingFullText; form.hidden = true; } else button.disabled = true;
  const outcome = await requestFullText({ story: form.elements.story.value, ...(opened ? { opened: 1 } : {}) });
  const page = outcome && await fetchPage(form.elements.back.value);
  const fresh = page?.querySelector('article.story');
  if (fetching === story) fetching = null;
  if (article() !== story) return;
  if (!fresh) {
    if (message) { message.textContent = previousMessage; form.hidden = false; delete notice.dataset.fullTextFetch; } else button.disabled = false;
    return;
  }
  const isComplete = fresh.matches('[data-full-text]');
  if (isComplete) takeFullText(story, fresh);
  else if (!notice) toast(outcome.words);
  const [old, next] = [story, fresh].map((one) => one.querySelector('.full-text-status'));
  if (old && next) old.replaceWith(next); else if (next) story.querySelector('footer').before(next); else old?.remove();
  shown(story);
  if (isComplete) announce(strings.fullTextLoaded);
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.action !== 'full-text') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  fetchFullText(event.target, false);
}, true);

whenShown((root) => {
  const form = root.querySelector('[data-full-text-fetch="ask"] form');
  if (form) whenVisited(() => fetchFullText(form, true));
});
