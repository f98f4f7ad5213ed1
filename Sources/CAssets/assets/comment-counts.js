// Polls the comment and point counts of a page's stories while it is visible. Rows never move.
import { counted, element, fetchJSON, fetchPage, filled, isSignedOut, pathTo, post, whenVisited } from './page.js';

const abbreviated = (count) => (count < 1000 ? `${count}` : count < 10000 ? `${Math.floor(count / 1000)}.${Math.floor((count % 1000) / 100)}k` : `${Math.min(999, Math.floor(count / 1000))}k`);

function showCounts({ story, comments: count, new: fresh, points }) {
  for (const line of document.querySelectorAll(`[data-comments="${story}"]`)) {
    const words = line.querySelector('[data-comment-count]');
    if (words && count !== null && count !== undefined) words.textContent = counted(count, strings.comments);
    let badge = line.querySelector('.is-new');
    if (!fresh) { badge?.remove(); continue; }
    if (!badge && words) { badge = element('b', { className: 'is-new' }); words.after(' ', badge); }
    if (badge) badge.textContent = filled(strings.newStories, fresh);
  }
  const column = document.querySelector(`.row[data-story="${story}"] .count-column b`);
  const shown = points ?? count;
  if (column && shown !== null && shown !== undefined) column.textContent = abbreviated(shown);
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
