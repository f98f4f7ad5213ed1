// Saves how far a long story was read, on the server so that other devices can use it, and offers to continue there
// when the story is opened again. It never scrolls by itself.
import { at } from './place.js';
import { say } from './marks.js';

const article = document.querySelector('article.story');
const text = () => article.querySelector('.text');
const blocks = () => [...text().children];
const top = () => document.querySelector('.top')?.getBoundingClientRect().bottom ?? 44;
const isLong = () => text().offsetHeight > innerHeight * 2;

// The scrolled part of the text in ten-thousandths, and the paragraph at the top.
function here() {
  const box = text().getBoundingClientRect();
  const gone = Math.max(0, top() - box.top);
  const anchor = Math.max(0, blocks().findIndex((block) => block.getBoundingClientRect().bottom > top() + 8));
  return { at: Math.min(10000, Math.round(gone / box.height * 10000)), whole: 10000, anchor };
}
const isRead = () => text().getBoundingClientRect().bottom < innerHeight + 40;

let kept = '';
function keep() {
  if (!article.isConnected || !isLong()) return;
  const gone = top() - text().getBoundingClientRect().top;
  let fields = { story: article.dataset.story, part: 'text' };
  if (isRead()) fields.done = 1;
  // Too little was read to save; an earlier position stays until more is read.
  else if (gone < innerHeight * 0.6) return;
  else fields = { ...fields, ...here() };
  const body = new URLSearchParams(fields);
  if (String(body) === kept) return;
  kept = String(body);
  navigator.sendBeacon(at('act/place'), body);
}

let resting;
addEventListener('scroll', () => { clearTimeout(resting); resting = setTimeout(keep, 1500); }, { passive: true });
addEventListener('pagehide', keep);
document.addEventListener('visibilitychange', () => { if (document.hidden) keep(); });

// Uses the paragraph, which is independent of the font size; the fraction if the text is a single block.
function goOn(place, anchor) {
  const block = blocks()[anchor];
  const box = text().getBoundingClientRect();
  const byFraction = scrollY + box.top + box.height * place / 10000 - top();
  const byBlock = block && scrollY + block.getBoundingClientRect().top - top() - 8;
  const isNear = block && Math.abs(byBlock - byFraction) < innerHeight;
  scrollTo({ top: isNear || (block && blocks().length > 8) ? byBlock : byFraction, behavior: 'instant' });
}

function offer() {
  const place = Number(article.dataset.place);
  // The browser restored the scroll position itself, or the URL has a fragment.
  if (!place || !isLong() || location.hash || scrollY > 40) return;
  const button = document.createElement('button');
  button.className = 'go-on';
  button.textContent = 'Go on where you stopped';
  button.onclick = () => {
    button.remove();
    goOn(place, Number(article.dataset.anchor));
    text().setAttribute('tabindex', '-1');
    text().focus({ preventScroll: true });
  };
  document.body.append(button);
  say(button.textContent);
  const began = scrollY;
  const leave = () => {
    if (Math.abs(scrollY - began) < innerHeight * 0.8) return;
    button.remove();
    removeEventListener('scroll', leave);
  };
  addEventListener('scroll', leave, { passive: true });
}
if (document.readyState === 'complete') offer(); else addEventListener('load', offer, { once: true });
