/// The name of an element that has content and an end tag (HTML §13.1.2).
public struct HTMLTag: Sendable {
    @usableFromInline let start: StaticString
    @usableFromInline let end: StaticString

    @inlinable @inline(__always)
    init(_ start: StaticString, _ end: StaticString) {
        self.start = start
        self.end = end
    }

    /// The tag of `a`.
    @inlinable public static var a: Self { Self("<a", "</a>") }
    /// The tag of `article`.
    @inlinable public static var article: Self { Self("<article", "</article>") }
    /// The tag of `aside`.
    @inlinable public static var aside: Self { Self("<aside", "</aside>") }
    /// The tag of `audio`.
    @inlinable public static var audio: Self { Self("<audio", "</audio>") }
    /// The tag of `b`.
    @inlinable public static var b: Self { Self("<b", "</b>") }
    /// The tag of `blockquote`.
    @inlinable public static var blockquote: Self { Self("<blockquote", "</blockquote>") }
    /// The tag of `body`.
    @inlinable public static var body: Self { Self("<body", "</body>") }
    /// The tag of `button`.
    @inlinable public static var button: Self { Self("<button", "</button>") }
    /// The tag of `code`.
    @inlinable public static var code: Self { Self("<code", "</code>") }
    /// The tag of `datalist`.
    @inlinable public static var datalist: Self { Self("<datalist", "</datalist>") }
    /// The tag of `dd`.
    @inlinable public static var dd: Self { Self("<dd", "</dd>") }
    /// The tag of `details`.
    @inlinable public static var details: Self { Self("<details", "</details>") }
    /// The tag of `div`.
    @inlinable public static var div: Self { Self("<div", "</div>") }
    /// The tag of `dl`.
    @inlinable public static var dl: Self { Self("<dl", "</dl>") }
    /// The tag of `dt`.
    @inlinable public static var dt: Self { Self("<dt", "</dt>") }
    /// The tag of `fieldset`.
    @inlinable public static var fieldset: Self { Self("<fieldset", "</fieldset>") }
    /// The tag of `figcaption`.
    @inlinable public static var figcaption: Self { Self("<figcaption", "</figcaption>") }
    /// The tag of `figure`.
    @inlinable public static var figure: Self { Self("<figure", "</figure>") }
    /// The tag of `footer`.
    @inlinable public static var footer: Self { Self("<footer", "</footer>") }
    /// The tag of `form`.
    @inlinable public static var form: Self { Self("<form", "</form>") }
    /// The tag of `h1`.
    @inlinable public static var h1: Self { Self("<h1", "</h1>") }
    /// The tag of `h2`.
    @inlinable public static var h2: Self { Self("<h2", "</h2>") }
    /// The tag of `h3`.
    @inlinable public static var h3: Self { Self("<h3", "</h3>") }
    /// The tag of `head`.
    @inlinable public static var head: Self { Self("<head", "</head>") }
    /// The tag of `header`.
    @inlinable public static var header: Self { Self("<header", "</header>") }
    /// The tag of `html`.
    @inlinable public static var html: Self { Self("<html", "</html>") }
    /// The tag of `i`.
    @inlinable public static var i: Self { Self("<i", "</i>") }
    /// The tag of `kbd`.
    @inlinable public static var kbd: Self { Self("<kbd", "</kbd>") }
    /// The tag of `label`.
    @inlinable public static var label: Self { Self("<label", "</label>") }
    /// The tag of `iframe`.
    @inlinable public static var iframe: Self { Self("<iframe", "</iframe>") }
    /// The tag of `legend`.
    @inlinable public static var legend: Self { Self("<legend", "</legend>") }
    /// The tag of `li`.
    @inlinable public static var li: Self { Self("<li", "</li>") }
    /// The tag of `main`.
    @inlinable public static var main: Self { Self("<main", "</main>") }
    /// The tag of `mark`.
    @inlinable public static var mark: Self { Self("<mark", "</mark>") }
    /// The tag of `nav`.
    @inlinable public static var nav: Self { Self("<nav", "</nav>") }
    /// The tag of `noscript`.
    @inlinable public static var noscript: Self { Self("<noscript", "</noscript>") }
    /// The tag of `ol`.
    @inlinable public static var ol: Self { Self("<ol", "</ol>") }
    /// The tag of `option`.
    @inlinable public static var option: Self { Self("<option", "</option>") }
    /// The tag of `p`.
    @inlinable public static var p: Self { Self("<p", "</p>") }
    /// The tag of `progress`.
    @inlinable public static var progress: Self { Self("<progress", "</progress>") }
    /// The tag of `q`.
    @inlinable public static var q: Self { Self("<q", "</q>") }
    /// The tag of `script`.
    @inlinable public static var script: Self { Self("<script", "</script>") }
    /// The tag of `section`.
    @inlinable public static var section: Self { Self("<section", "</section>") }
    /// The tag of `select`.
    @inlinable public static var select: Self { Self("<select", "</select>") }
    /// The tag of `small`.
    @inlinable public static var small: Self { Self("<small", "</small>") }
    /// The tag of `span`.
    @inlinable public static var span: Self { Self("<span", "</span>") }
    /// The tag of `style`.
    @inlinable public static var style: Self { Self("<style", "</style>") }
    /// The tag of `summary`.
    @inlinable public static var summary: Self { Self("<summary", "</summary>") }
    /// The tag of `svg`.
    @inlinable public static var svg: Self { Self("<svg", "</svg>") }
    /// The tag of `template`.
    @inlinable public static var template: Self { Self("<template", "</template>") }
    /// The tag of `textarea`.
    @inlinable public static var textarea: Self { Self("<textarea", "</textarea>") }
    /// The tag of `time`.
    @inlinable public static var time: Self { Self("<time", "</time>") }
    /// The tag of `title`.
    @inlinable public static var title: Self { Self("<title", "</title>") }
    /// The tag of `u`.
    @inlinable public static var u: Self { Self("<u", "</u>") }
    /// The tag of `ul`.
    @inlinable public static var ul: Self { Self("<ul", "</ul>") }
    /// The tag of `video`.
    @inlinable public static var video: Self { Self("<video", "</video>") }
}

/// The name of an element that has neither content nor an end tag (HTML §13.1.2).
public struct HTMLVoidTag: Sendable {
    @usableFromInline let start: StaticString

    @inlinable @inline(__always)
    init(_ start: StaticString) { self.start = start }

    /// The tag of `br`.
    @inlinable public static var br: Self { Self("<br") }
    /// The tag of `img`.
    @inlinable public static var img: Self { Self("<img") }
    /// The tag of `input`.
    @inlinable public static var input: Self { Self("<input") }
    /// The tag of `link`.
    @inlinable public static var link: Self { Self("<link") }
    /// The tag of `meta`.
    @inlinable public static var meta: Self { Self("<meta") }
    /// The tag of `source`.
    @inlinable public static var source: Self { Self("<source") }
}
