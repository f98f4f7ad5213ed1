// A story's actions: sharing, copying its link; the modules that its parts call for.
import { isAt, isModified, toast, whenShown } from './page.js';

whenShown((root) => {
  // Buttons that need script.
  for (const button of root.querySelectorAll('[data-share]')) button.hidden = !(navigator.share || navigator.clipboard);
  for (const button of root.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  // Links of a text that are not rewritten to linked pages open in a new tab.
  for (const link of root.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';
  if (root.querySelector('[data-gallery]')) import('./gallery.js');
  if (root.querySelector('[data-action="full-text"]')) import('./full-text.js');
  if (root.querySelector('.click-to-load, .click-to-load-all')) import('./story-images.js');
  // A page of its own loads these itself.
  if (root !== document && root.querySelector('[data-session-fingerprint], [data-compose], .story-vote, .comment .vote')) {
    import('./compose.js');
    import('./membership.js');
  }
  // Both are rarely needed.
  if (root.querySelector('[data-mute-form]')) import('./mute.js').then((it) => it.prepare(root));
  if (root.querySelector('[class|=tex]')) import('./formulas.js').then((it) => it.prepare(root));
});

// The player is loaded where there is audio, or while audio plays.
if (sessionStorage.getItem('playing') || document.querySelector('.enclosure[data-audio]')) import('./player.js');

// Reading progress has its own module too.
if (document.querySelector('article.story[data-story] .text')) import('./reading-progress.js');

async function copy({ original }) {
  await navigator.clipboard.writeText(original);
  toast(strings.linkCopied);
}

// Shares link, title and dek with the system's share sheet; without one the link is copied.
async function share(data) {
  if (!navigator.share) return copy(data);
  return navigator.share({ title: data.title, url: data.original, ...(data.shareText && { text: data.shareText }) });
}

// Also for a comment, by its key.
export async function shareWith(data, way = share) {
  try {
    await way(data);
  } catch (error) {
    // Closing the system's share sheet is not an error.
    if (error.name !== 'AbortError') toast(strings.notShared);
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-share], [data-copy]');
  if (!button) return;
  const data = { ...(button.closest('[data-original]') ?? document.querySelector('[data-original]')).dataset };
  button.closest('dialog.sheet')?.close();
  shareWith(data, 'share' in button.dataset ? share : copy);
});

// The next or previous story takes this one's place in the history, so that Back leads to the list.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-neighbour], .story .next .row > a:not([data-external], .comments-link)');
  if (!link || event.defaultPrevented || isModified(event)) return;
  event.preventDefault();
  location.replace(link.href);
});

// Counts how far a linked page is from the first one, for its history buttons.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link && isAt(paths.linkedPage, link.pathname)) sessionStorage.setItem('hop', (history.state?.hop ?? -1) + 1);
}, true);
