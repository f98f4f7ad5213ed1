// A gesture recogniser for touch. The outer 24 px are left to the system; a gesture needs 12 px of travel within 30°
// of its direction and never starts in code, a table, a map, a player, a field or selected text. Gestures with their
// buttons and keys are in one table; a test compares its comments with docs/gestures.md.
import { announce, element, icon } from './page.js';
import { toggleMark } from './actions.js';
import { dragPanel, endPanelDrag } from './panels.js';

const edgeWidth = 24;
const minTravel = 12;
const maxSlope = Math.tan(Math.PI / 6);
const excluded = 'pre, code, table, .map, audio, video, .player, input, textarea, select, [contenteditable], [data-own-gestures]';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const opener = (side) => ('hasDrawer' in document.body.dataset ? document.querySelector(`.top-bar [data-panel="${side}"]`) : null);
const comments = () => document.querySelector('[data-panel][data-comments]');
const swipeableRow = (target) => ('noRowSwipe' in document.body.dataset ? null : target.closest('.row[data-story]'));

// On wide screens the pane opens only once the text was read to its end (NEXUS-24).
const isRead = (story) => story && (innerWidth < 768 || (story.querySelector('.text')?.getBoundingClientRect().bottom ?? 0) <= innerHeight + 1);

export const table = [
  // Tick or untick, in newspapers with ticks | swipe the row right | *Tick*, below the title | `f`
  { move: 'right', begins: (target) => 'tickLabel' in document.body.dataset && swipeableRow(target), drag: dragRow, drop: dropRow('ticked', 1) },
  // Mark read or unread, in newspapers without ticks | swipe the row right | *Mark read*, *Mark unread* in its menu | `m`
  { move: 'right', begins: swipeableRow, drag: dragRow, drop: dropRow('read', 1) },
  // Save or unsave | swipe the row left | *Save* in its bar | `s`
  { move: 'left', begins: swipeableRow, drag: dragRow, drop: dropRow('saved', -1) },
  // Open the sections | swipe right on a first screen or a list | the three lines, top left | `g` then `l`
  { move: 'right', begins: () => opener('left'), drag: dragPanel, drop: endPanelDrag },
  // Close the sections | swipe them left | the cross above them; tap beside them | `Esc`
  { inside: true, move: 'left', begins: (target) => target.closest('.drawer.left'), drag: dragPanel, drop: endPanelDrag },
  // Open the comments | swipe the story left | *Comments* in its bar | `c`
  { move: 'left', begins: (target) => (isRead(target.closest('article.story')) ? comments() : null), drag: dragPanel, drop: endPanelDrag },
  // In a guide: the next page, the next photograph | swipe it left | *Next*, at the page's end; the arrow at the photograph's right | `j`
  { move: 'left', begins: neighbour('next'), drag: dragStory, drop: dropPage(-1) },
  // In a guide: the page, the photograph before | swipe it right | *Previous*, at the page's end; the arrow at the photograph's left | `k`
  { move: 'right', begins: neighbour('previous'), drag: dragStory, drop: dropPage(1) },
  // In a story: the next story | swipe the story left, where it has no comments | *Next*, under the story | `j` or `n`
  { move: 'left', begins: (target) => nextStory(target.closest('article.story')), drag: dragStory, drop: (next, by) => { dragStory(next, 0); if (by < -72) next.click(); } },
  // Open your account | swipe a first screen or a list left, in newspapers whose site has members | the person, top right | `g` then `a`
  { move: 'left', begins: () => opener('right'), drag: dragPanel, drop: endPanelDrag },
  // Close the comments | swipe them right | the cross above them | `Esc`
  { inside: true, move: 'right', begins: (target) => target.closest('.drawer.right'), drag: dragPanel, drop: endPanelDrag },
  // Refresh | pull the top of a list down | the status line | `r`
  { move: 'down', begins: () => (scrollY <= 0 ? document.querySelector('form[data-action="refresh"], .thread-tools form') : null), drag: dragPull, drop: endPull },
  // Close a sheet | pull its head down; tap outside it | *Done* | `Esc`
  { inside: true, move: 'down', begins: (target) => target.closest('.sheet-head')?.closest('dialog'),
    drag: (sheet, by) => { if (!reducedMotion.matches) sheet.style.transform = `translateY(${Math.max(0, by)}px)`; },
    drop: (sheet, by, speed) => { sheet.style.transform = ''; if (by > 120 || speed > .5) sheet.close(); } },
];

let touch = null;
addEventListener('touchstart', (event) => {
  if (touch) return cancel();
  if (event.touches.length !== 1) return;
  const { clientX: x, clientY: y } = event.touches[0];
  const selected = getSelection();
  if (x < edgeWidth || visualViewport?.scale > 1.01 || x > innerWidth - edgeWidth || event.target.closest(excluded) || !selected.isCollapsed) return;
  touch = { x, y, time: event.timeStamp, target: event.target, gesture: null, by: 0, speed: 0 };
}, { passive: true });

addEventListener('touchmove', (event) => {
  if (!touch) return;
  if (event.touches.length !== 1) return cancel();
  const dx = event.touches[0].clientX - touch.x;
  const dy = event.touches[0].clientY - touch.y;
  if (!touch.gesture && !recognise(dx, dy)) return;
  const by = touch.gesture.move === 'down' ? dy : dx;
  touch.speed = Math.abs(by - touch.by) / Math.max(1, event.timeStamp - touch.time);
  touch.time = event.timeStamp;
  touch.by = by;
  touch.gesture.drag(touch.subject, by, touch.gesture.move);
}, { passive: true });

// The direction is decided once; other movements are left to the browser.
function recognise(dx, dy) {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(across, along) < minTravel) return false;
  const move = along <= across * maxSlope ? (dx > 0 ? 'right' : 'left') : across <= along * maxSlope && dy > 0 ? 'down' : null;
  const modal = document.querySelector('dialog:modal');
  for (const entry of table) {
    if (entry.move !== move || (modal && !entry.inside)) continue;
    const subject = entry.begins(touch.target);
    if (!subject) continue;
    Object.assign(touch, { gesture: entry, subject });
    return true;
  }
  touch = null;
  return false;
}

addEventListener('touchend', () => {
  if (touch?.gesture) touch.gesture.drop(touch.subject, touch.by, touch.speed, touch.gesture.move);
  touch = null;
});
addEventListener('touchcancel', cancel);

function cancel() {
  if (touch?.gesture) touch.gesture.drop(touch.subject, 0, 0, touch.gesture.move);
  touch = null;
}

// ---- stories
// Nothing else may own the swipe: comments or columns.
function nextStory(story) {
  const text = story?.querySelector('.text');
  return text && !comments() && isRead(story) && text.scrollWidth <= text.clientWidth + 1 && document.querySelector('[data-neighbour="next"], button[data-next]');
}
function dragStory(next, by) { if (!reducedMotion.matches) document.querySelector('.story').style.transform = by ? `translateX(${Math.max(-64, Math.min(64, by / 3))}px)` : ''; }

// ---- pages of a guide and photographs: the neighbours that their arrows lead to
function neighbour(turn) { return (target) => target.closest('[data-swipes-between]')?.querySelector(`[data-neighbour="${turn}"]`); }
function dropPage(side) { return (link, by) => { dragStory(link, 0); if (by * side > 40) link.click(); }; }

// ---- rows
function swipeWord(row, isRight) {
  const { saveLabel: saves, tickLabel: ticks } = document.body.dataset;
  if (!isRight) return 'saved' in row.dataset ? (saves ? strings.remove : strings.unsave) : (saves ?? strings.save);
  if (ticks) return 'ticked' in row.dataset ? strings.remove : ticks;
  return row.classList.contains('unread') ? strings.readState : strings.unreadState;
}
function dragRow(row, by) {
  const offset = Math.max(-120, Math.min(120, by));
  row.dataset.swipe = swipeWord(row, offset > 0);
  row.toggleAttribute('data-swipes-left', offset < 0);
  row.toggleAttribute('data-armed', Math.abs(offset) > 72);
  row.querySelector('a').style.transform = `translateX(${offset}px)`;
}

// Right is 1, left is -1.
function dropRow(kind, side) {
  return (row, by) => { resetRow(row); if (by * side > 72) toggleMark(row, kind); };
}

function resetRow(row) {
  row.querySelector('a').style.transform = '';
  delete row.dataset.swipe;
  delete row.dataset.swipesLeft;
  delete row.dataset.armed;
}

// ---- pull to refresh, with increasing resistance
export const rubberBand = (by, height = innerHeight) => (1 - 1 / ((Math.max(0, by) * .55) / height + 1)) * height;
const refreshDistance = 80;
let indicator = null;

function dragPull(form, by) {
  if (!indicator) {
    indicator = element('div', { className: 'pull-indicator', innerHTML: icon('refresh') });
    document.body.append(indicator);
  }
  const y = rubberBand(by);
  indicator.toggleAttribute('data-armed', by >= refreshDistance);
  indicator.style.opacity = Math.min(1, Math.max(0, by) / refreshDistance);
  if (reducedMotion.matches) return;
  // A new touch stops the settling animation.
  document.querySelector('main').classList.remove('animated');
  indicator.style.transform = `translateY(${y / 2 - 18}px) rotate(${by * 2}deg)`;
  document.querySelector('main').style.transform = by > 0 ? `translateY(${y}px)` : '';
}

function endPull(form, by) {
  const main = document.querySelector('main');
  const settle = () => {
    main.style.transform = '';
    indicator?.remove();
    indicator = null;
    setTimeout(() => main.classList.remove('animated'), 300);
  };
  main.classList.add('animated');
  if (by < refreshDistance) return settle();
  if (!reducedMotion.matches) main.style.transform = 'translateY(44px)';
  announce(strings.refreshing);
  form.requestSubmit();
  const finish = () => { document.removeEventListener('tidings:settled', finish); clearTimeout(timeout); settle(); };
  const timeout = setTimeout(finish, 8000);
  document.addEventListener('tidings:settled', finish);
}
