// Script adds; every page works without it.
import { wordAges } from './time.js';
import { showRead } from './marks.js';
import { dress, rows, watch, wordStatus } from './lists.js';
import { prepareReading } from './sheets.js';
import './keys.js';
import './gestures.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

function tell() {
  wordAges();
  wordStatus();
}
tell();
setInterval(tell, 20000);
dress();
watch(rows());
if (document.getElementById('sheet-reading')) prepareReading(document);

// The bar's edge shows once something is beneath it.
const top = document.querySelector('.top');
const heading = document.querySelector('main h1:not(.spoken)');
const lift = () => {
  top.classList.toggle('lifted', scrollY > 4);
  // A page that begins with its own large title need not say it twice.
  if (heading) top.classList.toggle('at-top', heading.getBoundingClientRect().bottom > 44);
};
addEventListener('scroll', lift, { passive: true });
lift();

// Back is the browser's own when there is a page of ours to go back to: it stands where it was left.
document.querySelector('[data-back]')?.addEventListener('click', (event) => {
  const from = document.referrer ? new URL(document.referrer) : null;
  const came = from && from.pathname === new URL(event.currentTarget.href).pathname && history.length > 1;
  if (!came || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  history.back();
});

// A story opened is remembered, so that a list kept by the browser shows it as read on return.
const seen = JSON.parse(sessionStorage.getItem('opened') ?? '[]');
const story = document.querySelector('article.story[data-story]');
if (story) {
  seen.push(story.dataset.story);
  sessionStorage.setItem('opened', JSON.stringify(seen.slice(-500)));
}
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const id of JSON.parse(sessionStorage.getItem('opened') ?? '[]')) {
    const row = document.getElementById(`s${id}`);
    if (row) showRead(row, true);
  }
  tell();
});

// Links of a story's text lead outside, so they open beside the paper.
for (const link of document.querySelectorAll('.text a[href^="http"]')) link.target = '_blank';

// Sharing: the system's sheet where there is one, else the address is copied.
const share = document.querySelector('[data-share]');
if (share && story) {
  share.hidden = !(navigator.share || navigator.clipboard);
  share.onclick = async () => {
    const what = { title: story.dataset.title, url: story.dataset.original };
    if (story.dataset.dek) what.text = story.dataset.dek;
    try {
      if (navigator.share) await navigator.share(what);
      else { await navigator.clipboard.writeText(what.url); (await import('./marks.js')).toast('Address copied'); }
    } catch { /* the person closed the sheet */ }
  };
}
