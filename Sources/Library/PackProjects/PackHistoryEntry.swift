public import Packs

/// A change with what it did.
public struct PackHistoryEntry: Sendable {
    /// The change.
    public var change: PackChange
    /// The effects on items: at most `PackHistoryEntry.maxItems`, first that on the one by which the change is called. Empty for
    /// the beginning and for publications.
    public var items: [PackItemDifference]
    /// The number of all items that it touched.
    public var itemCount: Int

    /// The maximum number of items of an entry.
    public static let maxItems = 50
}

/// The effect of a change on an item.
public struct PackItemDifference: Sendable, Hashable {
    /// The item.
    public var key: PackItem.Key
    /// The item before the change; nil if the change added it.
    public var before: PackItem?
    /// The item after the change; nil if the change removed it.
    public var after: PackItem?
    /// The places of an item that was moved; nil for one that was not.
    public var move: PackItemMove?

    /// The words for the item in a list.
    public var subject: String { (after ?? before)?.subject ?? key.name }

    /// The fields that differ; empty for an item that was added or removed.
    public var fields: [PackItemField] {
        guard let before, let after else { return [] }
        return after.changedFields(since: before)
    }
}

/// The places of a page or a photograph before and after it was moved.
public struct PackItemMove: Sendable, Hashable {
    /// A place among the pages below another, or among the photographs.
    public struct Place: Sendable, Hashable {
        /// The title of the page above; nil for the first page, and for photographs.
        public var above: String?
        /// The title of the page or photograph before it; nil for the first of its siblings.
        public var previous: String?

        /// Returns the place of a page in a state.
        public init(of page: PackPage, in pack: EditablePack) {
            guard let parent = page.parent else { return }
            above = pack.pages[parent]?.page.title
            previous =
                pack.pages.values.map(\.page).filter { $0.parent == parent && Self.order($0) < Self.order(page) }
                .max { Self.order($0) < Self.order($1) }?.title
        }

        /// Returns the place of a photograph in the gallery.
        init(of photograph: PackPhoto, in pack: EditablePack) {
            let gallery = pack.gallery
            let index = gallery.firstIndex { $0.name == photograph.name } ?? 0
            if index > 0 { previous = PackItem.photograph(gallery[index - 1]).subject }
        }

        /// The order of siblings, as in `PackTree`.
        private static func order(_ page: PackPage) -> (Int, String, String) {
            (page.position, page.title, page.slug)
        }
    }

    /// The place before the move.
    public var from: Place
    /// The place after the move.
    public var to: Place

    /// Compares the places of an item in two states.
    /// - Returns: nil if it stands where it stood.
    init?(of key: PackItem.Key, from before: EditablePack, to after: EditablePack) {
        switch (before[key], after[key]) {
        case (.page(let old)?, .page(let new)?)
        where old.page.parent != new.page.parent || old.page.position != new.page.position:
            (from, to) = (Place(of: old.page, in: before), Place(of: new.page, in: after))
        case (.photograph(let old)?, .photograph(let new)?) where old.position != new.position:
            (from, to) = (Place(of: old, in: before), Place(of: new, in: after))
        default: return nil
        }
        // A sibling that only got another number stands where it stood.
        guard from != to else { return nil }
    }
}

extension PackProjectService {
    /// Returns the changes with what each did, the newest first.
    /// - Parameter number: the change below which to begin.
    public func history(
        in project: PackProject.ID, before number: Int64 = .max, limit: Int = 100
    ) async throws(LibraryError) -> [PackHistoryEntry] {
        try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let known = try store.project(project) else { throw LibraryError.notThere }
            let changes = try store.changes(in: project, before: number, limit: limit)
            guard let last = changes.first else { return [] }
            // The state goes back with the list, so that each change is compared with the state that it left.
            var state = try store.contents(of: known, upTo: last.number).pack
            return try changes.map { change in
                guard change.action != .create else { return PackHistoryEntry(change: change, items: [], itemCount: 0) }
                let keys = try store.keys(of: change.number, in: project)
                let after = state
                for key in keys { state.set(try store.item(key, in: project, upTo: change.number - 1), at: key) }
                return Self.entry(change, keys, from: state, to: after)
            }
        }
    }

    private static func entry(
        _ change: PackChange, _ keys: [PackItem.Key], from before: EditablePack, to after: EditablePack
    ) -> PackHistoryEntry {
        var items: [PackItemDifference] = []
        for key in keys where items.count < PackHistoryEntry.maxItems {
            let item = PackItemDifference(
                key: key, before: before[key], after: after[key], move: PackItemMove(of: key, from: before, to: after))
            // Siblings that were only numbered anew, or that another one passed, are no news.
            let isOwn = change.action != .move || item.subject == change.subject
            if isOwn, item.move != nil || item.fields != [.position] { items.append(item) }
        }
        // The page that the change is called by comes first.
        let own = items.filter { $0.subject == change.subject }
        return PackHistoryEntry(
            change: change, items: own + items.filter { $0.subject != change.subject }, itemCount: keys.count)
    }

    /// Returns the changes that touched an item with what each did to it, the newest first.
    public func history(
        of key: PackItem.Key, in project: PackProject.ID, limit: Int = 100
    ) async throws(LibraryError) -> [PackHistoryEntry] {
        try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            return try store.changes(of: key, in: project, limit: limit).map { change in
                let item = PackItemDifference(
                    key: key, before: try store.item(key, in: project, upTo: change.number - 1),
                    after: try store.item(key, in: project, upTo: change.number))
                return PackHistoryEntry(change: change, items: change.action == .create ? [] : [item], itemCount: 1)
            }
        }
    }

    /// Returns the state of the whole pack after a change.
    /// - Throws: `.notThere` if there is no such project.
    public func contents(
        asOf number: Int64, in project: PackProject.ID
    ) async throws(LibraryError) -> EditablePack {
        try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let known = try store.project(project) else { throw LibraryError.notThere }
            return try store.contents(of: known, upTo: number).pack
        }
    }

    // MARK: - Going back

    /// Brings all items back to the state after a change: what was added since goes, what was removed is there again. It is
    /// one change, which can be taken back; nothing is published by it.
    /// - Parameter number: the number of a publication, or of the beginning.
    /// - Returns: nil if everything is as it was then.
    /// - Throws: `.notThere` if there is no such publication.
    public func goBack(
        to number: Int64, in project: PackProject.ID, by editor: PackEditor
    ) async throws(LibraryError) -> PackChange? {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let known = try store.project(project), let target = try store.change(number, in: project),
                [.publish, .create].contains(target.action)
            else { throw LibraryError.notThere }
            let (present, past) = (
                try store.contents(of: known).pack, try store.contents(of: known, upTo: number).pack
            )
            let keys = Set(present.items.map(\.key)).union(past.items.map(\.key))
            let items = keys.filter { present[$0] != past[$0] }.sorted {
                ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
            }
            guard !items.isEmpty else { return nil }
            return try store.record(
                .goBack, of: target.subject, items.map { ($0, past[$0]) }, in: project, by: editor, undoing: number,
                at: now)
        }
    }
}
