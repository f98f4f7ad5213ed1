import Markup

/// The assignment of roles to elements.
extension FeedBuilder {
    mutating func role(of element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard let parent = roles.last else { return root(element, attributes) }
        if beginsStory(element, in: parent) {
            guard hasRoomForEntry() else { return .ignored }
            beginItem(element, attributes)
            return .item
        }
        switch parent {
        case .document where element.local == .channel: return channel(attributes)
        case .document where element.local == .image: return .image
        case .document, .channel: return roleInChannel(element, attributes)
        case .item: return roleInItem(element, attributes)
        case .source: return roleInSource(element)
        case .group, .media: return roleInMedia(element, attributes)
        case .image: return roleInImage(element)
        case .person: return roleInPerson(element)
        case .category: return category(element, attributes)
        case .alternate: return roleInAlternateEnclosure(element, attributes)
        case .skipHours: return element.local == .hour ? begin(FieldCapture(target: .skipHour)) : .ignored
        case .skipDays: return element.local == .day ? begin(FieldCapture(target: .skipDay)) : .ignored
        case .field, .ignored: return .ignored
        }
    }

    private mutating func root(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        switch (element.local, element.namespace) {
        case (.rss, _): format = .rss
        case (.rdf, _): format = .rdf
        case (.feed, .atom), (.feed, .plain):
            format = .atom
            isAtomWithoutNamespace = element.namespace == .plain
            return .channel
        case (.channel, .plain):
            format = .rss
            isCDF = true
            readCDFAttributes(attributes)
            return .channel
        case (.entry, .atom):
            format = .atom
            entry = EntryDraft()
            return .item
        default:
            let name = String(decoding: names.writtenName(element.symbol).prefix(60), as: UTF8.self)
            foreignRoot = (name, element.local)
            return .ignored
        }
        return .document
    }

    /// Returns true if the element begins a story. Items may be anywhere outside other items; a nested item means a
    /// missing end tag.
    private mutating func beginsStory(_ element: XMLElement, in parent: Role) -> Bool {
        guard element.local == .item || element.local == .entry, foreignRoot == nil else { return false }
        guard element.namespace == .plain || element.namespace == .atom else { return false }
        return entry == nil || parent == .item
    }

    private mutating func channel(_ attributes: XMLAttributes) -> Role {
        if format == .rdf, let about = attributes.text(local: "about") { feed.id.setIfNil(about) }
        return .channel
    }

    private mutating func roleInChannel(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if let capture = ChannelElementMapping.capture(element, attributes) {
            if element.namespace == .plain, element.local == .link, Self.linksToPage(attributes) {
                if let href = attributes.trimmed("href") { setFeedLink(href, rank: 2) }
            }
            if isCDF, element.local == .logo { readCDFLogo(attributes) }
            return begin(capture)
        }
        switch (element.namespace, element.local) {
        case (.plain, .image): return .image
        case (.plain, .channel) where isCDF: return .channel
        case (.plain, .skipHours): return .skipHours
        case (.plain, .skipDays): return .skipDays
        case (.atom, .author): return beginPerson(rank: 5)
        case (.atom, .link): feedLink(attributes)
        case (.itunes, .image), (.googlePlay, .image), (.podcast, .image):
            feed.image.setIfHigher(absolute(attributes.trimmed("href") ?? attributes.trimmed("url")), rank: 2)
        case (.media, .thumbnail): feed.image.setIfHigher(absolute(attributes.trimmed("url")), rank: 1)
        default: break
        }
        return .ignored
    }

    private mutating func roleInItem(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if let capture = EntryElementMapping.capture(element, attributes) {
            switch (element.namespace, capture.target) {
            case (.plain, .guid), (.atom, .guid): entry?.isPermaLink = !attributes.equals("isPermaLink", "false")
            case (.plain, .link) where Self.linksToPage(attributes):
                let href = attributes.trimmed("href") ?? attributes.text(local: "resource")
                let page = absolute(href)
                entry?.link.setIfHigher(page, rank: 2)
            default: break
            }
            return begin(capture)
        }
        switch (element.namespace, element.local) {
        case (.atom, .author): return beginPerson(rank: 5)
        case (.atom, .source): return .source
        case (.atom, .link): link(attributes)
        case (.atom, .category), (.plain, .category):
            let label = attributes.trimmed("label") ?? attributes.trimmed("term")
            if let label {
                entry?.add(category: label.isPlainSingleLine ? label : PlainText.of(possiblyHTMLTitle: label))
            }
        case (.itunes, .category): return category(element, attributes)
        case (.atom, .content): linkedContent(attributes)
        case (.plain, .enclosure), (.atom, .enclosure): enclosure(attributes)
        case (.plain, .a) where isCDF: readCDFAnchor(attributes)
        case (.plain, .image), (.plain, .thumbnail): addPicture(attributes, isThumbnail: element.local == .thumbnail)
        case (.itunes, .image), (.googlePlay, .image), (.podcast, .image):
            if let url = absolute(attributes.trimmed("href") ?? attributes.trimmed("url")) {
                entry?.add(MediaDraft(url: url, medium: "image"))
            }
        case (.podcast, .alternateEnclosure): return beginAlternate(attributes)
        case (.podcast, .socialInteract):
            let page = absolute(attributes.trimmed("uri"))
            entry?.comments.setIfHigher(page, rank: 2)
        case (.media, _): return roleInMedia(element, attributes)
        default: break
        }
        return .ignored
    }

    /// Returns true if the link leads to the story's page: a link without Atom's namespace may have a `rel`.
    private static func linksToPage(_ attributes: XMLAttributes) -> Bool {
        attributes.value("rel") == nil || attributes.trimmed("rel").map { $0.lowercased() == "alternate" } ?? true
    }

    /// Adds a category; a nested `itunes:category` is the narrower one.
    private mutating func category(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard element.namespace == .itunes, element.local == .category else { return .ignored }
        if let text = attributes.trimmed("text") { entry?.add(category: text) }
        return .category
    }

    /// Returns the role of an element in `atom:source`, of which only authors are used (RFC 4287 §4.2.11).
    private mutating func roleInSource(_ element: XMLElement) -> Role {
        element.namespace == .atom && element.local == .author ? beginPerson(rank: 2) : .ignored
    }

    /// Returns the role of an element in an RSS image, whose title and link repeat the feed's.
    private mutating func roleInImage(_ element: XMLElement) -> Role {
        element.local == .url ? begin(FieldCapture(target: .feedImage, rank: 5)) : .ignored
    }

    private mutating func roleInPerson(_ element: XMLElement) -> Role {
        switch element.local {
        case .name: begin(FieldCapture(target: .personName))
        case .email: begin(FieldCapture(target: .personEmail))
        case .uri, .url: begin(FieldCapture(target: .personAddress))
        default: .ignored
        }
    }
}
