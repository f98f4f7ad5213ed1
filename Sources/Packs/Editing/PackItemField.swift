/// A part of an item that editors change on its own, for lists of what a change did.
public enum PackItemField: String, Sendable, Hashable, CaseIterable {
    /// A title or an address, which pages and the description have.
    case title, address
    /// A part of a page.
    case text, kind, colour, ground, picture, header, place, parent, draft
    /// The order among the pages below the same one, or among the photographs.
    case position
    /// A photograph's caption, its photographer, and its files.
    case caption, credit, files
    /// A part of the description.
    case languages, licence, credits
    /// The base map.
    case map
}

extension PackItem {
    /// Returns the fields in which this version of an item differs from another, in the order of the editor's form. Items of
    /// different kinds differ in none.
    public func changedFields(since before: PackItem) -> [PackItemField] {
        switch (before, self) {
        case (.page(let old), .page(let new)): Self.changedFields(from: old, to: new)
        case (.photograph(let old), .photograph(let new)):
            Self.fields([
                (.files, old.picture != new.picture), (.caption, old.caption != new.caption),
                (.credit, old.credit != new.credit), (.position, old.position != new.position),
            ])
        case (.manifest(let old), .manifest(let new)):
            Self.fields([
                (.title, old.title != new.title), (.languages, old.languages != new.languages),
                (.licence, old.licence != new.licence), (.address, old.address != new.address),
                (.credits, old.credits != new.credits),
            ])
        case (.baseMap(let old), .baseMap(let new)): Self.fields([(.map, old != new)])
        default: []
        }
    }

    private static func changedFields(from old: EditablePage, to new: EditablePage) -> [PackItemField] {
        let (was, page) = (old.page, new.page)
        return fields([
            (.title, was.title != page.title), (.text, was.text != page.text), (.kind, was.kind != page.kind),
            (.colour, was.colour != page.colour), (.ground, was.ground != page.ground),
            (.picture, was.pictures[.picture] != page.pictures[.picture]),
            (.header, was.pictures[.header] != page.pictures[.header]), (.place, old.place != new.place),
            (.parent, was.parent != page.parent), (.position, was.position != page.position),
            (.address, was.address != page.address), (.draft, old.isDraft != new.isDraft),
        ])
    }

    private static func fields(_ differences: [(field: PackItemField, differs: Bool)]) -> [PackItemField] {
        differences.filter(\.differs).map(\.field)
    }
}
