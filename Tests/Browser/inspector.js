// Hooks and inspection for test_sanitizing.py. Whatever a cleaned document does shows up in `inspector.seen`.
(() => {
  const seen = [];
  const note = (what) => { seen.push(String(what)); };
  window.broken = (why) => note(`a handler: ${why}`);
  for (const name of ["alert", "confirm", "prompt", "print", "open", "fetch", "postMessage", "importScripts"]) {
    window[name] = () => { note(name); };
  }
  navigator.sendBeacon = () => { note("sendBeacon"); return true; };
  for (const name of ["XMLHttpRequest", "WebSocket", "EventSource", "Worker", "SharedWorker", "Function", "WebTransport"]) {
    window[name] = function () { note(name); };
  }
  for (const name of ["setTimeout", "setInterval"]) {
    const own = window[name];
    window[name] = (work, ...rest) => {
      if (typeof work === "string") { note(`${name} of a string`); return 0; }
      return own(work, ...rest);
    };
  }
  // The test itself uses `eval`, so it is watched only while a document is inspected.
  const ownEval = window.eval;
  const watchEval = () => { window.eval = () => { note("eval"); }; };
  if (window !== top) watchEval();
  addEventListener("error", (event) => { if (event instanceof ErrorEvent) note(`error: ${event.message}`); });
  addEventListener("securitypolicyviolation", (event) => note(`policy: ${event.violatedDirective}`));

  const elements = new Set(("p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption aside details summary " +
    "table caption thead tbody tfoot tr td th a b strong i em u s code small span del ins sub sup mark q cite dfn abbr kbd samp " +
    "var time ruby rt rp bdi bdo picture source img br hr wbr").split(" "));
  const attributes = new Set(("href rel class data-player src alt srcset sizes width height media type start reversed value " +
    "colspan rowspan scope open datetime id dir lang title").split(" "));
  const schemes = new Set(("http: https: mailto: tel: sms: geo: xmpp: magnet: matrix: gemini: gopher: irc: irc6: ircs: ftp: ftps: " +
    "sftp: news: nntp: webcal: sip: sips: bitcoin: doi: apt: callto: dav: davs: ed2k: facetime: feed: git: hack: im: ipfs: ipns: " +
    "itms: itms-apps: mms: mumble: nostr: opener: rtmp: rtsp: skype: spotify: ssh: steam: svn: svn+ssh: urn:").split(" "));

  const mathML = "http://www.w3.org/1998/Math/MathML";
  const tokens = new Set("mi mn mo ms mtext".split(" "));
  const layout = new Set(("math mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover " +
    "munderover mmultiscripts mprescripts mtable mtr mtd").split(" "));
  const mathAttributes = new Set(("display displaystyle scriptlevel dir mathvariant stretchy fence separator symmetric largeop " +
    "movablelimits form minsize maxsize lspace rspace width height depth voffset linethickness accent accentunder columnspan " +
    "rowspan").split(" "));

  // A formula has text in its tokens, elements elsewhere, and nothing of another namespace.
  function inspectMath(element, where) {
    const found = [];
    const name = element.localName;
    if (!tokens.has(name) && !layout.has(name)) found.push(`${where}: the formula's element ${name}`);
    if (tokens.has(name) && element.children.length) found.push(`${where}: elements in ${name}`);
    if (!tokens.has(name) && [...element.childNodes].some((node) => node.nodeType !== Node.ELEMENT_NODE || node.namespaceURI !== mathML)) {
      found.push(`${where}: something else in ${name}`);
    }
    for (const attribute of element.attributes) {
      if (!mathAttributes.has(attribute.name)) found.push(`${where}: ${name} ${attribute.name}=${attribute.value}`);
    }
    return found;
  }

  function inspect(root, where) {
    const found = [];
    for (const element of root.querySelectorAll("*")) {
      const name = element.localName;
      if (element.namespaceURI === mathML) { found.push(...inspectMath(element, where)); continue; }
      if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") found.push(`${where}: ${name} of another namespace`);
      if (!elements.has(name)) found.push(`${where}: the element ${name}`);
      for (const attribute of element.attributes) {
        if (!attributes.has(attribute.name)) found.push(`${where}: ${name} ${attribute.name}=${attribute.value}`);
        if (attribute.name === "id" && !attribute.value.startsWith("s-")) found.push(`${where}: id ${attribute.value}`);
        if (attribute.name === "class" && !/^(player|tex|tex-block|language-[a-z0-9+#_-]{1,24})$/.test(attribute.value)) {
          found.push(`${where}: class ${attribute.value}`);
        }
      }
      if (name === "a" && element.hasAttribute("href") && !schemes.has(element.protocol)) {
        found.push(`${where}: a link by ${element.protocol}`);
      }
      if (name === "a" && element.hasAttribute("href") && !element.getAttribute("href").startsWith("#")
          && element.rel !== "noopener noreferrer") found.push(`${where}: rel ${element.rel}`);
      if (name === "img" && !/^https?:\/\//.test(element.src)) found.push(`${where}: a picture by ${element.src}`);
      if (element.srcset) {
        for (const candidate of element.srcset.split(", ")) {
          if (!/^https?:\/\//.test(candidate)) found.push(`${where}: srcset ${candidate}`);
        }
      }
      if (element.shadowRoot) found.push(`${where}: a shadow root`);
      for (const kind of ["mouseover", "focus", "load", "toggle", "pointerdown"]) element.dispatchEvent(new Event(kind));
    }
    for (const comment of comments(root)) found.push(`${where}: the comment ${comment.data}`);
    return found;
  }

  function comments(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
    const all = [];
    while (walker.nextNode()) all.push(walker.currentNode);
    return all;
  }

  // Reads what an element gives back, and puts it in again: what was inert must stay so, and stay the same.
  function rounds(element, html, where) {
    const found = [];
    element.innerHTML = html;
    for (let round = 1; round <= 3; round += 1) {
      found.push(...inspect(element, `${where}, round ${round}`));
      const before = element.cloneNode(true);
      element.innerHTML = element.innerHTML;
      if (!before.isEqualNode(element)) found.push(`${where}: another tree after round ${round}`);
    }
    return found;
  }

  async function framed(html) {
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    frame.srcdoc = `<!DOCTYPE html><title>x</title><body>${html}`;
    document.body.append(frame);
    await loaded;
    const found = inspect(frame.contentDocument.body, "a frame");
    found.push(...(frame.contentWindow.inspector ? frame.contentWindow.inspector.seen : ["the frame has no hooks"]));
    frame.remove();
    return found;
  }

  async function inspector(html) {
    seen.length = 0;
    watchEval();
    const live = document.createElement("div");
    document.body.append(live);
    const found = rounds(live, html, "a division");
    live.remove();
    const cell = document.createElement("table").insertRow().insertCell();
    found.push(...rounds(cell, html, "a cell"));
    const whole = new DOMParser().parseFromString(html, "text/html");
    found.push(...inspect(whole.body, "a document"));
    if (whole.head.childNodes.length) found.push("a document: something in its head");
    const again = document.createElement("div");
    again.innerHTML = html;
    if (again.innerHTML !== whole.body.innerHTML) found.push("a document: another tree than in a division");
    found.push(...await framed(html));
    for (const name of ["body", "forms", "cookie", "getElementById", "createElement", "location"]) {
      if (Object.hasOwn(document, name) && name !== "location") found.push(`document.${name} is covered`);
    }
    window.eval = ownEval;
    return found.concat(seen);
  }

  window.inspector = { seen, one: inspector };
})();
