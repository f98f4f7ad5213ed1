import Caching
import Foundation
import URLs

/// A builder of a feed from RSS, RDF or Atom elements. One builder serves all formats, because feeds mix them.
///
/// The methods are `mutating`, because Swift 6.3 otherwise copies this struct of over a kilobyte per call.
struct FeedBuilder: ~Copyable, XMLSink {
    enum Role {
        case document, channel, item, image, person, source, media, group, alternate, category
        case skipHours, skipDays, field, ignored
    }

    let address: WebAddress?
    let limits: FeedLimits
    let names: XMLNameTable
    var format: FeedFormat?
    var resolver = FeedAddressResolver()
    var foreignRoot: (name: String, local: ElementName)?
    private(set) var entries: NewestElements<FeedEntry>
    var diagnostics: FeedDiagnostics

    var feed = FeedDraft()
    var entry: EntryDraft?
    var declaredSite: WebAddress?
    private var entryCount = 0
    var roles: [Role] = []
    var isAtomWithoutNamespace = false
    /// True for the Channel Definition Format, or RSS without the element `rss`.
    var isCDF = false
    var bases: [(depth: Int, base: WebAddress?)] = []
    var rootBase: WebAddress?
    private var languages: [(depth: Int, language: String)] = []

    // Properties of the open field.
    private var capture: FieldCapture?
    private var captureDepth = 0
    private var captureBaseCount = 0
    /// The state of XHTML content's envelope `div`: 0 before, 1 inside, 2 after the `div` or without one.
    private var divState = 0
    var buffer: [UInt8] = []

    // The open persons and images.
    var person: FeedPerson?
    var media: MediaDraft?
    var alternateEnclosure: FeedEnclosure?

    init(address: WebAddress?, names: XMLNameTable, limits: FeedLimits, location: ParserPosition) {
        diagnostics = FeedDiagnostics(at: location)
        (self.address, self.names, self.limits) = (address, names, limits)
        entries = NewestElements(limit: limits.entries)
        buffer.reserveCapacity(16384)
    }

    /// True inside a field, or inside a person, who may be text, as in RSS.
    var wantsText: Bool { capture != nil || person != nil }
    /// True after the root of another kind of document.
    var isFinished: Bool { foreignRoot != nil }
    var isInsideEntry: Bool { entry != nil }

    /// The base URL of the innermost `xml:base`.
    var explicitBase: WebAddress? { bases.last?.base }
    var site: WebAddress? { declaredSite ?? address }
    /// The base URL of links; RSS links are relative to the site.
    var linkBase: WebAddress? { explicitBase ?? (format == .atom ? address : site) }

    // MARK: Events

    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
        if !attributes.isEmpty { pushScope(element, attributes) }
        if capture != nil {
            captureDepth += 1
            appendStartTag(element, attributes)
            return
        }
        let element = isAtomWithoutNamespace && element.namespace == .plain ? element.withAtomNamespace : element
        let role = role(of: element, attributes)
        roles.append(role)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard capture != nil || roles.last == .person else { return }
        var bytes = bytes
        if buffer.count + bytes.count > limits.field {
            diagnostics.record(.fieldTooLong)
            bytes = UnsafeBufferPointer(rebasing: bytes.prefix(max(0, limits.field - buffer.count)))
        }
        if case .xhtml? = capture?.textType {
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

    /// Counts a story; returns false after so many that even empty ones would take long.
    mutating func hasRoomForEntry() -> Bool {
        entryCount += 1
        if entryCount > FeedLimits.maxReadEntries { diagnostics.record(.tooManyEntries) }
        return entryCount <= FeedLimits.maxReadEntries
    }

    mutating func beginItem(_ element: XMLElement, _ attributes: XMLAttributes) {
        if entry != nil { endItem() }
        var draft = EntryDraft()
        if let about = attributes.text(local: "about") {
            // The attribute `rdf:about` should be the link, and replaces a missing one (RSS 1.0 §5.5).
            draft.id.setIfHigher(about, rank: 2)
            if FeedURLNormalizer.isNormalized(about) { draft.link.setIfHigher(about, rank: 1) }
        }
        if isCDF { readCDFAttributes(of: &draft, attributes) }
        entry = consume draft
    }

    private mutating func endItem() {
        guard var draft = entry.take() else { return }
        draft.finish()
        if draft.hasTooManyValues || draft.authors.isOverfull { diagnostics.record(.tooManyValues) }
        let language = languages.last?.language
        let base = explicitBase ?? (format == .atom ? address : nil)
        // A story without authors has those of its source, else the feed's (RFC 4287 §4.2.1).
        if format == .atom, draft.authors.names.isEmpty { draft.authors = feed.authors }
        if format == .atom, draft.link.value == nil {
            let page = page(ofID: draft.id.value)
            draft.link.setIfHigher(page, rank: 1)
        }
        let story = FeedEntry(finished: draft, language: language ?? feed.language.value, base: base, site: site)
        let date = story.published ?? story.updated
        entries.append(story, date: date)
    }

    /// Returns the identifier as the URL of the story's page, which many identifiers are; nil if this one is not a URL.
    private mutating func page(ofID id: String?) -> String? {
        guard let id else { return nil }
        let scheme = id.prefix(8).lowercased()
        let isAddress = scheme.hasPrefix("http://") || scheme == "https://"
        let isPath = id.hasPrefix("/") && !id.hasPrefix("//") && explicitBase != nil
        return isAddress || isPath ? absolute(id) : nil
    }

    // MARK: Fields

    mutating func begin(_ capture: FieldCapture) -> Role {
        self.capture = capture
        captureDepth = 0
        captureBaseCount = bases.count
        divState = 0
        buffer.removeAll(keepingCapacity: true)
        return .field
    }

    private mutating func endField() {
        guard let finished = capture else { return }
        capture = nil
        unwrapCDATA()
        setField(finished)
        if buffer.capacity > 1 << 20 { buffer = [] }
    }

    /// Unwraps a field's CDATA section whose markers some feeds escape.
    private mutating func unwrapCDATA() {
        if let text = buffer.withUnsafeBufferPointer({ FieldText.escapedCDATA($0).map { Array($0) } }) { buffer = text }
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
        let hasOwnBase = bases.count > captureBaseCount
        if hasOwnBase, resolver.isExhausted { diagnostics.record(.addressesTooLong) }
        let base = hasOwnBase && !resolver.isExhausted ? explicitBase : nil
        let lengthBefore = buffer.count
        defer { if base != nil { resolver.addLength(buffer.count - lengthBefore) } }
        XHTMLSerializer.start(element, attributes, names: names, base: base, into: &buffer)
    }

    /// Switches content that is labelled as text but contains elements.
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
        if let language = attributes.trimmed("xml:lang").map(LanguageTagNormalizer.normalized) {
            languages.append((element.depth, language))
            switch element.local {
            case .rss, .rdf, .feed, .channel: feed.language.setIfHigher(language, rank: 1)
            default: break
            }
        }
    }

    private mutating func popScope(_ element: XMLElement) {
        // The index avoids `last`, which copies.
        if !bases.isEmpty, bases[bases.count - 1].depth >= element.depth { bases.removeLast() }
        if !languages.isEmpty, languages[languages.count - 1].depth >= element.depth { languages.removeLast() }
    }
}

extension XMLElement {
    /// The element in Atom's namespace, for feeds that omit the namespace.
    fileprivate var withAtomNamespace: XMLElement {
        XMLElement(symbol: symbol, namespace: .atom, local: local, depth: depth, declaresNamespaces: declaresNamespaces)
    }
}
