// The buttons that copy a value, such as what is typed into another app.
import { announce } from './page.js';

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    announce(strings.copied);
  });
}
