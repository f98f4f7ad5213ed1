/// A newspaper as data (decision 4): what it is called, how it looks, where its stories come from and how it behaves.
/// No code ever asks which edition it is; it asks for the option.
public struct Edition: Sendable, Hashable, Identifiable {
    public var id: EditionID
    /// The nameplate.
    public var title: String
    /// One sentence for the Newsstand; nil for none.
    public var about: String?
    /// BCP 47: the language of the paper's own words, such as its section titles.
    public var language: String
    public var look: EditionLook
    public var shell: EditionShell
    public var sections: EditionSections
    public var options: EditionOptions

    public init(
        id: EditionID, title: String, about: String? = nil, language: String = "en", look: EditionLook = EditionLook(),
        shell: EditionShell = EditionShell(), sections: EditionSections, options: EditionOptions = EditionOptions()
    ) {
        self.id = id
        self.title = title
        self.about = about
        self.language = language
        self.look = look
        self.shell = shell
        self.sections = sections
        self.options = options
    }

    /// Whether its sections are the reader's own folders, which the reader fills.
    public var isReadersOwn: Bool { sections == .folders }

    /// The kinds of source it needs.
    public var kinds: Set<SourceKind> {
        switch sections {
        case .folders: []
        case .listed(let sections): Set(sections.flatMap(\.channels).map(\.kind))
        case .offered(let place, _): [place.kind]
        }
    }

    /// What the section of that key does differently.
    public func treatment(of key: String?) -> SectionTreatment {
        switch sections {
        case .folders: SectionTreatment()
        case .listed(let sections): sections.first { $0.key == key }?.treatment ?? SectionTreatment()
        case .offered(_, let treatment): key.flatMap { treatment[$0] } ?? SectionTreatment()
        }
    }

    /// A reader's own subscriptions: its sections are the reader's folders.
    public static let mine = Edition(
        id: .mine, title: "Tidings", about: "Everything you follow.",
        shell: EditionShell(
            front: .tabs, list: .tabs, story: .nothing, tabs: EditionTab.allCases, drawer: false),
        sections: .folders)
}
