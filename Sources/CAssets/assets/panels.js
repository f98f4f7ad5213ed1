// Side panels: sections at the left, comments at the right. Below 768 px the left one is a drawer and the right one
// covers the page; above, both are panes. Without script their buttons lead to pages.
import { closeButton, element, shown } from './page.js';
import { followHeading } from './navigation.js';
import { loadInto } from './sheets.js';

const wide = matchMedia('(min-width: 768px)');
export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const findPanel = (side) => document.querySelector(`dialog.drawer.${side}`);
const widthOf = (dialog) => dialog.getBoundingClientRect().width;

function createPanel(opener) {
  const side = opener.dataset.panel;
  const label = opener.dataset.closeLabel ?? (side === 'left' ? strings.closeSections : strings.closeComments);
  const bar = element('div', { className: 'drawer-bar' }, closeButton(label, () => closePanel(dialog)));
  const dialog = element('dialog', { className: `drawer ${side}`, ariaLabel: opener.ariaLabel ?? opener.textContent.trim() }, bar);
  dialog.dataset.side = side;
  dialog.addEventListener('click', (event) => { if (event.target === dialog && !wide.matches) closePanel(dialog); });
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); closePanel(dialog); });
  dialog.addEventListener('close', () => {
    if (dialog.reopens) { dialog.reopens = false; return; }
    dialog.remove();
    if (!findPanel(side)) document.body.classList.remove(`with-${side}-panel`);
    opener.setAttribute('aria-expanded', 'false');
  });
  document.body.append(dialog);
  // Comments have their own module.
  const threadModule = side === 'right' ? import('./thread.js') : null;
  loadInto(dialog, opener.href, `panel-${side}`).then(async (content) => {
    if (content?.dataset.title) {
      bar.prepend(element('div', { className: 'title' }, content.dataset.title));
      followHeading(bar, content.querySelector('h1'), dialog);
    }
    await threadModule;
    shown(dialog);
  });
  return dialog;
}

function showPanel(dialog, opener) {
  // The dialog may be open already during a drag; this close() must not be treated as the user's.
  dialog.reopens = dialog.open;
  dialog.close();
  if (!dialog.isConnected) document.body.append(dialog);
  if (wide.matches) { dialog.show(); document.body.classList.add(`with-${dialog.dataset.side}-panel`); } else dialog.showModal();
  opener?.setAttribute('aria-expanded', 'true');
}

export function openPanel(opener) {
  const existing = findPanel(opener.dataset.panel);
  if (existing) return closePanel(existing);
  const dialog = createPanel(opener);
  showPanel(dialog, opener);
  animate(dialog, 0, true);
}

function closePanel(dialog) {
  if (wide.matches || reducedMotion.matches) return dialog.close();
  const finish = () => dialog.close();
  // WebKitGTK 2.50 crashes if comments with `content-visibility: auto` leave the screen in a dialog that then closes (2026-11).
  dialog.classList.add('force-layout');
  animate(dialog, 1, false);
  dialog.addEventListener('transitionend', finish, { once: true });
  setTimeout(() => dialog.open && finish(), 400);
}

// Moves the panel; `out` is the hidden fraction, 0 … 1.
function animate(dialog, hidden, isOpening) {
  if (wide.matches || reducedMotion.matches) { dialog.style.transform = ''; return; }
  const sign = dialog.dataset.side === 'left' ? -1 : 1;
  if (isOpening) { dialog.style.transform = `translateX(${sign * 100}%)`; dialog.getBoundingClientRect(); }
  dialog.classList.add('animated');
  dialog.style.transform = hidden ? `translateX(${sign * 100 * hidden}%)` : 'none';
}

// Drag handlers: `subject` is the opener while the panel opens, the panel while it closes.
export function dragPanel(subject, by) {
  const isOpen = subject.matches('dialog');
  const dialog = isOpen ? subject : findPanel(subject.dataset.panel) ?? createPanel(subject);
  if (!dialog.open) dialog.show();
  if (reducedMotion.matches || wide.matches) return;
  const sign = dialog.dataset.side === 'left' ? 1 : -1;
  const from = isOpen ? 0 : -widthOf(dialog);
  dialog.classList.remove('animated');
  dialog.style.transform = `translateX(${sign * Math.min(0, from + sign * by)}px)`;
}

export function endPanelDrag(subject, by, speed) {
  const isOpen = subject.matches('dialog');
  const dialog = isOpen ? subject : findPanel(subject.dataset.panel);
  if (!dialog) return;
  const isFar = Math.abs(by) > widthOf(dialog) / 3 || (speed > .4 && Math.abs(by) > 24);
  if (isOpen) { if (isFar) closePanel(dialog); else animate(dialog, 0, false); return; }
  if (!isFar) return closePanel(dialog);
  const transform = dialog.style.transform;
  showPanel(dialog, subject);
  dialog.style.transform = transform;
  dialog.getBoundingClientRect();
  animate(dialog, 0, false);
}

addEventListener('keydown', (event) => {
  const pane = event.key === 'Escape' && !document.querySelector('dialog:modal') && document.querySelector('dialog.drawer');
  if (pane) closePanel(pane);
});
