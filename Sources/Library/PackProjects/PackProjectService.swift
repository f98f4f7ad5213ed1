public import Foundation
public import Packs

/// A service for packs that are edited here. Every save is a change that can be looked at and taken back; nothing that
/// was saved is ever written over.
public struct PackProjectService: Sendable {
    let context: LibraryContext

    // MARK: - Projects

    /// Returns the project of a publication; nil if it is not edited here.
    public func project(identity: String) async throws(LibraryError) -> PackProject? {
        try await context.database.read { try PackProjectStore(transaction: $0).project(identity: identity) }
    }

    /// Begins to edit a pack. Its media are stored before.
    /// - Throws: `.alreadyThere` if the publication is edited here; `PackInstallError` for media that cannot be stored.
    public func create(
        _ pack: EditablePack, media: some PackMediaSource, by editor: PackEditor
    ) async throws(PackInstallError) -> PackProject {
        let now = context.now()
        let media = try await store(Array(pack.media.values), from: media)
        do {
            return try await context.writeAndNotify { [context] transaction in
                let store = PackProjectStore(transaction: transaction)
                guard try store.project(identity: pack.manifest.identity) == nil else {
                    throw LibraryError.alreadyThere
                }
                let id = try store.insertProject(identity: pack.manifest.identity, at: now)
                // The check follows the first write, as only from then on no other process can remove media.
                guard context.media.hasAll(media) else { throw LibraryError.busy }
                try store.insert(media, in: id)
                _ = try store.record(
                    .create, of: pack.manifest.title, pack.items.map { ($0.key, $0) }, in: id, by: editor, at: now)
                guard let project = try store.project(id) else { throw LibraryError.notThere }
                return project
            }
        } catch { throw .library(error) }
    }

    /// Adds pictures that items may refer to. Pictures that no saved item refers to do no harm.
    /// - Returns: the media that were stored.
    @discardableResult
    public func add(
        _ pictures: [Data], to project: PackProject.ID
    ) async throws(PackInstallError) -> [PackMedium] {
        var files: [PackMediumID: Data] = [:]
        var media: [PackMedium] = []
        for bytes in pictures {
            guard let type = PackMediaType(of: bytes) else { throw .pack(.notAPack("This file is no picture.")) }
            let medium = PackMedium(id: PackMediumID(of: bytes), type: type, size: bytes.count)
            if files.updateValue(bytes, forKey: medium.id) == nil { media.append(medium) }
        }
        let stored = try await store(media, from: PicturesInMemory(files: files))
        do {
            try await context.database.write { [context] transaction in
                let store = PackProjectStore(transaction: transaction)
                guard try store.project(project) != nil else { throw LibraryError.notThere }
                try store.insert(stored, in: project)
                guard context.media.hasAll(stored) else { throw LibraryError.busy }
            }
        } catch { throw .library(error) }
        return stored
    }

    private func store(
        _ media: [PackMedium], from source: some PackMediaSource
    ) async throws(PackInstallError) -> [PackMedium] {
        do { try await context.media.store(media, from: source) } catch { throw PackInstallError(error) }
        return media
    }

    /// Ends the editing of a publication. What was saved here is lost; what was published stays.
    public func remove(_ project: PackProject.ID) async throws(LibraryError) {
        try await context.writeAndNotify { try PackProjectStore(transaction: $0).remove(project) }
        try await context.removeOrphanedMedia()
    }

    // MARK: - Reading

    /// Returns the present state of a publication that is edited.
    /// - Throws: `.notThere` if it is not edited here.
    public func contents(identity: String) async throws(LibraryError) -> PackProjectContents {
        try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let project = try store.project(identity: identity) else { throw LibraryError.notThere }
            return try store.contents(of: project)
        }
    }

    /// Returns the changes, the newest first.
    /// - Parameter number: the change below which to begin.
    public func changes(
        in project: PackProject.ID, before number: Int64 = .max, limit: Int = 100
    ) async throws(LibraryError) -> [PackChange] {
        try await context.database.read {
            try PackProjectStore(transaction: $0).changes(in: project, before: number, limit: limit)
        }
    }

    /// Returns the changes that touched an item, the newest first.
    public func changes(
        of key: PackItem.Key, in project: PackProject.ID, limit: Int = 100
    ) async throws(LibraryError) -> [PackChange] {
        try await context.database.read {
            try PackProjectStore(transaction: $0).changes(of: key, in: project, limit: limit)
        }
    }

    /// Returns an item as it was after a change that touched it.
    /// - Throws: `.notThere` if there is no such change.
    public func revision(
        _ number: Int64, of key: PackItem.Key, in project: PackProject.ID
    ) async throws(LibraryError) -> PackRevision {
        try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let change = try store.change(number, in: project),
                try store.revision(of: key, in: project, upTo: number) == number
            else { throw LibraryError.notThere }
            return PackRevision(change: change, item: try store.item(key, in: project, upTo: number))
        }
    }

    /// Returns the file of a picture of the project.
    /// - Throws: `.notThere`.
    public func medium(_ id: PackMediumID, in project: PackProject.ID) async throws(LibraryError) -> StoredPackMedium {
        let media = try await context.database.read { try PackProjectStore(transaction: $0).media(of: project) }
        guard let medium = media.first(where: { $0.id == id }), context.media.has(medium) else { throw .notThere }
        return StoredPackMedium(medium: medium, file: context.media.file(of: id))
    }

    // MARK: - Saving

    /// Saves an item.
    /// - Parameters:
    ///   - base: the change on which the editor's version rests (`PackProjectContents.revisions`); nil for a new item.
    ///   - subject: the words that the list of changes shows for the item.
    public func save(
        _ item: PackItem, basedOn base: Int64?, in project: PackProject.ID, by editor: PackEditor
    ) async throws(LibraryError) -> PackSaveResult {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let store = PackProjectStore(transaction: transaction)
            let current = try store.item(item.key, in: project)
            let revision = try store.revision(of: item.key, in: project)
            var (saved, other): (PackItem, PackChange?) = (item, nil)
            if revision != base {
                let before = try base.flatMap { try store.item(item.key, in: project, upTo: $0) }
                other = try revision.flatMap { try store.change($0, in: project) }
                guard let other else { throw LibraryError.notThere }
                guard let current, let before, let merged = item.merged(with: current, since: before) else {
                    return .conflict(other, theirs: current)
                }
                saved = merged
            }
            guard saved != current else { return .unchanged }
            let change = try store.record(
                current == nil ? .add : .edit, of: saved.subject, [(saved.key, saved)], in: project, by: editor, at: now
            )
            return other.map { .merged(change, with: $0) } ?? .saved(change)
        }
    }

    /// Makes a change to several items that is computed from the present state.
    /// - Parameter edit: returns the items to save and to remove (nil), with the words for the list of changes; it may
    ///   throw `PackEditError`.
    /// - Returns: nil if nothing differs.
    public func change(
        _ action: PackChange.Action, in project: PackProject.ID, by editor: PackEditor,
        _ edit: @escaping @Sendable (EditablePack) throws -> (subject: String, items: [(PackItem.Key, PackItem?)])
    ) async throws -> PackChange? {
        let now = context.now()
        let result: Result<PackChange?, PackEditError> = try await context.writeAndNotify { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let known = try store.project(project) else { throw LibraryError.notThere }
            let pack = try store.contents(of: known).pack
            do {
                let edit = try edit(pack)
                let items = edit.items.filter { pack[$0.0] != $0.1 }
                guard !items.isEmpty else { return .success(nil) }
                return .success(
                    try store.record(action, of: edit.subject, items, in: project, by: editor, at: now))
            } catch let error as PackEditError { return .failure(error) }
        }
        return try result.get()
    }

    /// Brings an item back as it was after a change.
    /// - Returns: nil if it is the same now.
    public func restore(
        _ key: PackItem.Key, asOf number: Int64, in project: PackProject.ID, by editor: PackEditor
    ) async throws -> PackChange? {
        let item = try await revision(number, of: key, in: project).item
        return try await change(.restore, in: project, by: editor) { pack in
            (item?.subject ?? pack[key]?.subject ?? key.name, [(key, item)])
        }
    }

    /// Takes a change back: every item that it touched is again as it was before.
    /// - Throws: `PackEditError.changedSince` if one of them was changed since then.
    public func undo(
        _ number: Int64, in project: PackProject.ID, by editor: PackEditor
    ) async throws -> PackChange {
        let now = context.now()
        let result: Result<PackChange, PackEditError> = try await context.writeAndNotify { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let undone = try store.change(number, in: project), ![.create, .publish].contains(undone.action)
            else {
                throw LibraryError.notThere
            }
            var items: [(PackItem.Key, PackItem?)] = []
            for key in try store.keys(of: number, in: project) {
                guard try store.revision(of: key, in: project) == number else { return .failure(.changedSince) }
                items.append((key, try store.item(key, in: project, upTo: number - 1)))
            }
            return .success(
                try store.record(
                    .undo, of: undone.subject, items, in: project, by: editor, undoing: number, at: now))
        }
        return try result.get()
    }
}

/// Pictures that were just made.
private struct PicturesInMemory: PackMediaSource {
    let files: [PackMediumID: Data]

    func bytes(of id: PackMediumID) throws(PackError) -> Data {
        guard let bytes = files[id] else { throw .notThere("A picture is missing. Upload it again.") }
        return bytes
    }
}
