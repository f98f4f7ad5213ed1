// Side panels: sections at the left, comments at the right. Below 768 px the left one is a drawer and the right one
// covers the page; above, both are panes. Without script their buttons lead to pages.
import { fill } from './sheets.js';

const wide = matchMedia('(min-width: 768px)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const find = (side) => document.querySelector(`dialog.drawer.${side}`);
const across = (dialog) => dialog.getBoundingClientRect().width;

function make(opener) {
  const side = opener.dataset.panel;
  const dialog = document.createElement('dialog');
  dialog.className = `drawer ${side}`;
  dialog.dataset.side = side;
  dialog.setAttribute('aria-label', opener.getAttribute('aria-label') ?? opener.textContent.trim());
  const close = document.createElement('button');
  close.className = 'action close';
  close.setAttribute('aria-label', 'Close');
  close.innerHTML = document.querySelector('.icon').outerHTML.replace(/#[\w-]+"/, '#back"');
  close.onclick = () => shut(dialog);
  dialog.append(close);
  dialog.addEventListener('click', (event) => { if (event.target === dialog && !wide.matches) shut(dialog); });
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); shut(dialog); });
  dialog.addEventListener('close', () => {
    if (dialog.turns) { dialog.turns = false; return; }
    dialog.remove();
    document.body.classList.remove(`with-${side}`);
    opener.setAttribute('aria-expanded', 'false');
  });
  document.body.append(dialog);
  // Comments have their own module.
  const own = side === 'right' ? import('./thread.js') : null;
  fill(dialog, opener.href, `panel-${side}`).then(async (content) => {
    if (content && await own) dialog.dispatchEvent(new Event('tidings:panel', { bubbles: true }));
    for (const link of content?.querySelectorAll('a') ?? []) if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
  });
  return dialog;
}

function show(dialog, opener) {
  // The dialog may be open already during a drag; this close() must not be treated as the user's.
  dialog.turns = dialog.open;
  dialog.close();
  if (!dialog.isConnected) document.body.append(dialog);
  if (wide.matches) { dialog.show(); document.body.classList.add(`with-${dialog.dataset.side}`); } else dialog.showModal();
  opener?.setAttribute('aria-expanded', 'true');
}

export function open(opener) {
  const known = find(opener.dataset.panel);
  if (known) return shut(known);
  const dialog = make(opener);
  show(dialog, opener);
  move(dialog, 0, true);
}

export function shut(dialog) {
  if (wide.matches || still.matches) return dialog.close();
  const gone = () => dialog.close();
  move(dialog, 1, false);
  dialog.addEventListener('transitionend', gone, { once: true });
  setTimeout(() => dialog.open && gone(), 400);
}

// Moves the panel; `out` is the hidden fraction, 0 … 1.
function move(dialog, out, comes) {
  if (wide.matches || still.matches) { dialog.style.transform = ''; return; }
  const sign = dialog.dataset.side === 'left' ? -1 : 1;
  if (comes) { dialog.style.transform = `translateX(${sign * 100}%)`; dialog.getBoundingClientRect(); }
  dialog.classList.add('settles');
  dialog.style.transform = out ? `translateX(${sign * 100 * out}%)` : 'none';
}

// Drag handlers: `subject` is the opener while the panel opens, the panel while it closes.
export function drag(subject, by) {
  const isThere = subject.matches('dialog');
  const dialog = isThere ? subject : find(subject.dataset.panel) ?? make(subject);
  if (!dialog.open) dialog.show();
  if (still.matches || wide.matches) return;
  const sign = dialog.dataset.side === 'left' ? 1 : -1;
  const from = isThere ? 0 : -across(dialog);
  dialog.classList.remove('settles');
  dialog.style.transform = `translateX(${sign * Math.min(0, from + sign * by)}px)`;
}

export function drop(subject, by, speed) {
  const isThere = subject.matches('dialog');
  const dialog = isThere ? subject : find(subject.dataset.panel);
  if (!dialog) return;
  const far = Math.abs(by) > across(dialog) / 3 || (speed > .4 && Math.abs(by) > 24);
  if (isThere) { if (far) shut(dialog); else move(dialog, 0, false); return; }
  if (!far) return shut(dialog);
  const stood = dialog.style.transform;
  show(dialog, subject);
  dialog.style.transform = stood;
  dialog.getBoundingClientRect();
  move(dialog, 0, false);
}

addEventListener('keydown', (event) => {
  const pane = event.key === 'Escape' && !document.querySelector('dialog:modal') && document.querySelector('dialog.drawer');
  if (pane) shut(pane);
});
