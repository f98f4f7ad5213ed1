// The forms of the password show what is typed and say how strong it is; the page of a phone's code shows when the phone has
// come.
import { announce, counted, fetchPage, isSignedOut } from './page.js';

const minLength = 8;
const common = /p[a4]ss|qwert|asdf|abc|letme|iloveyou|0123|1234|2345|6789|tidings/i;

// A rough measure in bits: the letters to choose from, and those that differ.
function strength(text) {
  if (!text) return strings.passwordAdvice;
  const letters = [...text];
  if (letters.length < minLength) return counted(minLength - letters.length, strings.passwordTooShort);
  const kinds = [[/[a-z]/, 26], [/[A-Z]/, 26], [/\d/, 10], [/[^a-zA-Z\d]/, 30]];
  const choice = kinds.reduce((sum, [kind, count]) => sum + (kind.test(text) ? count : 0), 0);
  const bits = Math.min(letters.length, new Set(letters).size * 2) * Math.log2(choice);
  if (bits < 42 || (bits < 80 && common.test(text))) return strings.passwordWeak;
  return bits < 64 ? strings.passwordFair : strings.passwordStrong;
}

for (const form of document.querySelectorAll('.password-form')) {
  const { current, password, repeat } = form.elements;
  if (!password) continue;
  const advice = form.querySelector('[data-advice]');
  const reveal = form.querySelector('[data-reveal]');
  const check = () => repeat.setCustomValidity(repeat.disabled || repeat.value === password.value ? '' : strings.passwordsDiffer);
  form.addEventListener('input', () => {
    const words = strength(password.value);
    if (advice.textContent !== words) advice.textContent = words;
    check();
  });
  // What can be read while it is typed need not be typed twice.
  reveal.hidden = false;
  reveal.addEventListener('change', ({ target }) => {
    for (const field of [current, password]) if (field) field.type = target.checked ? 'text' : 'password';
    repeat.disabled = target.checked;
    repeat.closest('.field').hidden = target.checked;
    check();
  });
}

async function showArrival() {
  const shown = document.querySelector('[data-sign-in-state]');
  if (!shown || shown.dataset.signInState !== 'waiting' || isSignedOut) return;
  if (!document.hidden) {
    const next = (await fetchPage(location.href))?.querySelector('[data-sign-in-state]');
    if (next && next.dataset.signInState !== 'waiting') {
      shown.replaceWith(next);
      announce(next.querySelector('[role=status]')?.textContent ?? '');
      return;
    }
  }
  setTimeout(showArrival, 2000);
}
setTimeout(showArrival, 2000);

// What is opened at the end of the page comes into sight, above the bar.
document.addEventListener('toggle', ({ target }) => { if (target.open) target.scrollIntoView({ block: 'nearest' }); }, true);
