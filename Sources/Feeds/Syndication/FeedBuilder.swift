import Foundation
import Markup

/// Builds a feed and its stories from the elements of RSS, RDF and Atom. One builder for all three, because feeds mix
/// their elements; namespaces and positions decide what they mean.
///
/// Its methods are `mutating` even where they change nothing: otherwise Swift 6.3 copies this struct of more than a
/// kilobyte at every call.
struct FeedBuilder: ~Copyable, XMLSink {
    /// The role of an open element.
    enum Role {
        case document, channel, item, image, person, source, media, group, alternate, category
        case skipHours, skipDays, field, ignored
    }

    let address: WebAddress?
    let limits: FeedLimits
    let names: XMLNameTable
    /// Known once the root element has begun.
    var format: FeedFormat?
    /// The root element, when it is not a feed's.
    var foreignRoot: (name: String, local: ElementName)?
    /// Complete stories that have not been delivered.
    var completedEntries: [FeedEntry] = []
    var diagnostics: FeedDiagnostics

    var feed = FeedDraft()
    var entry: EntryDraft?
    /// The resolved link of the feed.
    var declaredSite: WebAddress?
    private var entries = 0
    var roles: [Role] = []
    var isAtomWithoutNamespace = false
    /// The document is in the Channel Definition Format, or an RSS channel without its `rss`.
    var isCDF = false
    var bases: [(depth: Int, base: WebAddress?)] = []
    /// The root element's own base URL.
    var rootBase: WebAddress?
    private var languages: [(depth: Int, language: String)] = []

    // the field that is being read
    private var capture: FieldCapture?
    private var captureDepth = 0
    private var captureBases = 0
    private var divState = 0
    var buffer: [UInt8] = []

    // persons and images have several elements
    var person: FeedPerson?
    var media: MediaDraft?
    var alternateEnclosure: FeedEnclosure?

    init(address: WebAddress?, names: XMLNameTable, limits: FeedLimits, location: SourceLocation) {
        diagnostics = FeedDiagnostics(at: location)
        (self.address, self.names, self.limits) = (address, names, limits)
        buffer.reserveCapacity(16384)
    }

    var wantsText: Bool { capture != nil }
    var wantsPause: Bool { !completedEntries.isEmpty }

    /// The base URL from `xml:base`; nil when there is none.
    var explicitBase: WebAddress? { bases.last?.base }
    /// The feed's site, as far as known.
    var site: WebAddress? { declaredSite ?? address }
    /// The base URL of links. RSS has none of its own, and its links are relative to the site.
    var linkBase: WebAddress? { explicitBase ?? (format == .atom ? address : site) }

    // MARK: Events

    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
        if !attributes.isEmpty { pushScope(element, attributes) }
        if capture != nil {
            captureDepth += 1
            appendStartTag(element, attributes)
            return
        }
        let element = isAtomWithoutNamespace && element.space == .plain ? element.withAtomNamespace : element
        let role = role(of: element, attributes)
        roles.append(role)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let capture else { return }
        guard buffer.count < limits.field else {
            diagnostics.record(.fieldTooLong)
            return
        }
        if case .xhtml = capture.textType {
            XHTMLSerializer.escape(bytes, into: &buffer)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    mutating func end(_ element: XMLElement) {
        defer { popScope(element) }
        if capture != nil, captureDepth > 0 {
            appendEndTag(element)
            captureDepth -= 1
            return
        }
        guard let role = roles.popLast() else { return }
        switch role {
        case .field: endField()
        case .item: endItem()
        case .person: endPerson()
        case .group: entry?.endGroup()
        case .media: endMedia()
        case .alternate: alternateEnclosure = nil
        case .image, .channel, .document, .source, .category, .skipHours, .skipDays, .ignored: break
        }
    }

    // MARK: Stories

    mutating func beginItem(_ element: XMLElement, _ attributes: XMLAttributes) {
        if entry != nil { endItem() }
        var draft = EntryDraft()
        if let about = attributes.text(local: "about") {
            // RSS 1.0 §5.5: `rdf:about` should be the story's link, and replaces a missing one.
            draft.id.setIfHigher(about, rank: 2)
            if FeedURLNormalizer.isNormalized(about) { draft.link.setIfHigher(about, rank: 1) }
        }
        if isCDF { readCDFAttributes(of: &draft, attributes) }
        entry = consume draft
    }

    private mutating func endItem() {
        guard var draft = entry.take() else { return }
        guard entries < limits.entries else {
            diagnostics.record(.tooManyEntries)
            return
        }
        entries += 1
        let language = languages.last?.language
        let base = explicitBase ?? (format == .atom ? address : nil)
        // RFC 4287 §4.2.1: a story without authors has those of its source, else those of the feed.
        if format == .atom, draft.authors.value == nil { draft.authors = feed.authors }
        completedEntries.append(FeedEntry(draft, language: language ?? feed.language.value, base: base, site: site))
    }

    // MARK: Fields

    /// Begins to capture an element's text.
    mutating func begin(_ capture: FieldCapture) -> Role {
        self.capture = capture
        captureDepth = 0
        captureBases = bases.count
        divState = 0
        buffer.removeAll(keepingCapacity: true)
        return .field
    }

    private mutating func endField() {
        guard let finished = capture else { return }
        capture = nil
        setField(finished)
        if buffer.capacity > 1 << 20 { buffer = [] }
    }

    private mutating func appendStartTag(_ element: XMLElement, _ attributes: XMLAttributes) {
        guard let capture else { return }
        switch capture.textType {
        case .xhtml:
            if captureDepth == 1, divState == 0, element.local == .div {
                divState = 1
                return
            }
        case .html, .title: break
        case .literal: switchToXHTML()
        case .text, .base64: return
        }
        guard buffer.count < limits.field else { return }
        let base = bases.count > captureBases ? explicitBase : nil
        XHTMLSerializer.start(element, attributes, names: names, base: base, into: &buffer)
    }

    /// Handles content that is labelled as text and contains elements.
    private mutating func switchToXHTML() {
        var escaped: [UInt8] = []
        buffer.withUnsafeBufferPointer { XHTMLSerializer.escape($0, into: &escaped) }
        buffer = escaped
        capture?.textType = .xhtml
        divState = 2
    }

    private mutating func appendEndTag(_ element: XMLElement) {
        guard let capture else { return }
        switch capture.textType {
        case .xhtml:
            if captureDepth == 1, divState == 1, element.local == .div {
                divState = 2
                return
            }
        case .html, .title: break
        case .literal, .text, .base64: return
        }
        XHTMLSerializer.end(element, names: names, into: &buffer)
    }

    // MARK: Context

    private mutating func pushScope(_ element: XMLElement, _ attributes: XMLAttributes) {
        if let written = attributes.trimmed("xml:base") {
            let base = WebAddress(written, base: explicitBase ?? address) ?? explicitBase ?? address
            bases.append((element.depth, base))
            if element.depth == 1 { rootBase = base }
        }
        if let language = attributes.trimmed("xml:lang").map(LanguageTag.normal) {
            languages.append((element.depth, language))
            switch element.local {
            case .rss, .rdf, .feed, .channel: feed.language.setIfHigher(language, rank: 1)
            default: break
            }
        }
    }

    private mutating func popScope(_ element: XMLElement) {
        // By index, because `last` would make a counted copy.
        if !bases.isEmpty, bases[bases.count - 1].depth >= element.depth { bases.removeLast() }
        if !languages.isEmpty, languages[languages.count - 1].depth >= element.depth { languages.removeLast() }
    }
}

extension XMLElement {
    /// The same name in Atom's namespace, for feeds that omit it.
    fileprivate var withAtomNamespace: XMLElement {
        XMLElement(symbol: symbol, space: .atom, local: local, depth: depth, declares: declares)
    }
}
