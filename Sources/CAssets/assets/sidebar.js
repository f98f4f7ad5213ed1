// The sidebar of wide screens: what is folded is remembered on this device. Folders are put in order by dragging, or with Alt and an
// arrow key; a feed goes to another folder in the same way.
import { announce, filled, moveFocus, toast } from './page.js';
import { submitAction } from './actions.js';

const sidebar = document.querySelector('.sidebar');
const fold = document.getElementById('sidebar-fold');
const folders = () => [...sidebar.querySelectorAll('[data-folder]')];
const linkOf = (part) => part.querySelector('a');
const titleOf = (part) => part.querySelector('a > span:not(.site-icon)').textContent;
const isFolder = (part) => 'folder' in part.dataset;
// "Other" is always last.
const canMove = (part) => part.dataset.folder !== '0';

// ---- what is folded
const wasOpen = new Map(folders().map((folder) => [folder, folder.querySelector('details').open]));
function remember() {
  const kept = new Map((document.cookie.match(/(?:^|; )sidebar=([^;]*)/)?.[1] ?? '').split('.').filter((part) => /^[oc]\d/.test(part)).map((part) => [part.slice(1), part[0]]));
  for (const folder of folders()) {
    const { open } = folder.querySelector('details');
    if (open !== wasOpen.get(folder)) { kept.set(folder.dataset.folder, open ? 'o' : 'c'); wasOpen.set(folder, open); }
  }
  const parts = [...kept].slice(-60).map(([id, is]) => is + id);
  document.cookie = `sidebar=${[fold.checked ? 'f' : '', ...parts].filter(Boolean).join('.')}; path=/; max-age=31536000; samesite=lax`;
}
fold.addEventListener('change', remember);
sidebar.addEventListener('toggle', remember, true);

// ---- the place that it was scrolled to
const place = Number(sessionStorage.getItem('sidebar'));
if (place) sidebar.scrollTop = place;
sidebar.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
addEventListener('pagehide', () => sessionStorage.setItem('sidebar', sidebar.scrollTop));

// ---- order
async function saveOrder(moved, before) {
  const order = folders().filter(canMove);
  const place = order.indexOf(moved);
  const fields = new URLSearchParams(order.map((folder) => ['folder', folder.dataset.folder]));
  if (await submitAction('order-folders', fields)) return announce(filled(strings.folderMoved, titleOf(moved), place + 1, order.length));
  for (const folder of before) folder.parentNode.append(folder);
  return undefined;
}
async function moveFeed(feed, folder) {
  const from = feed.closest('[data-folder]');
  if (!folder || folder === from) return;
  const outcome = await submitAction('move-subscription', { channel: feed.dataset.feed, folder: folder.dataset.folder });
  if (!outcome) return;
  folder.querySelector('details').open = true;
  const key = titleOf(feed).toLowerCase();
  const list = folder.querySelector('ul');
  list.insertBefore(feed, [...list.children].find((other) => titleOf(other).toLowerCase() > key) ?? null);
  toast(outcome.words);
}

let dragged = null;
let before = [];
const part = (target) => target.closest?.('[data-feed], [data-folder]');
for (const folder of folders()) folder.draggable = canMove(folder);
sidebar.addEventListener('dragstart', (event) => {
  dragged = part(event.target);
  if (!dragged || !canMove(dragged)) { dragged = null; return; }
  before = folders();
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', titleOf(dragged));
  dragged.classList.add('dragged');
});
sidebar.addEventListener('dragover', (event) => {
  const over = dragged && event.target.closest?.('[data-folder]');
  if (!over) return;
  event.preventDefault();
  if (!isFolder(dragged)) {
    for (const folder of folders()) folder.classList.toggle('receives', folder === over);
  } else if (over !== dragged && canMove(over)) {
    const { top, height } = over.getBoundingClientRect();
    over[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
  }
});
sidebar.addEventListener('drop', (event) => {
  if (!dragged) return;
  event.preventDefault();
  const moved = dragged;
  dragged = null;
  if (!isFolder(moved)) moveFeed(moved, event.target.closest('[data-folder]'));
  else if (folders().some((folder, index) => folder !== before[index])) saveOrder(moved, before);
});
sidebar.addEventListener('dragend', () => {
  for (const folder of sidebar.querySelectorAll('.dragged, .receives')) folder.classList.remove('dragged', 'receives');
  // Dropped elsewhere, nothing has moved.
  if (dragged && isFolder(dragged)) for (const folder of before) folder.parentNode.append(folder);
  dragged = null;
});
sidebar.addEventListener('keydown', async (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const moved = event.altKey && by && part(event.target);
  if (!moved || !canMove(moved)) return;
  event.preventDefault();
  before = folders();
  const focused = document.activeElement;
  const other = before[before.indexOf(moved.closest('[data-folder]')) + by];
  if (!isFolder(moved)) await moveFeed(moved, other);
  else if (other && canMove(other)) {
    other[by < 0 ? 'before' : 'after'](moved);
    focused.focus();
    await saveOrder(moved, before);
  }
  moveFocus(focused, focused.isConnected ? focused : linkOf(moved));
});
