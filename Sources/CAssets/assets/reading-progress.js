// Saves how far a long story was read, on the server so that other devices can use it, and offers to continue there
// when the story is opened again. It never scrolls by itself.
import { announce, element, pathTo } from './page.js';

const article = document.querySelector('article.story');
const text = () => article.querySelector('.text');
const blocks = () => [...text().children];
const top = () => document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 44;
const isLong = () => text().offsetHeight > innerHeight * 2;

// The scrolled part of the text in ten-thousandths, and the paragraph at the top.
function position() {
  const rect = text().getBoundingClientRect();
  const scrolled = Math.max(0, top() - rect.top);
  const anchor = Math.max(0, blocks().findIndex((block) => block.getBoundingClientRect().bottom > top() + 8));
  return { at: Math.min(10000, Math.round(scrolled / rect.height * 10000)), whole: 10000, anchor };
}
const isRead = () => text().getBoundingClientRect().bottom < innerHeight + 40;

let lastSent = '';
function save() {
  if (!article.isConnected || !isLong()) return;
  const scrolled = top() - text().getBoundingClientRect().top;
  let fields = { story: article.dataset.story, part: 'text' };
  if (isRead()) fields.done = 1;
  // Too little was read to save; an earlier position stays until more is read.
  else if (scrolled < innerHeight * 0.6) return;
  else fields = { ...fields, ...position() };
  const body = new URLSearchParams(fields);
  if (String(body) === lastSent) return;
  lastSent = String(body);
  navigator.sendBeacon(pathTo(paths.action, 'reading-progress'), body);
}

let saveTimer;
addEventListener('scroll', () => { clearTimeout(saveTimer); saveTimer = setTimeout(save, 1500); }, { passive: true });
addEventListener('pagehide', save);
document.addEventListener('visibilitychange', () => { if (document.hidden) save(); });

// A line at the bar shows how much of the text has been scrolled past. It is only scaled, which needs no layout.
const line = element('i', { className: 'reading-progress', ariaHidden: true });
document.querySelector('.top-bar')?.append(line);
let frame = 0;
function showProgress() {
  frame = 0;
  const rect = text()?.getBoundingClientRect();
  const room = rect ? rect.height - (innerHeight - top()) : 0;
  line.style.transform = `scaleX(${room > innerHeight / 2 ? Math.min(1, Math.max(0, (top() - rect.top) / room)) : 0})`;
}
addEventListener('scroll', () => { frame ||= requestAnimationFrame(showProgress); }, { passive: true });

// Uses the paragraph, which is independent of the font size; the fraction if the text is a single block.
function resumeAt(progress, anchor) {
  const block = blocks()[anchor];
  const rect = text().getBoundingClientRect();
  const byFraction = scrollY + rect.top + rect.height * progress / 10000 - top();
  const byBlock = block && scrollY + block.getBoundingClientRect().top - top() - 8;
  const isNear = block && Math.abs(byBlock - byFraction) < innerHeight;
  scrollTo({ top: isNear || (block && blocks().length > 8) ? byBlock : byFraction, behavior: 'instant' });
}

// The place may come while another device reads the story; a button that is there already leads to the newest.
function offerToResume() {
  document.querySelector('.resume-button')?.remove();
  const progress = Number(article.dataset.position);
  // The browser restored the scroll position itself, or the URL has a fragment.
  if (!progress || !isLong() || location.hash || scrollY > 40) return;
  const resume = () => {
    button.remove();
    resumeAt(progress, Number(article.dataset.resumeBlock));
    text().setAttribute('tabindex', '-1');
    text().focus({ preventScroll: true });
  };
  const button = element('button', { className: 'resume-button', onclick: resume }, strings.resumeReading);
  document.body.append(button);
  announce(button.textContent);
  const firstScrollY = scrollY;
  const removeAfterScrolling = () => {
    if (Math.abs(scrollY - firstScrollY) < innerHeight * 0.8) return;
    button.remove();
    removeEventListener('scroll', removeAfterScrolling);
  };
  addEventListener('scroll', removeAfterScrolling, { passive: true });
}
document.addEventListener('tidings:place', offerToResume);
if (document.readyState === 'complete') offerToResume(); else addEventListener('load', offerToResume, { once: true });
