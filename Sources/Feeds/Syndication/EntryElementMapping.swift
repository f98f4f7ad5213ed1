/// The mapping of a story's elements to fields. Unknown elements and those with data in attributes give nil.
enum EntryElementMapping {
    static func capture(_ element: XMLElement, _ attributes: XMLAttributes) -> FieldCapture? {
        switch element.namespace {
        case .plain: plain(element.local, attributes)
        case .atom: atom(element.local, attributes)
        case .content: element.local == .encoded ? FieldCapture(target: .content, textType: .html, rank: 5) : nil
        case .xhtml:
            element.local == .body || element.local == .div
                ? FieldCapture(target: .content, textType: .xhtml, rank: 4) : nil
        case .dublinCore: dublinCore(element.local)
        case .dublinCoreTerms: dublinCoreTerms(element.local)
        case .itunes, .googlePlay: itunes(element.local, attributes)
        case .media: media(element.local, attributes)
        case .slash: element.local == .comments ? FieldCapture(target: .commentCount, rank: 2) : nil
        case .threading: element.local == .total ? FieldCapture(target: .commentCount, rank: 3) : nil
        case .commentAPI: element.local == .commentRss ? FieldCapture(target: .commentFeed) : nil
        case .podcast: element.local == .person ? FieldCapture(target: .author, rank: 1) : nil
        case .feedburner: element.local == .origLink ? FieldCapture(target: .originalLink) : nil
        default: nil
        }
    }

    private static func plain(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .title, textType: .title, rank: 5)
        case .link, .url: FieldCapture(target: .link, rank: local == .link ? 5 : 1)
        case .description: FieldCapture(target: .summary, textType: .html, rank: 5)
        case .content, .body, .fullText, .fullItem, .encoded: FieldCapture(target: .content, textType: .html, rank: 3)
        case .summary, .abstract: FieldCapture(target: .summary, textType: .html, rank: 3)
        case .guid: FieldCapture(target: .guid, rank: 5)
        case .id: FieldCapture(target: .id, rank: 3)
        case .pubDate: FieldCapture(target: .published, rank: 4)
        case .date, .published, .issued, .created: FieldCapture(target: .published, rank: 2)
        case .updated, .modified, .lastBuildDate: FieldCapture(target: .updated, rank: 2)
        case .author, .creator: FieldCapture(target: .author, rank: 4)
        case .category: attributes.trimmed("term") == nil ? FieldCapture(target: .category) : nil
        case .tags, .keywords: FieldCapture(target: .keywords)
        case .comments: FieldCapture(target: .comments, rank: 5)
        case .language: FieldCapture(target: .language)
        case .image: picture(attributes, rank: 2)
        case .thumbnail: picture(attributes, rank: 1)
        default: nil
        }
    }

    /// Returns the field of an image's address given as text; rank 1 means a thumbnail.
    private static func picture(_ attributes: XMLAttributes, rank: Int) -> FieldCapture? {
        guard attributes.trimmed("url") == nil, attributes.trimmed("href") == nil else { return nil }
        return FieldCapture(target: .picture, textType: .html, rank: rank)
    }

    private static func atom(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .title, textType: AtomTextType.textType(attributes), rank: 4)
        case .summary: FieldCapture(target: .summary, textType: AtomTextType.textType(attributes), rank: 4)
        case .content:
            attributes.trimmed("src") == nil
                ? FieldCapture(target: .content, textType: AtomTextType.textType(attributes), rank: 4) : nil
        case .id: FieldCapture(target: .id, rank: 4)
        case .published, .issued: FieldCapture(target: .published, rank: 6)
        case .created: FieldCapture(target: .created, rank: 1)
        case .updated, .modified: FieldCapture(target: .updated, rank: 5)
        default: rssNameInAtom(local, attributes)
        }
    }

    /// Returns the field of one of RSS's names in Atom's namespace, with a rank below Atom's own names.
    private static func rssNameInAtom(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .link:
            attributes.value("href") == nil && attributes.value("rel") == nil
                ? FieldCapture(target: .link, rank: 2) : nil
        case .guid: FieldCapture(target: .guid, rank: 3)
        case .pubDate: FieldCapture(target: .published, rank: 4)
        case .date: FieldCapture(target: .published, rank: 2)
        case .description: FieldCapture(target: .summary, textType: .html, rank: 3)
        case .body, .encoded, .fullText: FieldCapture(target: .content, textType: .html, rank: 3)
        case .creator: FieldCapture(target: .author, rank: 4)
        case .category:
            attributes.value("term") == nil && attributes.value("label") == nil
                ? FieldCapture(target: .category) : nil
        case .tags, .keywords: FieldCapture(target: .keywords)
        case .comments: FieldCapture(target: .comments, rank: 3)
        default: nil
        }
    }

    private static func dublinCore(_ local: ElementName) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .title, textType: .title, rank: 2)
        case .creator, .author: FieldCapture(target: .author, rank: 5)
        case .publisher, .contributor: nil
        case .date: FieldCapture(target: .dublinCoreDate, rank: 5)
        case .subject: FieldCapture(target: .category)
        case .description: FieldCapture(target: .summary, textType: .html, rank: 2)
        case .identifier: FieldCapture(target: .id, rank: 1)
        case .language: FieldCapture(target: .language)
        default: nil
        }
    }

    private static func dublinCoreTerms(_ local: ElementName) -> FieldCapture? {
        switch local {
        case .issued: FieldCapture(target: .published, rank: 5)
        case .created: FieldCapture(target: .created, rank: 1)
        case .modified: FieldCapture(target: .updated, rank: 3)
        case .abstract: FieldCapture(target: .summary, textType: .html, rank: 2)
        case .creator: FieldCapture(target: .author, rank: 3)
        case .subject: FieldCapture(target: .category)
        default: nil
        }
    }

    private static func itunes(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .title, textType: .title, rank: 1)
        case .author: FieldCapture(target: .author, rank: 2)
        case .summary, .description: FieldCapture(target: .summary, textType: .html, rank: 2)
        case .subtitle: FieldCapture(target: .summary, textType: .html, rank: 1)
        case .duration: FieldCapture(target: .duration)
        case .keywords: FieldCapture(target: .keywords)
        case .image: picture(attributes, rank: 2)
        default: nil
        }
    }

    private static func media(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .title, textType: .title, rank: 1)
        case .description:
            FieldCapture(target: .mediaText, textType: attributes.trimmed("type") == "html" ? .html : .literal)
        case .text: FieldCapture(target: .caption, textType: .title)
        case .category: FieldCapture(target: .category)
        case .credit: FieldCapture(target: .credit, textType: .title)
        case .keywords: FieldCapture(target: .keywords)
        case .thumbnail: picture(attributes, rank: 1)
        default: nil
        }
    }
}
