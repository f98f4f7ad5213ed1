// Where the reader is among the comments, and the ways to others.
import { announce } from './page.js';

export const shownDiscussion = () => document.querySelector('dialog.drawer.right .discussion, main .discussion');
export const scroller = (box) => box.closest('dialog') ?? document.scrollingElement;
export const comments = (box) => [...box.querySelectorAll('.thread .comment')];
export const detailsOf = (comment) => comment.querySelector(':scope > details');
export const summaryOf = (comment) => comment.querySelector(':scope > details > summary');
export const parentOf = (comment) => comment.parentElement.closest('.comment');
export const rootOf = (comment) => { let up = comment; for (let next = up; next; next = parentOf(next)) up = next; return up; };
// Does not read the element's position: that would force layout of content far off the screen.
const isVisible = (comment) => !comment.parentElement.closest('details:not([open])')
  && (!parentOf(comment) || !comment.closest('.top-level-only') || rootOf(comment).classList.contains('replies-shown'));
// A jump ends so far below the bar that the end of what is answered is in sight.
const landing = 96;
// The bottom edge of whatever covers the thread's top.
export const coveredTop = (box) => {
  const bar = box.closest('dialog')?.querySelector('.drawer-bar') ?? document.querySelector('.top-bar');
  return Math.max(0, bar.getBoundingClientRect().bottom) + (box.querySelector('.thread-find')?.offsetHeight ?? 0);
};

// Comments that were never rendered have an estimated height (content-visibility), and the errors add up over a
// thousand comments: before a long jump the whole thread is laid out at once. The user's own scrolling cancels the
// jump.
export const forceLayout = (box) => box.classList.add('force-layout');
let scrollRun = 0;
export async function scrollUntilZero(box, measure) {
  const run = ++scrollRun;
  if (Math.abs(measure()) > innerHeight) forceLayout(box);
  for (let frame = 0, stableFrames = 0; frame < 60 && stableFrames < 8 && run === scrollRun; frame += 1) {
    const by = measure();
    if (Math.abs(by) < 1) stableFrames += 1; else { stableFrames = 0; scroller(box).scrollBy({ top: by, behavior: 'instant' }); }
    const [at, element] = [scroller(box).scrollTop, scroller(box)];
    if (at <= 0 || at + element.clientHeight >= element.scrollHeight - 1) stableFrames += 1;
    await new Promise((resolve) => { requestAnimationFrame(resolve); });
  }
}
for (const kind of ['wheel', 'touchstart', 'pointerdown']) addEventListener(kind, () => { scrollRun += 1; }, { passive: true, capture: true });

// ---- current comment
export function currentComment(box) {
  const focused = document.activeElement?.closest?.('.comment');
  if (focused && box.contains(focused)) return focused;
  // The one that was gone to stands below the end of the one before; at the end of the page below others.
  const element = scroller(box);
  const covered = coveredTop(box);
  const current = box.querySelector('.comment.current');
  const top = current && summaryOf(current).getBoundingClientRect().top;
  if (current && (Math.abs(top - covered - landing) < 8 || (top > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 1))) return current;
  const line = covered + 8;
  const first = (list, bottom) => {
    let [from, to] = [0, list.length];
    while (from < to) { const middle = (from + to) >> 1; if (bottom(list[middle]) > line) to = middle; else from = middle + 1; }
    return list[from];
  };
  // Measures only what is on the screen.
  const outer = first([...box.querySelector('.thread')?.children ?? []], (one) => one.getBoundingClientRect().bottom);
  if (!outer) return null;
  const shown = [outer, ...outer.querySelectorAll('.comment')].filter(isVisible);
  // Within the last text of a thread every head of it is above.
  return first(shown, (one) => summaryOf(one).getBoundingClientRect().bottom) ?? outer.nextElementSibling ?? shown.at(-1);
}

export function goToComment(comment, { focus = true } = {}) {
  if (!comment) return;
  const box = comment.closest('.discussion');
  for (let outer = comment.parentElement?.closest('.comment'); outer; outer = outer.parentElement.closest('.comment')) {
    detailsOf(outer).open = true;
    outer.classList.add('replies-shown');
  }
  box.querySelector('.comment.current')?.classList.remove('current');
  comment.classList.add('current');
  if (focus) summaryOf(comment).focus({ preventScroll: true });
  scrollUntilZero(box, () => summaryOf(comment).getBoundingClientRect().top - coveredTop(box) - landing);
}

// Returns whether there was one.
export function moveBy(box, by, matches = () => true) {
  const all = matches === anyVisible ? comments(box).filter(isVisible) : comments(box);
  const from = currentComment(box);
  let at = from ? all.indexOf(from) : -1;
  const isAt = from && (from.contains(document.activeElement) || from.classList.contains('current'));
  if (from && !isAt && by > 0) at -= 1;
  for (at += by; at >= 0 && at < all.length; at += by) if (matches(all[at])) { goToComment(all[at]); return true; }
  announce(by > 0 ? strings.noFurtherComment : strings.noEarlierComment);
  return false;
}
export const anyVisible = () => true;
export const isNew = (comment) => comment.classList.contains('is-new');
export const isTopLevel = (comment) => !parentOf(comment);
