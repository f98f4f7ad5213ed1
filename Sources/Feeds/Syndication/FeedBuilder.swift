import Foundation
import Markup

/// Builds a feed and its stories from the elements of RSS, RDF and Atom. One builder for all three, because feeds mix
/// their elements; the elements' namespaces and places decide what they mean.
struct FeedBuilder: XMLSink {
    /// Which part of the document an open element is.
    enum Role {
        case document, channel, item, image, person, media, group, skipHours, skipDays, field, passedOver
    }

    let address: WebAddress?
    let limits: FeedLimits
    private let names: XMLNames
    /// Known once the outermost element has begun.
    var format: FeedFormat?
    /// The outermost element's name, when it is not a feed's.
    private(set) var foreignRoot: (name: String, local: ElementName)?
    /// Stories that are complete and have not been handed on.
    var ready: [FeedEntry] = []
    var complaints = Complaints()

    var feed = FeedDraft()
    var entry: EntryDraft?
    /// What the feed's link is, resolved.
    var knownSite: WebAddress?
    private var entries = 0
    private var roles: [Role] = []
    private var rootIsPlainAtom = false
    private var bases: [(depth: Int, base: WebAddress?)] = []
    /// The outermost element's own base.
    private(set) var rootBase: WebAddress?
    private var languages: [(depth: Int, language: String)] = []

    // the field that is being read
    private var capture: FieldCapture?
    private var captureDepth = 0
    private var captureBases = 0
    private var envelope = 0
    var buffer: [UInt8] = []

    // people and pictures consist of several elements
    var person: Person?
    var picture: PictureDraft?

    init(address: WebAddress?, names: XMLNames, limits: FeedLimits) {
        (self.address, self.names, self.limits) = (address, names, limits)
        buffer.reserveCapacity(16384)
    }

    var wantsText: Bool { capture != nil }

    /// What relative addresses resolve against here; nil when no `xml:base` says anything.
    var statedBase: WebAddress? { bases.last?.base }
    /// The feed's site, as far as is known.
    var site: WebAddress? { knownSite ?? address }
    /// What a link resolves against here. RSS has no base of its own, and its links mean the site.
    var linkBase: WebAddress? { statedBase ?? (format == .atom ? address : site) }

    // MARK: events

    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes) {
        if !attributes.isEmpty { noteSurroundings(element, attributes) }
        if capture != nil {
            captureDepth += 1
            markupStart(element, attributes)
            return
        }
        let element = rootIsPlainAtom && element.space == .plain ? element.inAtom : element
        let role = role(of: element, attributes)
        roles.append(role)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let capture else { return }
        guard buffer.count < limits.field else {
            complaints.note(.fieldTooLong)
            return
        }
        if case .xhtml = capture.form {
            MarkupWriter.escape(bytes, into: &buffer)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    mutating func end(_ element: XMLElement) {
        defer { leaveSurroundings(element) }
        if capture != nil, captureDepth > 0 {
            markupEnd(element)
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
        case .image, .channel, .document, .skipHours, .skipDays, .passedOver: break
        }
    }

    // MARK: places

    private mutating func role(of element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard let parent = roles.last else { return root(element) }
        if begins(story: element, in: parent) {
            beginItem(element, attributes)
            return .item
        }
        switch parent {
        case .document where element.local == .channel: return channel(attributes)
        case .document where element.local == .image: return .image
        case .document, .channel: return channelPart(element, attributes)
        case .item: return itemPart(element, attributes)
        case .group, .media: return mediaPart(element, attributes)
        case .image: return imagePart(element)
        case .person: return personPart(element)
        case .skipHours: return element.local == .hour ? begin(FieldCapture(target: .skipHour)) : .passedOver
        case .skipDays: return element.local == .day ? begin(FieldCapture(target: .skipDay)) : .passedOver
        case .field, .passedOver: return .passedOver
        }
    }

    private mutating func root(_ element: XMLElement) -> Role {
        switch (element.local, element.space) {
        case (.rss, _): format = .rss
        case (.rdf, _): format = .rdf
        case (.feed, .atom), (.feed, .plain):
            format = .atom
            rootIsPlainAtom = element.space == .plain
            return .channel
        case (.channel, .plain):
            format = .rss
            return .channel
        case (.entry, .atom):
            format = .atom
            entry = EntryDraft()
            return .item
        default:
            let name = String(decoding: names.spelling(element.symbol).prefix(60), as: UTF8.self)
            foreignRoot = (name, element.local)
            return .passedOver
        }
        return .document
    }

    /// Stories may stand nearly anywhere outside other stories; one inside another means that an end tag is missing.
    private func begins(story element: XMLElement, in parent: Role) -> Bool {
        guard element.local == .item || element.local == .entry, foreignRoot == nil else { return false }
        guard element.space == .plain || element.space == .atom else { return false }
        return entry == nil || parent == .item
    }

    private mutating func channel(_ attributes: XMLAttributes) -> Role {
        if format == .rdf, let about = attributes.text(local: "about") { feed.id.take(about) }
        return .channel
    }

    private mutating func channelPart(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if let capture = ChannelFields.capture(element, attributes) {
            if element.space == .plain, element.local == .link, let href = attributes.trimmed("href") {
                offer(feedLink: href, rank: 2)
            }
            return begin(capture)
        }
        switch (element.space, element.local) {
        case (.plain, .image): return .image
        case (.plain, .skipHours): return .skipHours
        case (.plain, .skipDays): return .skipDays
        case (.atom, .author): return beginPerson()
        case (.atom, .link): feedLink(attributes)
        case (.itunes, .image), (.googlePlay, .image):
            feed.image.offer(absolute(attributes.trimmed("href")), rank: 2)
        case (.media, .thumbnail): feed.image.offer(absolute(attributes.trimmed("url")), rank: 1)
        default: break
        }
        return .passedOver
    }

    private mutating func itemPart(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if let capture = ItemFields.capture(element, attributes) {
            switch (element.space, capture.target) {
            case (.plain, .guid): entry?.isPermaLink = attributes.trimmed("isPermaLink")?.lowercased() != "false"
            case (.plain, .link):
                let href = attributes.trimmed("href") ?? attributes.text(local: "resource")
                let page = absolute(href)
                entry?.link.offer(page, rank: 2)
            default: break
            }
            return begin(capture)
        }
        switch (element.space, element.local) {
        case (.atom, .author): return beginPerson()
        case (.atom, .link): link(attributes)
        case (.atom, .category), (.plain, .category):
            let label = attributes.trimmed("label") ?? attributes.trimmed("term")
            if let label { entry?.add(category: PlainText.of(possiblyHTMLTitle: label)) }
        case (.itunes, .category):
            if let text = attributes.trimmed("text") { entry?.add(category: text) }
        case (.atom, .content): linkedContent(attributes)
        case (.plain, .enclosure): enclosure(attributes)
        case (.itunes, .image), (.googlePlay, .image):
            if let url = absolute(attributes.trimmed("href")) {
                entry?.media.append(PictureDraft(url: url, medium: "image"))
            }
        case (.media, _): return mediaPart(element, attributes)
        default: break
        }
        return .passedOver
    }

    /// Only the address is of use: a picture's title and link are the feed's own.
    private mutating func imagePart(_ element: XMLElement) -> Role {
        element.local == .url ? begin(FieldCapture(target: .feedImage, rank: 5)) : .passedOver
    }

    private mutating func personPart(_ element: XMLElement) -> Role {
        switch element.local {
        case .name: begin(FieldCapture(target: .personName))
        case .email: begin(FieldCapture(target: .personEmail))
        case .uri, .url: begin(FieldCapture(target: .personAddress))
        default: .passedOver
        }
    }

    // MARK: stories

    private mutating func beginItem(_ element: XMLElement, _ attributes: XMLAttributes) {
        if entry != nil { endItem() }
        let draft = EntryDraft()
        if let about = attributes.text(local: "about") { draft.id.offer(about, rank: 2) }
        entry = draft
    }

    private mutating func endItem() {
        guard let draft = entry else { return }
        entry = nil
        guard entries < limits.entries else {
            complaints.note(.tooManyEntries)
            return
        }
        entries += 1
        let language = languages.last?.language
        let base = statedBase ?? (format == .atom ? address : nil)
        ready.append(draft.finished(language: language ?? feed.language.value, base: base, site: site))
    }

    // MARK: fields

    /// Begins to read an element's text.
    mutating func begin(_ capture: FieldCapture) -> Role {
        self.capture = capture
        captureDepth = 0
        captureBases = bases.count
        envelope = 0
        buffer.removeAll(keepingCapacity: true)
        return .field
    }

    private mutating func endField() {
        guard let finished = capture else { return }
        capture = nil
        fill(finished)
        if buffer.capacity > 1 << 20 { buffer = [] }
    }

    private mutating func markupStart(_ element: XMLElement, _ attributes: XMLAttributes) {
        guard let capture else { return }
        switch capture.form {
        case .xhtml:
            if captureDepth == 1, envelope == 0, element.local == .div {
                envelope = 1
                return
            }
        case .html, .title: break
        case .literal: becomeMarkup()
        case .text, .base64: return
        }
        guard buffer.count < limits.field else { return }
        let base = bases.count > captureBases ? statedBase : nil
        MarkupWriter.start(element, attributes, names: names, base: base, into: &buffer)
    }

    /// What was said to be text holds elements after all.
    private mutating func becomeMarkup() {
        var escaped: [UInt8] = []
        buffer.withUnsafeBufferPointer { MarkupWriter.escape($0, into: &escaped) }
        buffer = escaped
        capture?.form = .xhtml
        envelope = 2
    }

    private mutating func markupEnd(_ element: XMLElement) {
        guard let capture else { return }
        switch capture.form {
        case .xhtml:
            if captureDepth == 1, envelope == 1, element.local == .div {
                envelope = 2
                return
            }
        case .html, .title: break
        case .literal, .text, .base64: return
        }
        MarkupWriter.end(element, names: names, into: &buffer)
    }

    // MARK: surroundings

    private mutating func noteSurroundings(_ element: XMLElement, _ attributes: XMLAttributes) {
        if let written = attributes.trimmed("xml:base") {
            let base = WebAddress(written, base: statedBase ?? address) ?? statedBase ?? address
            bases.append((element.depth, base))
            if element.depth == 1 { rootBase = base }
        }
        if let language = attributes.trimmed("xml:lang") {
            languages.append((element.depth, language))
            if element.depth <= 2, entry == nil { feed.language.offer(language, rank: 1) }
        }
    }

    private mutating func leaveSurroundings(_ element: XMLElement) {
        if let last = bases.last, last.depth >= element.depth { bases.removeLast() }
        if let last = languages.last, last.depth >= element.depth { languages.removeLast() }
    }
}

extension XMLElement {
    /// The same name as an element of Atom, for feeds that forget its namespace.
    fileprivate var inAtom: XMLElement {
        XMLElement(symbol: symbol, space: .atom, local: local, depth: depth, declares: declares)
    }
}
