// The text field of a guide's page: formatted text in place of a `textarea[data-rich-text]`, which holds the HTML that is sent.
// Its schema has the elements of PackTextForm.swift, to which the server reduces what is sent. The page works without script.
import { announce, element, filled, icon, loadStylesheet, whenShown } from './page.js';
import { Blockquote, Bold, BulletList, Document, Editor, Gapcursor, HardBreak, Heading, History, Italic, ListItem, Mark, Node, Paragraph, Subscript, Superscript, Text, pm, wrappingInputRule } from './prosemirror.min.js';
import { chooseLink, choosePicture } from './text-editor-dialogs.js';

const { DOMParser: Parser, DOMSerializer: Serializer } = pm.model;
const inside = 'https://pack.invalid/media/';
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
// What the schema cannot hold: PackTextObstacle.swift says the same.
const foreignElements = `:not(${'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote hr b strong i em sup sub br a img span wbr'.split(' ').join()})`;
const foreign = `${foreignElements},`
  + '[id],[lang],[dir=rtl],[title],ol[start]:not([start="1"]),ol[type]:not([type="1"]),[reversed],li[value],[srcset],[width],[height]';

loadStylesheet('text-editor.css');

// ---- what was pasted or typed as HTML
// The page's policy would report inline styles and handlers even in a document that is never shown: they are renamed before.
const tamed = (html) => html.replace(/<style[^]*?<\/style\s*>/gi, '').replace(/<[a-z][^>]*>/gi,
  (tag) => tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, '$1data-$2'));
// Of a document that loads no pictures.
const inert = () => document.implementation.createHTMLDocument('');
const content = (html) => Object.assign(inert().body, { innerHTML: tamed(html) });
// The tags of what would be lost, without what is in it.
function lost(html) {
  const all = [...content(html).querySelectorAll(foreign)].filter((one, at, found) => !found.includes(one.parentElement));
  return [...new Set(all.map((one) => (one.matches(foreignElements) ? `<${one.localName}>` : `<${one.localName} …>`)))];
}
// A mark's elements, and the inline style that word processors write instead; another takes the mark back.
const marked = (elements, set, unset) => [
  { tag: elements, getAttrs: ({ dataset }) => !unset?.test(dataset.style) && null },
  { tag: '[data-style]', consuming: false, getAttrs: ({ dataset }) => set.test(dataset.style) && null },
];

// ---- the schema
const Link = Mark.create({
  name: 'link', priority: 1000, inclusive: false,
  addAttributes: () => ({ href: {} }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (link) => /^(https?:|mailto:|tel:|[^:]*$)/i.test(link.getAttribute('href').trim()) && null }],
  renderHTML: ({ HTMLAttributes: { href } }) => ['a', { href }, 0],
});

// Pictures that are not the guide's are named, not shown: a page loads nothing from elsewhere.
const Picture = Node.create({
  name: 'picture', group: 'inline', inline: true, draggable: true,
  addOptions: () => ({ path: '' }),
  addAttributes() {
    const { path } = this.options;
    const source = (image) => { const src = image.getAttribute('src'); return src.startsWith(path) ? inside + src.slice(path.length) : src; };
    return { src: { parseHTML: source }, alt: { default: '' } };
  },
  parseHTML() { return [{ tag: `img[src^="https:"], img[src^="http:"], img[src^="${this.options.path}"]` }]; },
  renderHTML: ({ HTMLAttributes: { src, alt } }) => ['img', { src, alt }],
  addNodeView() {
    return ({ node: { attrs: { src, alt } } }) => ({
      dom: src.startsWith(inside)
        ? element('img', { src: this.options.path + src.slice(inside.length), alt })
        : element('span', { className: 'outside-picture', title: src }, alt || filled(strings.pictureFrom, src.split('/')[2])),
    });
  },
});

const OrderedList = Node.create({
  name: 'orderedList', group: 'block list', content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: () => ['ol', 0],
  addKeyboardShortcuts() { return { 'Mod-Shift-7': () => this.editor.commands.toggleList('orderedList', 'listItem') }; },
  addInputRules() { return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })]; },
});
const Rule = Node.create({ name: 'rule', group: 'block', parseHTML: () => [{ tag: 'hr' }], renderHTML: () => ['hr'] });
const levels = { H1: 2, H2: 2, H3: 3, H4: 4, H5: 4, H6: 4 };
const extensions = (path) => [
  Document, Text, Paragraph, ListItem, BulletList, OrderedList, Blockquote, HardBreak, Rule, Gapcursor, History,
  Heading.extend({
    parseHTML: () => [{ tag: 'h1, h2, h3, h4, h5, h6', getAttrs: (heading) => ({ level: levels[heading.nodeName] }) }],
  }).configure({ levels: [2, 3, 4] }),
  Link,
  Bold.extend({ parseHTML: () => marked('b, strong', /font-weight:\s*(bold|[6-9]00)/i, /font-weight:\s*(normal|400)/i), renderHTML: () => ['b', 0] }),
  Italic.extend({ parseHTML: () => marked('i, em', /font-style:\s*(italic|oblique)/i, /font-style:\s*normal/i), renderHTML: () => ['i', 0] }),
  Superscript.extend({ parseHTML: () => marked('sup', /vertical-align:\s*super/i) }),
  Subscript.extend({ parseHTML: () => marked('sub', /vertical-align:\s*sub\b/i) }),
  Picture.configure({ path }),
];

// ---- HTML: one block a line, as PackTextWriter.swift writes it
function markup(editor) {
  const box = inert().body;
  Serializer.fromSchema(editor.schema).serializeFragment(editor.state.doc.content, { document: box.ownerDocument }, box);
  for (const paragraph of box.querySelectorAll('p')) if (!paragraph.textContent.trim() && !paragraph.querySelector('img')) paragraph.remove();
  for (const item of box.querySelectorAll('li')) {
    const paragraphs = item.querySelectorAll(':scope > p');
    if (paragraphs.length === 1 && !paragraphs[0].previousSibling) paragraphs[0].replaceWith(...paragraphs[0].childNodes);
  }
  return box.innerHTML.replace(/<(?:p|h\d|[uo]l|li|blockquote|hr)>|<\/(?:[uo]l|blockquote)>/g, '\n$&')
    .replace(/(<\/(?:p|h\d|[uo]l|blockquote)>|<hr>)(<\/li>)/g, '$1\n$2').trim();
}

// ---- the toolbar
const keys = (text) => (isMac ? text.replace('Mod-', '⌘').replace('Shift-', '⇧').replace('Alt-', '⌥') : text.replace('Mod-', 'Ctrl+').replace(/-/g, '+'));
const controls = [
  { name: 'paragraph', label: strings.paragraph, face: '¶', key: 'Mod-Alt-0', isOn: (e) => e.isActive('paragraph'), run: (c) => c.setParagraph() },
  { name: 'heading', label: strings.heading, face: 'H2', key: 'Mod-Alt-2', isOn: (e) => e.isActive('heading', { level: 2 }), run: (c) => c.toggleHeading({ level: 2 }) },
  { name: 'subheading', label: strings.subheading, face: 'H3', key: 'Mod-Alt-3', isOn: (e) => e.isActive('heading', { level: 3 }), run: (c) => c.toggleHeading({ level: 3 }) },
  { name: 'bold', label: strings.bold, face: 'B', key: 'Mod-B', isOn: (e) => e.isActive('bold'), run: (c) => c.toggleBold() },
  { name: 'italic', label: strings.italic, face: 'I', key: 'Mod-I', isOn: (e) => e.isActive('italic'), run: (c) => c.toggleItalic() },
  { name: 'superscript', label: strings.superscript, face: 'x²', key: 'Mod-.', isOn: (e) => e.isActive('superscript'), run: (c) => c.toggleSuperscript() },
  { name: 'bulletList', label: strings.bulletList, icon: 'bullets', key: 'Mod-Shift-8', isOn: (e) => e.isActive('bulletList'), run: (c) => c.toggleBulletList() },
  { name: 'numberedList', label: strings.numberedList, icon: 'numbers', key: 'Mod-Shift-7', isOn: (e) => e.isActive('orderedList'), run: (c) => c.toggleList('orderedList', 'listItem') },
  { name: 'quote', label: strings.quote, icon: 'quote', key: 'Mod-Shift-B', isOn: (e) => e.isActive('blockquote'), run: (c) => c.toggleBlockquote() },
  { name: 'link', label: strings.link, icon: 'link', key: 'Mod-K', isOn: (e) => e.isActive('link'), opens: 'link' },
  { name: 'unlink', label: strings.unlink, icon: 'unlink', can: (e) => e.isActive('link'), run: (c) => c.extendMarkRange('link').unsetMark('link') },
  { name: 'picture', label: strings.picture, icon: 'gallery', isOn: (e) => e.isActive('picture'), opens: 'picture' },
  { name: 'undo', label: strings.undo, icon: 'undo', key: 'Mod-Z', can: (e) => e.can().undo(), run: (c) => c.undo() },
  { name: 'redo', label: strings.redo, icon: 'redo', key: 'Mod-Shift-Z', can: (e) => e.can().redo(), run: (c) => c.redo() },
];

class TextEditor {
  constructor(source) {
    this.source = source;
    const { mediaPath = '' } = source.dataset;
    const label = source.labels[0];
    if (label) label.id ||= `${source.id}-label`;
    this.place = element('div', { className: 'text-editor-field' });
    this.bar = this.toolbar();
    this.root = element('div', { className: 'text-editor' }, this.bar, this.place);
    this.switch = element('button', { type: 'button', className: 'quiet text-editor-switch', onclick: () => this.toggle() }, strings.editHTML);
    this.note = element('p', { className: 'hint', role: 'status' });
    source.before(this.switch, this.root);
    source.after(this.note);
    label?.addEventListener('click', () => { if (!this.root.hidden) this.focus(); });
    this.editor = new Editor({
      element: this.place, extensions: extensions(mediaPath), injectCSS: false, content: '',
      enableCoreExtensions: { textDirection: false },
      editorProps: {
        attributes: { class: 'text', role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': label?.id ?? '', spellcheck: 'true' },
        handleDOMEvents: { click: (view, event) => { if (event.target.closest('a')) event.preventDefault(); } },
        transformPastedHTML: tamed,
        handleKeyDown: (view, event) => this.handleKey(event),
      },
      onUpdate: () => this.write(), onTransaction: () => this.showState(),
    });
    this.load();
    this.showSource(false);
  }

  // Fills the field; what is loaded cannot be undone to nothing.
  load() {
    const { state, view } = this.editor;
    const doc = Parser.fromSchema(state.schema).parse(content(this.source.value));
    if (this.loaded === undefined) view.updateState(pm.state.EditorState.create({ doc, plugins: state.plugins }));
    else this.editor.chain().setContent(doc.toJSON(), { emitUpdate: false }).command(({ tr }) => Boolean(pm.history.closeHistory(tr))).run();
    this.loaded = this.source.value;
    this.showState();
  }

  write() {
    const html = markup(this.editor);
    if (html === this.source.value) return;
    this.loaded = this.source.value = html;
    this.source.dispatchEvent(new Event('input', { bubbles: true }));
  }

  // ---- the source
  toggle() {
    if (this.root.hidden) {
      const names = lost(this.source.value);
      this.note.textContent = names.length ? filled(strings.onlyAsHTML, names.join(', ')) : '';
      if (names.length) return this.source.focus();
      if (this.source.value !== this.loaded) { this.load(); this.write(); }
    }
    this.showSource(!this.root.hidden);
    if (this.root.hidden) this.source.focus(); else this.focus();
    announce(this.root.hidden ? strings.htmlShown : strings.formattedShown);
    return undefined;
  }

  showSource(isShown) {
    this.root.hidden = isShown;
    this.source.hidden = !isShown;
    this.switch.textContent = isShown ? strings.editFormatted : strings.editHTML;
  }

  // ---- the toolbar: one stop for the Tab key, arrows within (WAI-ARIA practices, toolbar)
  toolbar() {
    const bar = element('div', { className: 'text-editor-bar', role: 'toolbar', ariaLabel: strings.formatting });
    for (const control of controls) {
      const { label, key } = control;
      const button = element('button', { type: 'button', ariaLabel: label, title: key ? `${label} (${keys(key)})` : label, tabIndex: bar.children.length ? -1 : 0 });
      button.className = `text-editor-button ${control.name}`;
      if (control.icon) button.innerHTML = icon(control.icon); else button.textContent = control.face;
      button.addEventListener('mousedown', (event) => event.preventDefault());
      button.addEventListener('click', () => this.press(control));
      bar.append(button);
    }
    bar.addEventListener('keydown', (event) => this.move(event));
    bar.addEventListener('focusin', ({ target }) => { for (const button of bar.children) button.tabIndex = button === target ? 0 : -1; });
    return bar;
  }

  move(event) {
    const buttons = [...this.bar.children];
    const at = buttons.indexOf(document.activeElement);
    const isRightToLeft = getComputedStyle(this.bar).direction === 'rtl';
    const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key];
    const next = step ? (at + step + buttons.length) % buttons.length : { Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Escape') this.focus(); else if (next === undefined) return; else buttons[next].focus();
    event.preventDefault();
  }

  press(control) {
    if (control.can && !control.can(this.editor)) return;
    if (control.opens) { this.open(control.opens); return; }
    control.run(this.editor.chain()).run();
    this.focus();
  }

  // At once: Tiptap would wait for the next frame, when a dialogue may be open.
  focus() { this.editor.view.focus(); }

  showState() {
    if (!this.editor) return;
    controls.forEach(({ isOn, can }, at) => {
      if (isOn) this.bar.children[at].ariaPressed = isOn(this.editor);
      if (can) this.bar.children[at].ariaDisabled = !can(this.editor);
    });
  }

  handleKey(event) {
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'k') { event.preventDefault(); this.open('link'); return true; }
    // The way out of lists, in which Tab indents.
    if (event.key !== 'Escape') return false;
    [...this.bar.children].find((button) => button.tabIndex === 0).focus();
    return true;
  }

  // ---- the dialogues
  async open(kind) {
    const { editor } = this;
    const isLinked = editor.isActive('link');
    const chosen = kind === 'link'
      ? await chooseLink(isLinked ? editor.getAttributes('link').href : '')
      : await choosePicture(editor.isActive('picture') ? editor.getAttributes('picture') : null, this.source.dataset.mediaPath ?? '');
    const chain = editor.chain();
    if (chosen && kind === 'picture') chain.insertContent({ type: 'picture', attrs: chosen });
    else if (chosen && editor.state.selection.empty && !isLinked) chain.insertContent({ type: 'text', text: chosen.text, marks: [{ type: 'link', attrs: { href: chosen.href } }] });
    else if (chosen) chain.extendMarkRange('link').setMark('link', { href: chosen.href });
    chain.run();
    this.focus();
  }
}

whenShown((root) => {
  for (const source of root.querySelectorAll('textarea[data-rich-text]')) {
    if (source.dataset.isEnhanced) continue;
    source.dataset.isEnhanced = '';
    if (source.dataset.fits !== 'false') new TextEditor(source); else if (source.dataset.fitsNote) source.after(element('p', { className: 'hint' }, source.dataset.fitsNote));
  }
});
