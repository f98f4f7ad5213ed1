// Relative times: pages contain dates; this turns them into "4 min" and updates them while the page is open.
import { counted, filled, whenShown } from './page.js';

const months = strings.months.split(' ');
const startOfDay = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
const twoDigits = (number) => String(number).padStart(2, '0');

export function relativeTime(then, now = new Date()) {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 60) return strings.now;
  if (seconds < 3600) return filled(strings.minutesAgo, Math.floor(seconds / 60));
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 864e5);
  if (days === 0 || seconds < 6 * 3600) return filled(strings.hoursAgo, Math.floor(seconds / 3600));
  if (days === 1) return strings.yesterday;
  return shortDate(then, now);
}

const shortDate = (then, now) => `${then.getDate()} ${months[then.getMonth()]}${then.getFullYear() === now.getFullYear() ? '' : ` ${then.getFullYear()}`}`;

// The status line's five forms: just now, 1 minute, x minutes, at, on. It was not "just now" if later requests failed.
// The bottom bar has those of MIT's app; elsewhere they are in sentence case, with 24 hours and the dates of rows.
export function statusText(then, now = new Date(), allowsJustNow = true, isInBar = true) {
  const seconds = (now - then) / 1000;
  if (seconds < 60 && allowsJustNow) return isInBar ? strings.updatedJustNowInBar : strings.updatedJustNow;
  if (seconds >= 60 && seconds < 360) return counted(Math.floor(seconds / 60), strings.updatedMinutesAgo);
  const days = Math.round((startOfDay(now) - startOfDay(then)) / 864e5);
  const [day, hour, minutes] = [then.getDate(), then.getHours(), twoDigits(then.getMinutes())];
  if (!isInBar && days === 1) return strings.updatedYesterday;
  if (days) return filled(strings.updatedOn, isInBar ? `${then.getMonth() + 1}/${day}/${then.getFullYear()}` : shortDate(then, now));
  return filled(strings.updatedAt, isInBar ? `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}` : `${hour}:${minutes}`);
}

export function updateTimes(root = document) {
  const now = new Date();
  for (const time of root.querySelectorAll('time:not([data-spelled-out], .text time)')) {
    const then = new Date(time.dateTime);
    if (!time.title) time.title = then.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' });
    if (!time.closest('.feed-log')) time.textContent = relativeTime(then, now);
  }
}
whenShown(updateTimes);
