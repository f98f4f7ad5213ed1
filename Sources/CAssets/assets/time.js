// Relative times: pages contain dates; this turns them into "4 min" and updates them while the page is open.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const startOfDay = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
const twoDigits = (number) => String(number).padStart(2, '0');

// "1 comment", "2 comments".
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export function relativeTime(then, now = new Date()) {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 60) return 'Now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 864e5);
  if (days === 0 || seconds < 6 * 3600) return `${Math.floor(seconds / 3600)} h`;
  if (days === 1) return 'Yesterday';
  return shortDate(then, now);
}

const shortDate = (then, now) => `${then.getDate()} ${months[then.getMonth()]}${then.getFullYear() === now.getFullYear() ? '' : ` ${then.getFullYear()}`}`;

// The status line's five forms: just now, 1 minute, x minutes, at, on. It was not "just now" if later requests failed.
// The bottom bar has those of MIT's app; elsewhere they are in sentence case, with 24 hours and the dates of rows.
export function statusText(then, now = new Date(), allowsJustNow = true, isInBar = true) {
  const seconds = (now - then) / 1000;
  if (seconds < 60 && allowsJustNow) return isInBar ? 'Updated Just Now' : 'Updated just now';
  if (seconds >= 60 && seconds < 120) return 'Updated 1 minute ago';
  if (seconds >= 120 && seconds < 360) return `Updated ${Math.floor(seconds / 60)} minutes ago`;
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 864e5);
  if (!isInBar) return days === 1 ? 'Updated yesterday' : days ? `Updated on ${shortDate(then, now)}` : `Updated at ${then.getHours()}:${twoDigits(then.getMinutes())}`;
  if (days) return `Updated on ${then.getMonth() + 1}/${then.getDate()}/${then.getFullYear()}`;
  return `Updated at ${then.getHours() % 12 || 12}:${twoDigits(then.getMinutes())} ${then.getHours() < 12 ? 'AM' : 'PM'}`;
}

export function updateTimes(root = document) {
  const now = new Date();
  for (const time of root.querySelectorAll('time:not([data-spelled-out], .text time)')) {
    const then = new Date(time.dateTime);
    if (!time.title) time.title = then.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (!time.closest('.feed-log')) time.textContent = relativeTime(then, now);
  }
}
