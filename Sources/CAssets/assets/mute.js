// Muting: the preview follows the form. Without script a button updates it.
let waiting;
let asked = 0;

async function preview(form) {
  const mine = ++asked;
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [old, fresh] = [form.parentElement.querySelector('#mute-preview'), page.getElementById('mute-preview')];
  if (old && fresh) old.replaceChildren(...fresh.childNodes);
}

// In a sheet over another page the style sheet must be loaded too.
function style() {
  if (document.querySelector('link[href$="/mute.css"]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('mute.css', import.meta.url).pathname;
  document.head.append(link);
}

export function prepareMute(root = document) {
  const form = root.querySelector('form[data-mute]');
  if (!form) return;
  style();
  form.querySelector('[data-no-script]').hidden = true;
  const words = form.querySelector('[name=words]');
  // The word fields show only for kinds that need them.
  const kind = () => form.elements.what.value || form.querySelector('[name=what]').value;
  const dress = () => {
    const isTyped = kind() === 'words' || !form.elements.story;
    form.querySelectorAll('.mute-words').forEach((part) => { part.hidden = !isTyped; });
    form.querySelectorAll('.mute-text').forEach((part) => { part.hidden = kind() !== 'words'; });
  };
  dress();
  form.addEventListener('input', () => {
    dress();
    clearTimeout(waiting);
    waiting = setTimeout(() => preview(form), 250);
  });
  form.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(waiting); preview(form); });
  // Applies what was typed before this module was loaded.
  if (words?.value && !form.parentElement.querySelector('#mute-preview form')) preview(form);
  if (words && !words.value && matchMedia('(hover: hover)').matches) words.focus();
}
