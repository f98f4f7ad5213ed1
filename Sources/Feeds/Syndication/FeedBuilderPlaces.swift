import Markup

/// What an element is, by where it stands.
extension FeedBuilder {
    mutating func role(of element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard let parent = roles.last else { return root(element, attributes) }
        if begins(story: element, in: parent) {
            beginItem(element, attributes)
            return .item
        }
        switch parent {
        case .document where element.local == .channel: return channel(attributes)
        case .document where element.local == .image: return .image
        case .document, .channel: return channelPart(element, attributes)
        case .item: return itemPart(element, attributes)
        case .origin: return originPart(element)
        case .group, .media: return mediaPart(element, attributes)
        case .image: return imagePart(element)
        case .person: return personPart(element)
        case .category: return category(element, attributes)
        case .alternate: return alternatePart(element, attributes)
        case .skipHours: return element.local == .hour ? begin(FieldCapture(target: .skipHour)) : .passedOver
        case .skipDays: return element.local == .day ? begin(FieldCapture(target: .skipDay)) : .passedOver
        case .field, .passedOver: return .passedOver
        }
    }

    private mutating func root(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        switch (element.local, element.space) {
        case (.rss, _): format = .rss
        case (.rdf, _): format = .rdf
        case (.feed, .atom), (.feed, .plain):
            format = .atom
            rootIsPlainAtom = element.space == .plain
            return .channel
        case (.channel, .plain):
            format = .rss
            isChannelDefinition = true
            noteDefinition(attributes)
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
    private mutating func begins(story element: XMLElement, in parent: Role) -> Bool {
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
            if element.space == .plain, element.local == .link, Self.leadsToPage(attributes) {
                if let href = attributes.trimmed("href") { offer(feedLink: href, rank: 2) }
            }
            if isChannelDefinition, element.local == .logo { noteLogo(attributes) }
            return begin(capture)
        }
        switch (element.space, element.local) {
        case (.plain, .image): return .image
        case (.plain, .channel) where isChannelDefinition: return .channel
        case (.plain, .skipHours): return .skipHours
        case (.plain, .skipDays): return .skipDays
        case (.atom, .author): return beginPerson(rank: 5)
        case (.atom, .link): feedLink(attributes)
        case (.itunes, .image), (.googlePlay, .image), (.podcast, .image):
            feed.image.offer(absolute(attributes.trimmed("href") ?? attributes.trimmed("url")), rank: 2)
        case (.media, .thumbnail): feed.image.offer(absolute(attributes.trimmed("url")), rank: 1)
        default: break
        }
        return .passedOver
    }

    private mutating func itemPart(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        if let capture = ItemFields.capture(element, attributes) {
            switch (element.space, capture.target) {
            case (.plain, .guid): entry?.isPermaLink = !attributes.says("isPermaLink", "false")
            case (.plain, .link) where Self.leadsToPage(attributes):
                let href = attributes.trimmed("href") ?? attributes.text(local: "resource")
                let page = absolute(href)
                entry?.link.offer(page, rank: 2)
            default: break
            }
            return begin(capture)
        }
        switch (element.space, element.local) {
        case (.atom, .author): return beginPerson(rank: 5)
        case (.atom, .source): return .origin
        case (.atom, .link): link(attributes)
        case (.atom, .category), (.plain, .category):
            let label = attributes.trimmed("label") ?? attributes.trimmed("term")
            if let label { entry?.add(category: label.isPlainLine ? label : PlainText.of(possiblyHTMLTitle: label)) }
        case (.itunes, .category): return category(element, attributes)
        case (.atom, .content): linkedContent(attributes)
        case (.plain, .enclosure): enclosure(attributes)
        case (.plain, .a) where isChannelDefinition: noteAnchor(attributes)
        case (.itunes, .image), (.googlePlay, .image), (.podcast, .image):
            if let url = absolute(attributes.trimmed("href") ?? attributes.trimmed("url")) {
                entry?.media.append(PictureDraft(url: url, medium: "image"))
            }
        case (.podcast, .alternateEnclosure): return beginAlternate(attributes)
        case (.podcast, .socialInteract):
            let page = absolute(attributes.trimmed("uri"))
            entry?.comments.offer(page, rank: 2)
        case (.media, _): return mediaPart(element, attributes)
        default: break
        }
        return .passedOver
    }

    /// A link that forgot Atom's namespace may have its `rel`.
    private static func leadsToPage(_ attributes: XMLAttributes) -> Bool {
        attributes.value("rel") == nil || attributes.trimmed("rel").map { $0.lowercased() == "alternate" } ?? true
    }

    /// `itunes:category` holds another one, which is the narrower.
    private mutating func category(_ element: XMLElement, _ attributes: XMLAttributes) -> Role {
        guard element.space == .itunes, element.local == .category else { return .passedOver }
        if let text = attributes.trimmed("text") { entry?.add(category: text) }
        return .category
    }

    /// Of `atom:source` (RFC 4287 §4.2.11) only its authors are the story's.
    private mutating func originPart(_ element: XMLElement) -> Role {
        element.space == .atom && element.local == .author ? beginPerson(rank: 2) : .passedOver
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
}
