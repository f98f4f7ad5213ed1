// One recogniser for touch: rows swiped right toggle read, left save; the root pulled down asks the origins.
// A horizontal gesture needs 12 px of travel within 30°; the outer 24 px belong to the system.
import { toggle } from './marks.js';

let touch = null;
const slope = Math.tan(Math.PI / 6);

addEventListener('touchstart', (event) => {
  touch = null;
  if (event.touches.length !== 1 || document.querySelector('dialog[open]')) return;
  const { clientX: x, clientY: y } = event.touches[0];
  if (x < 24 || x > innerWidth - 24 || event.target.closest('pre, table, audio, video, input, textarea')) return;
  touch = { x, y, row: event.target.closest('.row[data-story]'), kind: null, top: scrollY <= 0 };
}, { passive: true });

addEventListener('touchmove', (event) => {
  if (!touch || event.touches.length !== 1) { cancel(); return; }
  const dx = event.touches[0].clientX - touch.x;
  const dy = event.touches[0].clientY - touch.y;
  if (!touch.kind) {
    if (Math.abs(dx) >= 12 && Math.abs(dy) <= Math.abs(dx) * slope && touch.row) begin('swipe');
    else if (dy > 12 && touch.top && document.querySelector('form[data-act="refresh"]')) begin('pull');
    else if (Math.abs(dy) > 12 || Math.abs(dx) > 24) touch = null;
    if (!touch?.kind) return;
  }
  if (touch.kind === 'swipe') slide(dx); else draw(dy);
}, { passive: true });

addEventListener('touchend', () => {
  if (!touch?.kind) { touch = null; return; }
  const { kind, row, by } = touch;
  cancel();
  if (kind === 'swipe' && Math.abs(by) > 72) toggle(row, by > 0 ? 'read' : 'saved');
  if (kind === 'pull' && by > 80) document.querySelector('form[data-act="refresh"] button').click();
});
addEventListener('touchcancel', cancel);

function begin(kind) {
  touch.kind = kind;
  if (kind === 'pull') {
    touch.sign = document.createElement('div');
    touch.sign.className = 'pull';
    touch.sign.innerHTML = document.querySelector('.top .icon').outerHTML.replace(/#[\w-]+/, '#refresh');
    document.body.append(touch.sign);
  }
}

function slide(dx) {
  touch.by = Math.max(-120, Math.min(120, dx));
  const { row, by } = touch;
  row.dataset.swipe = by > 0 ? (row.classList.contains('unread') ? 'Read' : 'Unread') : ('saved' in row.dataset ? 'Unsave' : 'Save');
  row.toggleAttribute('data-armed', Math.abs(by) > 72);
  row.querySelector('a').style.transform = `translateX(${by}px)`;
}

function draw(dy) {
  touch.by = dy;
  touch.sign.style.transform = `translateY(${Math.min(60, dy / 2)}px) rotate(${dy * 2}deg)`;
  touch.sign.style.opacity = Math.min(1, dy / 80);
}

function cancel() {
  if (touch?.row) {
    touch.row.querySelector('a').style.transform = '';
    delete touch.row.dataset.swipe;
    delete touch.row.dataset.armed;
  }
  touch?.sign?.remove();
  touch = null;
}
