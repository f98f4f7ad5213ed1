// The way to the next comment: of the top level, or from one new comment to the next once *new* was pressed.
import { element, icon, toast } from './page.js';
import { isNew, isTopLevel, moveBy } from './thread-navigation.js';

function createButton(box) {
  const button = element('button', { type: 'button', className: 'next-comment', innerHTML: icon('down') });
  button.append(element('span'));
  label(button, false);
  button.onclick = () => advance(button, box);
  return button;
}

function label(button, leadsToNew) {
  button.toggleAttribute('data-new', leadsToNew);
  button.title = button.lastChild.textContent = leadsToNew ? strings.nextNewComment : strings.nextComment;
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
