/// An edition as data. Code checks options, never which edition it is.
public struct Edition: Sendable, Hashable, Identifiable {
    public var id: EditionID
    /// The nameplate.
    public var title: String
    /// One sentence for the Newsstand.
    public var about: String?
    /// BCP 47, of the edition's own texts.
    public var language: String
    public var theme: EditionTheme
    public var layout: EditionLayout
    public var sections: EditionSections
    public var options: EditionOptions
    /// What readers can follow in it; nil for a paper whose sections are the same for everyone.
    public var topics: TopicOptions?
    /// The publication that it shows; its one section then holds the pages.
    public var pack: PackOptions?

    public init(
        id: EditionID, title: String, about: String? = nil, language: String = "en",
        theme: EditionTheme = EditionTheme(),
        layout: EditionLayout = EditionLayout(), sections: EditionSections, options: EditionOptions = EditionOptions(),
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

    /// Whether its sections are the reader's folders.
    public var usesFolders: Bool { sections == .folders }

    /// Those of its sections and its topics.
    public var sourceKinds: Set<SourceKind> {
        let sectionKinds: Set<SourceKind> =
            switch sections {
            case .folders: []
            case .listed(let sections): Set(sections.flatMap(\.channels).map(\.kind))
            case .offered(let address, _): [address.kind]
            }
        return sectionKinds.union(topics?.sourceKinds ?? [])
    }

    /// The options of a section.
    public func sectionOptions(of key: String?) -> SectionOptions {
        switch sections {
        case .folders: SectionOptions()
        case .listed(let sections): sections.first { $0.key == key }?.options ?? SectionOptions()
        case .offered(_, let options): key.flatMap { options[$0] } ?? SectionOptions()
        }
    }

    /// A reader's own subscriptions; its sections are folders.
    public static let mine = Edition(
        id: .mine, title: "Tidings", about: "Everything you follow.",
        layout: EditionLayout(
            frontBottomBar: .tabs, listBottomBar: .tabs, storyBottomBar: .actions,
            tabs: [.today, .unread, .feeds, .saved], hasDrawer: false),
        sections: .folders)
}
