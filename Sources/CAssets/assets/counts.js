// Polls the comment and point counts of a page's stories while it is visible. Rows never move.
import { at } from './place.js';

const comments = (count) => (count === 1 ? '1 comment' : `${count} comments`);
const short = (count) => (count < 1000 ? `${count}` : count < 10000 ? `${Math.floor(count / 1000)}.${Math.floor((count % 1000) / 100)}k` : `${Math.min(999, Math.floor(count / 1000))}k`);

export function show({ story, comments: count, new: fresh, points }) {
  for (const line of document.querySelectorAll(`[data-talk="${story}"]`)) {
    const words = line.querySelector('[data-count]');
    if (words && count !== null && count !== undefined) words.textContent = comments(count);
    let mark = line.querySelector('.fresh');
    if (!fresh) { mark?.remove(); continue; }
    if (!mark && words) { mark = document.createElement('b'); mark.className = 'fresh'; words.after(' ', mark); }
    if (mark) mark.textContent = `${fresh} new`;
  }
  const column = document.querySelector(`.row[data-story="${story}"] .count-column b`);
  const shown = points ?? count;
  if (column && shown !== null && shown !== undefined) column.textContent = short(shown);
}

export async function renewCounts() {
  if (document.hidden) return;
  const stories = new Set([...document.querySelectorAll('[data-talk]')].map((line) => line.dataset.talk));
  if (!stories.size) return;
  const answer = await fetch(`${at('counts')}?stories=${[...stories].slice(0, 120).join(',')}`).catch(() => null);
  if (answer?.ok) (await answer.json()).forEach(show);
}
setInterval(renewCounts, 15000);
document.addEventListener('visibilitychange', renewCounts);
addEventListener('pageshow', (event) => { if (event.persisted) renewCounts(); });

// Looks up other discussions once a user has opened a story, if they allow it.
async function askMentions() {
  const form = document.querySelector('form[data-act="mentions"]');
  if (!form) return;
  form.hidden = true;
  const outcome = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { Accept: 'application/json' } }).catch(() => null);
  const page = outcome?.ok && await fetch(location.href).catch(() => null);
  const fresh = page?.ok && new DOMParser().parseFromString(await page.text(), 'text/html').querySelector('.mentions');
  if (fresh) { fresh.querySelector('form')?.remove(); document.querySelector('.mentions')?.replaceWith(fresh); } else document.querySelector('.mentions')?.remove();
}
if (document.prerendering) document.addEventListener('prerenderingchange', askMentions, { once: true });
else askMentions();
