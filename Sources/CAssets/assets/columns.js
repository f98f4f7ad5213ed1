// Paging through a story in columns with keys and wheel, by whole columns. Swiping is native scrolling.
const wide = matchMedia('(min-width: 900px)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const box = () => wide.matches ? document.querySelector('.story > .text') : null;

// The step is the visible width plus the gap, a whole number of columns, so that nothing is skipped or shown twice.
function leaf(text, by) {
  const style = getComputedStyle(text);
  const step = text.clientWidth + parseFloat(style.columnGap);
  const page = Math.round(text.scrollLeft / step) + (style.direction === 'rtl' ? -by : by);
  text.scrollTo({ left: page * step, behavior: still.matches ? 'instant' : 'smooth' });
}
const isIn = (text) => Math.abs(text.scrollWidth - text.clientWidth) > 1;
const left = (text, by) => {
  const at = Math.abs(text.scrollLeft);
  return by > 0 ? text.scrollWidth - text.clientWidth - at > 2 : at > 2;
};

addEventListener('keydown', (event) => {
  const text = box();
  if (!text || !isIn(text) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input, textarea, select, button, summary, audio, video, [contenteditable], dialog')) return;
  const by = { ' ': event.shiftKey ? -1 : 1, PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const rtl = getComputedStyle(text).direction === 'rtl' && event.key.startsWith('Arrow') ? -1 : 1;
  // At either end the key keeps its default action.
  if (!by || !left(text, by * rtl)) return;
  // Scrolls the box into view first.
  const bar = document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0;
  const { top, bottom } = text.getBoundingClientRect();
  if (bottom > innerHeight + 1 || top < bar) scrollBy({ top: top - bar - 8, behavior: 'instant' });
  event.preventDefault();
  event.stopImmediatePropagation();
  leaf(text, by * rtl);
}, true);

let turned = 0;
addEventListener('wheel', (event) => {
  const text = event.target.closest?.('.story > .text');
  if (!text || text !== box() || !isIn(text) || Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.ctrlKey) return;
  const by = Math.sign(event.deltaY);
  if (!by || !left(text, by)) return;
  event.preventDefault();
  if (event.timeStamp - turned < 350) return;
  turned = event.timeStamp;
  leaf(text, by);
}, { passive: false });

// Focusable, so that it can be scrolled without a pointer.
const dress = () => { const text = box(); if (text) { text.tabIndex = 0; text.setAttribute('role', 'region'); text.setAttribute('aria-label', 'Story'); } };
dress();
new MutationObserver(dress).observe(document.body, { childList: true, subtree: true });
