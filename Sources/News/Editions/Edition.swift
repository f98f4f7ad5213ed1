/// An edition as data. Code checks options, never the identity of an edition.
public struct Edition: Sendable, Hashable, Identifiable {
    /// The edition's name in URLs.
    public var id: EditionID
    /// The title in the nameplate.
    public var title: String
    /// The description for the Newsstand, one sentence.
    public var about: String?
    /// The language of the edition's own texts as a BCP 47 tag.
    public var language: String
    /// The colours and fonts.
    public var theme: EditionTheme
    /// The bars and tabs of pages.
    public var layout: EditionBars
    /// The definition of the sections.
    public var sections: EditionSections
    /// The behaviour of the edition.
    public var options: EditionOptions
    /// The topics that readers can follow; nil for an edition whose sections are the same for everyone.
    public var topics: TopicOptions?
    /// The publication that the edition shows; its one section then holds the publication's pages. Nil for an edition
    /// of stories.
    public var pack: PackOptions?

    public init(
        id: EditionID, title: String, about: String? = nil, language: String = "en",
        theme: EditionTheme = EditionTheme(),
        layout: EditionBars = EditionBars(), sections: EditionSections, options: EditionOptions = EditionOptions(),
        topics: TopicOptions? = nil, pack: PackOptions? = nil
    ) {
        self.id = id
        self.title = title
        self.about = about
        self.language = language
        self.theme = theme
        self.layout = layout
        self.sections = sections
        self.options = options
        self.topics = topics
        self.pack = pack
    }

    /// True if the sections are the reader's folders.
    public var usesFolders: Bool { sections == .folders }

    /// The source kinds of the edition's sections and topics.
    public var sourceKinds: Set<SourceKind> {
        let sectionKinds: Set<SourceKind> =
            switch sections {
            case .folders: []
            case .listed(let sections): Set(sections.flatMap(\.channels).map(\.kind))
            case .offered(let address, _): [address.kind]
            }
        return sectionKinds.union(topics?.sourceKinds ?? [])
    }

    /// Returns the options of a section.
    public func sectionOptions(of key: String?) -> SectionOptions {
        switch sections {
        case .folders: SectionOptions()
        case .listed(let sections): sections.first { $0.key == key }?.options ?? SectionOptions()
        case .offered(_, let options): key.flatMap { options[$0] } ?? SectionOptions()
        }
    }

    /// The edition of a reader's own subscriptions, whose sections are folders.
    public static let mine = Edition(
        id: .mine, title: "Tidings", about: "Everything you follow.",
        layout: EditionBars(
            frontBottomBar: .tabs, listBottomBar: .tabs, storyBottomBar: .actions,
            tabs: [.today, .unread, .feeds, .saved], hasDrawer: false),
        sections: .folders)
}
