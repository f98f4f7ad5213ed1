/// An edition of the newspaper as data: its title, theme, sources and options. No code ever checks which edition it is;
/// code checks options.
public struct Edition: Sendable, Hashable, Identifiable {
    public var id: EditionID
    /// The nameplate.
    public var title: String
    /// One sentence for the Newsstand; nil for none.
    public var about: String?
    /// BCP 47: the language of the edition's own texts, such as its section titles.
    public var language: String
    public var theme: EditionTheme
    public var layout: EditionLayout
    public var sections: EditionSections
    public var options: EditionOptions

    public init(
        id: EditionID, title: String, about: String? = nil, language: String = "en",
        theme: EditionTheme = EditionTheme(),
        layout: EditionLayout = EditionLayout(), sections: EditionSections, options: EditionOptions = EditionOptions()
    ) {
        self.id = id
        self.title = title
        self.about = about
        self.language = language
        self.theme = theme
        self.layout = layout
        self.sections = sections
        self.options = options
    }

    /// Whether its sections are the reader's own folders.
    public var usesFolders: Bool { sections == .folders }

    /// The source kinds it needs.
    public var sourceKinds: Set<SourceKind> {
        switch sections {
        case .folders: []
        case .listed(let sections): Set(sections.flatMap(\.channels).map(\.kind))
        case .offered(let address, _): [address.kind]
        }
    }

    /// Returns the options of the section with that key.
    public func sectionOptions(of key: String?) -> SectionOptions {
        switch sections {
        case .folders: SectionOptions()
        case .listed(let sections): sections.first { $0.key == key }?.options ?? SectionOptions()
        case .offered(_, let treatment): key.flatMap { treatment[$0] } ?? SectionOptions()
        }
    }

    /// The edition of a reader's own subscriptions: its sections are the reader's folders.
    public static let mine = Edition(
        id: .mine, title: "Tidings", about: "Everything you follow.",
        layout: EditionLayout(
            frontBottomBar: .tabs, listBottomBar: .tabs, storyBottomBar: .nothing, tabs: EditionTab.allCases,
            hasDrawer: false),
        sections: .folders)
}
