// Paging through a story in columns with keys and wheel, by whole columns. Swiping is native scrolling.
const wide = matchMedia('(min-width: 900px)');
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const columnText = () => wide.matches ? document.querySelector('.story > .text') : null;

// The step is the visible width plus the gap, a whole number of columns, so that nothing is skipped or shown twice.
function turnPage(text, direction) {
  const style = getComputedStyle(text);
  const pageWidth = text.clientWidth + parseFloat(style.columnGap);
  const page = Math.round(text.scrollLeft / pageWidth) + (style.direction === 'rtl' ? -direction : direction);
  text.scrollTo({ left: page * pageWidth, behavior: reducedMotion.matches ? 'instant' : 'smooth' });
}
const hasColumns = (text) => Math.abs(text.scrollWidth - text.clientWidth) > 1;
const canTurn = (text, direction) => {
  const offset = Math.abs(text.scrollLeft);
  return direction > 0 ? text.scrollWidth - text.clientWidth - offset > 2 : offset > 2;
};

addEventListener('keydown', (event) => {
  const text = columnText();
  if (!text || !hasColumns(text) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input, textarea, select, button, summary, audio, video, [contenteditable], dialog')) return;
  const direction = { ' ': event.shiftKey ? -1 : 1, PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const rtl = getComputedStyle(text).direction === 'rtl' && event.key.startsWith('Arrow') ? -1 : 1;
  // At either end the key keeps its default action.
  if (!direction || !canTurn(text, direction * rtl)) return;
  // Scrolls the box into view first.
  const bar = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0;
  const { top, bottom } = text.getBoundingClientRect();
  if (bottom > innerHeight + 1 || top < bar) scrollBy({ top: top - bar - 8, behavior: 'instant' });
  event.preventDefault();
  event.stopImmediatePropagation();
  turnPage(text, direction * rtl);
}, true);

let lastTurn = 0;
addEventListener('wheel', (event) => {
  const text = event.target.closest?.('.story > .text');
  if (!text || text !== columnText() || !hasColumns(text) || Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.ctrlKey) return;
  const direction = Math.sign(event.deltaY);
  if (!direction || !canTurn(text, direction)) return;
  event.preventDefault();
  if (event.timeStamp - lastTurn < 350) return;
  lastTurn = event.timeStamp;
  turnPage(text, direction);
}, { passive: false });

// Focusable, so that it can be scrolled without a pointer.
const makeFocusable = () => { const text = columnText(); if (text) { text.tabIndex = 0; text.setAttribute('role', 'region'); text.ariaLabel = strings.story; } };
makeFocusable();
new MutationObserver(makeFocusable).observe(document.body, { childList: true, subtree: true });
