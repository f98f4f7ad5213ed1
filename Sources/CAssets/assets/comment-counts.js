// Polls the comment and point counts of a page's stories while it is visible. Rows never move.
import { counted, element, fetchJSON, fetchPage, filled, isSignedOut, pathTo, post, whenVisited } from './page.js';

// Of some counts only the number is seen.
function showCount(words, text) {
  const hidden = words.querySelector('.visually-hidden');
  if (!hidden) { words.textContent = text; return; }
  const at = text.indexOf(' ');
  words.firstChild.textContent = text.slice(0, at);
  hidden.textContent = text.slice(at);
}

function showCounts({ story, comments: count, new: fresh, points }) {
  for (const line of document.querySelectorAll(`[data-comments="${story}"]`)) {
    const words = line.querySelector('[data-comment-count]');
    if (words && count !== null && count !== undefined) showCount(words, counted(count, strings.comments));
    let badge = line.querySelector('.is-new');
    if (!fresh) { badge?.remove(); continue; }
    if (!badge && words) { badge = element('b', { className: 'is-new' }); words.after(' ', badge); }
    if (badge) badge.textContent = filled(strings.newStories, fresh);
  }
  if (points !== null && points !== undefined) document.querySelectorAll(`.row [data-points="${story}"]`).forEach((shown) => { shown.textContent = counted(points, strings.points); });
}

async function refreshCounts() {
  if (document.hidden || isSignedOut) return;
  const stories = new Set([...document.querySelectorAll('[data-comments]')].map((line) => line.dataset.comments));
  if (!stories.size) return;
  (await fetchJSON(`${pathTo(paths.counts)}?stories=${[...stories].slice(0, 120).join(',')}`))?.forEach(showCounts);
}
setInterval(refreshCounts, 15000);
document.addEventListener('visibilitychange', refreshCounts);
addEventListener('pageshow', (event) => { if (event.persisted) refreshCounts(); });

// Looks up other discussions once a user has opened a story, if they allow it.
async function fetchRelatedDiscussions() {
  const form = document.querySelector('form[data-action="related-discussions"]');
  if (!form) return;
  form.hidden = true;
  const outcome = await post(form.action, new FormData(form));
  const page = outcome && !outcome.failed && await fetchPage(location.href);
  const fresh = page?.querySelector('.related-discussions');
  if (fresh) { fresh.querySelector('form')?.remove(); document.querySelector('.related-discussions')?.replaceWith(fresh); } else document.querySelector('.related-discussions')?.remove();
}
whenVisited(fetchRelatedDiscussions);
