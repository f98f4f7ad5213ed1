// The composer: opens where it answers, counts, keeps the draft at each pause, previews in place, and sends once. Its
// page works without script.
import { announce, element, errorNote, fetchPage, filled, isModified, loadStylesheet, postAction, shown, whenShown } from './page.js';
import { loadInto, openSheet } from './sheets.js';
import { shownDiscussion } from './thread-navigation.js';

const wide = matchMedia('(min-width: 768px)');
// As people type it: `loom.example/boats`.
const isBareAddress = /^[\w-]+(\.[\w-]+)+(?=$|[/:?#])/;
const composers = new Map();
const wordFields = ['title', 'url', 'text'];
const isSame = (words, others) => `${words}` === `${others}`;

loadStylesheet('compose.css');

class Composer {
  constructor(root) {
    this.root = root;
    this.key = `draft ${root.dataset.composer}`;
    this.saving = Promise.resolve();
    this.attach();
  }

  attach() {
    composers.set(this.root, this);
    this.form = this.root.querySelector('.composer-form');
    if (!this.form) return;
    this.text = this.form.elements.text;
    this.isSending = false;
    this.restore();
    this.form.addEventListener('input', () => { this.changed(); this.saveLater(); });
    this.form.addEventListener('invalid', (event) => { const folded = event.target.closest('details'); if (folded) folded.open = true; }, true);
    this.form.addEventListener('change', ({ target }) => { if (target.type === 'url' && isBareAddress.test(target.value.trim())) { target.value = `https://${target.value.trim()}`; this.changed(); } });
    this.form.addEventListener('submit', (event) => { event.preventDefault(); event.stopPropagation(); this.submit(event.submitter?.dataset.command); });
    this.root.addEventListener('keydown', (event) => this.handleKey(event));
    // By another form of its own, what was written gives way.
    this.root.addEventListener('submit', () => this.forget());
    this.wait();
    this.changed();
  }

  // In a sheet it stands in the head.
  get postButton() { return [...this.form.elements].find((field) => field.matches('[data-sends-draft]')); }
  get fields() { return new FormData(this.form); }
  get words() { return wordFields.map((name) => this.form.elements[name]?.value ?? ''); }

  // The browser keeps what has not reached the server, which a request that ends with its page may not do; and the draft on which
  // it was written: where another device has saved since, the server tells of both.
  forget() { clearTimeout(this.timer); this.isDirty = false; sessionStorage.removeItem(this.key); }
  keep() { sessionStorage.setItem(this.key, JSON.stringify([this.words, this.form.elements.revision?.value])); }
  restore() {
    const [words, revision] = JSON.parse(sessionStorage.getItem(this.key) ?? '[]');
    if (!words) return;
    if (isSame(words, this.words)) return this.forget();
    this.setRevision(revision);
    this.write(words);
    this.saveLater();
  }

  write(words) {
    wordFields.forEach((name, index) => { (this.form.elements[name] ?? {}).value = words[index]; });
    this.keep();
  }

  changed() {
    for (const counter of this.form.querySelectorAll('[data-counted-field]')) {
      const { countedField: counts, lengthLimit: limit, lengthUnit: unit } = counter.dataset;
      const { value } = this.form.elements[counts];
      const { length } = unit === 'bytes' ? new TextEncoder().encode(value) : [...value];
      counter.textContent = length > limit ? filled(strings.tooLong, length - limit, limit, unit) : filled(strings.lengthOfLimit, length, limit, unit);
      counter.hidden = length < limit / 2;
      counter.classList.toggle('over-limit', length > limit);
    }
    this.text.style.height = 'auto';
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, innerHeight * .6)}px`;
    const button = this.postButton;
    // What is missing is said where it is missing, when it is to be posted.
    if (button) button.disabled = this.isSending || Boolean(this.waiting);
  }

  // In sight whatever the keyboard covers.
  movePostButton(head) {
    head.querySelector('[data-sends-draft]')?.remove();
    const button = this.form && this.postButton;
    if (!button) return;
    this.form.id = 'sheet-composer';
    button.setAttribute('form', this.form.id);
    head.append(button);
  }

  say(words) { this.form.querySelector('.draft-saved').textContent = words; }

  saveLater() {
    this.isDirty = true;
    this.keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), 1000);
  }

  // A text may be longer than what is sent when the page is left. One after the other, as each needs the revision of the one before.
  save(keepalive = false) {
    clearTimeout(this.timer);
    if (!this.isDirty || this.isSending) return this.saving;
    this.isDirty = false;
    const { form } = this;
    const run = async () => {
      // Another device's draft was found meanwhile: the writer looks at both first.
      if (form !== this.form) return;
      const { words } = this;
      const outcome = await postAction('save-draft', this.fields, keepalive);
      if (!outcome || outcome.failed) {
        this.isDirty = true;
        return this.say(outcome ? outcome.words : strings.keptInBrowser);
      }
      // What was written since waits for the next pause.
      if (!this.isDirty) this.forget();
      if (outcome.isConflict) return this.show(outcome.go, words);
      this.setRevision(outcome.revision);
      this.say(outcome.words);
    };
    this.saving = this.saving.then(run);
    return this.saving;
  }

  setRevision(revision) {
    this.form.elements.revision?.remove();
    if (revision) this.form.append(element('input', { type: 'hidden', name: 'revision', value: revision }));
  }

  async submit(action) {
    if (action === 'save-draft') { this.isDirty = true; return this.save(); }
    if (action === 'preview') return this.preview();
    if (action === 'forget-guest') {
      const outcome = await postAction(action, this.fields, false);
      return outcome?.go ? this.show(outcome.go) : this.say(strings.noAnswer);
    }
    return this.send(action);
  }

  async preview() {
    const outcome = await postAction('preview', this.fields, false);
    const box = this.root.querySelector('.composer-preview');
    box.hidden = true;
    if (outcome?.html === '') return this.say(strings.nothingToPreview);
    if (!outcome?.html) return this.say(strings.previewNeedsConnection);
    box.querySelector('.text').innerHTML = outcome.html;
    box.hidden = false;
    box.scrollIntoView({ block: 'nearest' });
  }

  // The form's token makes a second try the first one's, if that has come through after all.
  async send(action = this.form.dataset.action) {
    if (this.isSending || this.waiting) return;
    clearTimeout(this.timer);
    const { form } = this;
    await this.saving;
    if (form !== this.form) return;
    this.isSending = true;
    this.changed();
    this.say(strings.sending);
    this.root.querySelector('.not-sent')?.remove();
    const { words } = this;
    const outcome = await postAction(action, this.fields, false);
    this.isSending = false;
    if (outcome?.failed || !outcome?.go) return this.notSent(outcome?.words);
    this.forget();
    const go = new URL(outcome.go, location.href);
    if (go.pathname === new URL(this.root.dataset.ownPath, location.href).pathname) return this.show(outcome.go, words);
    composers.delete(this.root);
    // Whoever wrote beside or on a thread stays there.
    const box = shownDiscussion();
    if (!box || new URL(box.dataset.ownPath, location.href).pathname !== go.pathname) return location.assign(go);
    const place = this.root.closest('.composer-place');
    if (place) place.remove(); else this.root.closest('dialog')?.close();
    const { showSent } = await import('./thread.js');
    if (!await showSent(box, go)) location.assign(go);
  }

  // Nothing is sent by itself when the network is back.
  notSent(words = strings.notSent) {
    this.keep();
    this.say('');
    const note = errorNote(words, () => this.send(), strings.sendNow);
    note.classList.add('not-sent');
    this.form.before(note);
    this.changed();
  }

  // The server's page says what came of the words that were sent; others stay.
  async show(path, sent = []) {
    const next = (await fetchPage(path))?.querySelector('.composer');
    if (!next) return location.assign(path);
    const [start, end, hadFocus] = [this.text?.selectionStart, this.text?.selectionEnd, this.root.contains(document.activeElement)];
    const now = this.words;
    this.forget();
    composers.delete(this.root);
    this.root.replaceWith(next);
    this.root = next;
    this.attach();
    // Kept here: another device's draft is written over by those only who have seen it.
    if (this.form && !isSame(now, sent)) { this.write(now); this.changed(); }
    const head = next.closest('dialog.sheet')?.querySelector('.sheet-head');
    if (head) this.movePostButton(head);
    if (hadFocus && this.text) { this.text.focus(); this.text.setSelectionRange(start, end); }
    const note = next.querySelector('[role="alert"]');
    if (note) { note.scrollIntoView({ block: 'nearest' }); announce(note.textContent); }
  }

  // After a refusal for being too quick.
  wait() {
    const button = this.postButton;
    if (!button?.dataset.waitSeconds) return;
    const end = Date.now() + button.dataset.waitSeconds * 1000;
    const words = button.textContent;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left > 0) { button.textContent = filled(strings.sendInSeconds, words, left); return; }
      clearInterval(this.waiting);
      this.waiting = null;
      button.textContent = words;
      announce(strings.canBeSent);
      this.changed();
    };
    this.waiting = setInterval(tick, 1000);
    tick();
  }

  handleKey(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (this.postButton && !this.postButton.disabled) this.form.requestSubmit(this.postButton);
    } else if (event.key === 'Escape') {
      const place = this.root.closest('.composer-place');
      if (!place) return;
      event.preventDefault();
      event.stopPropagation();
      closePlace(place);
    }
  }

  leave() {
    if (this.waiting) clearInterval(this.waiting);
    composers.delete(this.root);
    if (this.form) this.save();
  }
}

// In a sheet it is left when that closes.
whenShown((root) => {
  for (const box of root.querySelectorAll('.composer')) {
    if (composers.has(box)) continue;
    const composer = new Composer(box);
    const dialog = box.closest('dialog.sheet');
    if (!dialog) continue;
    const head = dialog.querySelector('.sheet-head');
    const close = head.querySelector('button');
    close.textContent = strings.close;
    head.prepend(close);
    composer.movePostButton(head);
    dialog.addEventListener('close', () => composer.leave());
    composer.text?.focus();
  }
});

// ---- where it opens: under the comment, on a phone as a sheet
const openers = new WeakMap();
function closePlace(place) {
  composers.get(place.querySelector('.composer'))?.leave();
  const opener = openers.get(place);
  place.remove();
  if (opener?.isConnected) opener.focus();
}

const textOf = (comment) => comment.querySelector(':scope > details > .comment-text');
function placeFor(link) {
  const to = new URL(link.href).searchParams.get('to');
  const comment = to && (link.closest('.comment') ?? document.querySelector(`.discussion [id="c${to}"]`));
  const [after, parent] = comment ? [textOf(comment), comment] : [link.closest('header, footer') ?? link, document.body];
  const place = element('div', { className: 'composer-place' });
  place.dataset.parentComment = comment?.id ?? '';
  if (comment) { parent.querySelector(':scope > details').open = true; after.after(place); } else if (after.matches('header')) after.append(place); else after.before(place);
  return place;
}

async function openComposer(link) {
  const open = document.querySelector('.composer-place');
  if (open) { const isSame = open.dataset.href === link.href; closePlace(open); if (isSame) return; }
  link.closest('dialog.sheet')?.close();
  if (!wide.matches) return openSheet('reply', link.href);
  const place = placeFor(link);
  place.dataset.href = link.href;
  openers.set(place, link);
  place.append(element('button', { type: 'button', className: 'quiet composer-close', onclick: () => closePlace(place) }, strings.close));
  const content = await loadInto(place, link.href, 'sheet-reply');
  if (!place.isConnected) return;
  shown(content);
  content.querySelector('textarea, a, button')?.focus();
  place.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-compose]');
  if (!link || isModified(event)) return;
  event.preventDefault();
  event.stopPropagation();
  openComposer(link);
}, true);
// A thread that is loaded anew keeps the composer, with its caret.
let moved = null;
document.addEventListener('tidings:replacing', () => {
  const place = document.querySelector('.discussion .composer-place');
  if (!place) return;
  const field = place.contains(document.activeElement) ? document.activeElement : null;
  moved = { place, field, caret: [field?.selectionStart, field?.selectionEnd] };
  place.remove();
});
document.addEventListener('tidings:replaced', () => {
  if (!moved) return;
  const { place, field, caret } = moved;
  moved = null;
  const comment = place.dataset.parentComment && document.querySelector(`.discussion [id="${place.dataset.parentComment}"]`);
  if (comment) textOf(comment).after(place); else document.querySelector('.discussion > header').append(place);
  field?.focus({ preventScroll: true });
  if (typeof caret[0] === 'number') field.setSelectionRange(...caret);
});

addEventListener('pagehide', () => { for (const composer of composers.values()) if (composer.form) composer.save(true); });
// What came of it stands in the thread, and is said to those who do not see it.
const sent = document.querySelector('[data-sent]');
if (sent) announce(sent.textContent);
