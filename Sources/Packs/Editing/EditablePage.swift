/// A page as editors have it: the page of the pack, with what only editors need.
public struct EditablePage: Sendable, Hashable {
    /// The page as readers will get it. Its slug never changes, so links and favourites stay when it moves.
    public var page: PackPage
    /// The place of the page's subject; nil for none.
    public var place: PackBaseMap.Point?
    /// True if the page and those below it are left out of what is published.
    public var isDraft: Bool

    public init(_ page: PackPage, place: PackBaseMap.Point? = nil, isDraft: Bool = false) {
        self.page = page
        self.place = place
        self.isDraft = isDraft
    }
}
