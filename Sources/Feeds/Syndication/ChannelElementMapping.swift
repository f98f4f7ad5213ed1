/// The mapping of a feed's elements to fields.
enum ChannelElementMapping {
    static func capture(_ element: XMLElement, _ attributes: XMLAttributes) -> FieldCapture? {
        switch (element.namespace, element.local) {
        case (.plain, let local): plain(local)
        case (.atom, let local): atom(local, attributes)
        case (.dublinCore, .title): FieldCapture(target: .feedTitle, textType: .title, rank: 1)
        case (.dublinCore, .description): FieldCapture(target: .feedSubtitle, textType: .title, rank: 1)
        case (.dublinCore, .creator), (.dublinCore, .author): FieldCapture(target: .feedAuthor, rank: 4)
        case (.dublinCore, .language): FieldCapture(target: .feedLanguage, rank: 2)
        case (.dublinCore, .date): FieldCapture(target: .feedUpdated, rank: 2)
        case (.dublinCoreTerms, .modified): FieldCapture(target: .feedUpdated, rank: 3)
        case (.itunes, .author), (.googlePlay, .author): FieldCapture(target: .feedAuthor, rank: 2)
        case (.itunes, .summary), (.googlePlay, .description):
            FieldCapture(target: .feedSubtitle, textType: .title, rank: 2)
        case (.itunes, .subtitle): FieldCapture(target: .feedSubtitle, textType: .title, rank: 1)
        case (.podcast, .person): FieldCapture(target: .feedAuthor, rank: 1)
        case (.syndication, .updatePeriod): FieldCapture(target: .updatePeriod)
        case (.syndication, .updateFrequency): FieldCapture(target: .updateFrequency)
        case (.syndication, .updateBase): FieldCapture(target: .updateBase)
        default: nil
        }
    }

    private static func plain(_ local: ElementName) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .feedTitle, textType: .title, rank: 5)
        case .link, .url: FieldCapture(target: .feedLink, rank: local == .link ? 5 : 1)
        case .description: FieldCapture(target: .feedSubtitle, textType: .title, rank: 5)
        case .subtitle, .tagline, .abstract: FieldCapture(target: .feedSubtitle, textType: .title, rank: 1)
        case .language: FieldCapture(target: .feedLanguage, rank: 5)
        case .managingEditor, .author: FieldCapture(target: .feedAuthor, rank: 3)
        case .lastBuildDate: FieldCapture(target: .feedUpdated, rank: 5)
        case .pubDate, .updated, .modified: FieldCapture(target: .feedUpdated, rank: 4)
        case .ttl: FieldCapture(target: .ttl)
        case .id, .guid: FieldCapture(target: .feedID)
        case .icon: FieldCapture(target: .feedIcon, rank: 1)
        case .logo: FieldCapture(target: .feedImage, rank: 1)
        default: nil
        }
    }

    private static func atom(_ local: ElementName, _ attributes: XMLAttributes) -> FieldCapture? {
        switch local {
        case .title: FieldCapture(target: .feedTitle, textType: AtomTextType.textType(attributes), rank: 4)
        case .subtitle, .tagline:
            FieldCapture(target: .feedSubtitle, textType: AtomTextType.textType(attributes), rank: 4)
        case .id: FieldCapture(target: .feedID)
        case .updated, .modified: FieldCapture(target: .feedUpdated, rank: 6)
        case .icon: FieldCapture(target: .feedIcon, rank: 4)
        case .logo: FieldCapture(target: .feedImage, rank: 4)
        // Some Atom feeds use RSS's names.
        case .link: attributes.value("href") == nil ? FieldCapture(target: .feedLink, rank: 2) : nil
        case .description: FieldCapture(target: .feedSubtitle, textType: .title, rank: 3)
        case .pubDate, .lastBuildDate: FieldCapture(target: .feedUpdated, rank: 3)
        case .language: FieldCapture(target: .feedLanguage, rank: 1)
        case .ttl: FieldCapture(target: .ttl)
        default: nil
        }
    }
}
