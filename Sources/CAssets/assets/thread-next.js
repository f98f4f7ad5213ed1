// A button at the thumb that leads to the next comment of the top level, or from one new comment to the next once *new*
// was pressed. It can be dragged to either edge and to any height, and stands there the next time too.
import { element, icon, toast } from './page.js';
import { isNew, isTopLevel, moveBy } from './thread-navigation.js';

const key = 'next-comment';
const dragDistance = 8;

// The height is a fraction of the screen's; the style sheet keeps the button on the screen.
function place(button, { side, height }) {
  button.dataset.side = side;
  button.style.setProperty('--next-height', height);
}

function drop(button) {
  const [box, room] = [button.getBoundingClientRect(), button.parentElement.getBoundingClientRect()];
  const isLeft = box.left + box.width / 2 < room.left + room.width / 2;
  const position = { side: isLeft ? 'left' : 'right', height: Math.max(0, box.top / innerHeight).toFixed(3) };
  place(button, position);
  localStorage.setItem(key, JSON.stringify(position));
}

// Null if there is none, or what is stored is no position.
function savedPosition() {
  try {
    const { side, height } = JSON.parse(localStorage.getItem(key));
    return ['left', 'right'].includes(side) && height >= 0 ? { side, height } : null;
  } catch {
    return null;
  }
}

function moveTo(button, x, y) {
  button.style.setProperty('--drag-x', `${x}px`);
  button.style.setProperty('--drag-y', `${y}px`);
}

// A press that moves by less than 8 px stays a press.
function makeDraggable(button) {
  let start = null;
  button.onpointerdown = (event) => {
    if (event.button) return;
    start = [event.clientX, event.clientY];
    delete button.dataset.dragged;
    button.setPointerCapture(event.pointerId);
  };
  button.onpointermove = (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    if (!('dragged' in button.dataset) && Math.hypot(x, y) < dragDistance) return;
    button.dataset.dragged = '';
    moveTo(button, x, y);
  };
  button.onpointerup = () => {
    if (start && 'dragged' in button.dataset) drop(button);
    start = null;
    moveTo(button, 0, 0);
  };
  button.onpointercancel = () => { start = null; moveTo(button, 0, 0); };
}

function createButton(box) {
  const button = element('button', { type: 'button', className: 'next-comment', innerHTML: icon('down') });
  button.dataset.ownGestures = '';
  label(button, false);
  const saved = savedPosition();
  if (saved) place(button, saved);
  makeDraggable(button);
  // By key (`detail` is 0) there is no drag before.
  button.onclick = (event) => { if (!event.detail || !('dragged' in button.dataset)) advance(button, box); };
  return button;
}

function label(button, leadsToNew) {
  button.toggleAttribute('data-new', leadsToNew);
  button.title = button.ariaLabel = leadsToNew ? strings.nextNewComment : strings.nextComment;
}

function advance(button, box) {
  if (!('new' in button.dataset)) return moveBy(box, 1, isTopLevel);
  if (moveBy(box, 1, isNew)) return;
  label(button, false);
  toast(strings.lastNewComment);
}

const buttonOf = (box) => box.parentElement.querySelector(':scope > .next-comment');
export function goToNextNew(box) {
  const button = buttonOf(box);
  if (moveBy(box, 1, isNew) && button) label(button, true);
}

// Where there is a next comment.
export function showNextButton(box) {
  let button = buttonOf(box);
  if (!button) {
    button = createButton(box);
    box.parentElement.append(button);
  }
  button.hidden = box.querySelectorAll('.thread > .comment').length < 2;
}
