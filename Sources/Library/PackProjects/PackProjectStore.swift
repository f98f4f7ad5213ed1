import Foundation
import Packs

/// The rows of the packs that are edited.
struct PackProjectStore {
    let transaction: Transaction

    private static let columns = """
        id, identity, change_number, published_version, published_change_number, published_at, publish_due_at,
        publishing_version, publishing_change_number, publish_failure, is_served, file_path, file_sha256
        """

    // MARK: - Projects

    func project(_ id: PackProject.ID) throws -> PackProject? {
        try transaction.first(
            "select \(Self.columns) from pack_project where id = ?", [.number(id.rawValue)], Self.project)
    }

    func project(identity: String) throws -> PackProject? {
        try transaction.first(
            "select \(Self.columns) from pack_project where identity = ?", [.text(identity)], Self.project)
    }

    /// Returns the projects, those first whose publication is due first.
    func projects() throws -> [PackProject] {
        try transaction.all(
            "select \(Self.columns) from pack_project order by publish_due_at is null, publish_due_at, id", [],
            Self.project)
    }

    private static func project(_ row: SQLRow) -> PackProject {
        var project = PackProject(
            id: .init(rawValue: row.number("id")), identity: row.text("identity"),
            changeNumber: row.number("change_number"))
        let version = row.optionalText("published_version").flatMap { PackVersion($0) }
        let number = row.optionalNumber("published_change_number")
        if let version, let number, let date = row.optionalDate("published_at") {
            project.published = .init(version: version, changeNumber: number, date: date)
        } else {
            _ = row.optionalDate("published_at")
        }
        project.publishDueAt = row.optionalDate("publish_due_at")
        project.publishingVersion = row.optionalText("publishing_version").flatMap { PackVersion($0) }
        project.publishingChangeNumber = row.optionalNumber("publishing_change_number")
        project.publishFailure = row.optionalText("publish_failure")
        project.isServed = row.bool("is_served")
        let (path, sha256) = (row.optionalText("file_path"), row.optionalText("file_sha256"))
        project.file = path.map { .init(path: $0, sha256: sha256) }
        return project
    }

    func insertProject(identity: String, at now: Date) throws -> PackProject.ID {
        .init(
            rawValue: try transaction.insertReturningID(
                into: "pack_project",
                ["identity": .text(identity), "created_at": .date(now), "change_number": .number(0)]))
    }

    func setPublication(_ values: SQLAssignments, of project: PackProject.ID) throws {
        try transaction.update("pack_project", set: values, where: "id = ?", [.number(project.rawValue)])
    }

    // MARK: - Changes

    /// Records a change with the items that it leaves, nil for those that it removes.
    func record(
        _ action: PackChange.Action, of subject: String, _ items: [(PackItem.Key, PackItem?)],
        in project: PackProject.ID, by editor: PackEditor, undoing undone: Int64? = nil, at now: Date
    ) throws -> PackChange {
        let id = SQLValue.number(project.rawValue)
        let number = try transaction.number(
            "update pack_project set change_number = change_number + 1 where id = ? returning change_number", [id])
        guard let number else { throw LibraryError.notThere }
        try transaction.insert(
            into: "pack_project_change",
            [
                "project_id": id, "number": .number(number), "made_at": .date(now), "editor_key": .text(editor.key),
                "editor_name": .text(editor.name), "action": .text(action.rawValue), "subject": .text(subject),
                "undone_number": .number(undone),
            ])
        for (key, item) in items {
            let json = try item.map { try CompressedText(String(decoding: try $0.json(), as: UTF8.self)) }
            try transaction.insert(
                into: "pack_project_revision",
                [
                    "project_id": id, "kind": .text(key.kind.rawValue), "name": .text(key.name),
                    "change_number": .number(number), "compressed_item": .bytes(json?.bytes),
                    "uncompressed_size": .number(json?.size ?? 0),
                ])
        }
        return PackChange(
            number: number, date: now, editor: editor, action: action, subject: subject, undoneNumber: undone,
            isUndoable: Self.changesItems(action))
    }

    private static let changeColumns =
        """
        c.number, c.made_at, c.editor_key, c.editor_name, c.action, c.subject, c.undone_number,
        case when exists (
          select 1 from pack_project_revision r join pack_project_revision n
            on n.project_id = r.project_id and n.kind = r.kind and n.name = r.name
          where r.project_id = c.project_id and r.change_number = c.number and n.change_number > c.number
        ) then 1 else 0 end as is_changed_since
        """

    private static func change(_ row: SQLRow) -> PackChange {
        let action = PackChange.Action(rawValue: row.text("action")) ?? .edit
        return PackChange(
            number: row.number("number"), date: row.date("made_at"),
            editor: PackEditor(key: row.text("editor_key"), name: row.text("editor_name")),
            action: action, subject: row.text("subject"), undoneNumber: row.optionalNumber("undone_number"),
            isUndoable: !row.bool("is_changed_since") && Self.changesItems(action))
    }

    /// Returns true if a change of this kind can be taken back.
    private static func changesItems(_ action: PackChange.Action) -> Bool { action != .create && action != .publish }

    func change(_ number: Int64, in project: PackProject.ID) throws -> PackChange? {
        try transaction.first(
            "select \(Self.changeColumns) from pack_project_change c where c.project_id = ? and c.number = ?",
            [.number(project.rawValue), .number(number)], Self.change)
    }

    /// Returns the changes, the newest first.
    func changes(in project: PackProject.ID, before number: Int64, limit: Int) throws -> [PackChange] {
        try transaction.all(
            """
            select \(Self.changeColumns) from pack_project_change c
            where c.project_id = ? and c.number < ? order by c.number desc limit ?
            """, [.number(project.rawValue), .number(number), .number(limit)], Self.change)
    }

    /// Returns the changes that touched an item, the newest first.
    func changes(of key: PackItem.Key, in project: PackProject.ID, limit: Int) throws -> [PackChange] {
        try transaction.all(
            """
            select \(Self.changeColumns) from pack_project_revision r
            join pack_project_change c on c.project_id = r.project_id and c.number = r.change_number
            where r.project_id = ? and r.kind = ? and r.name = ? order by r.change_number desc limit ?
            """, Self.place(of: key, project) + [.number(limit)], Self.change)
    }

    // MARK: - Items

    private static func place(of key: PackItem.Key, _ project: PackProject.ID) -> [SQLValue] {
        [.number(project.rawValue), .text(key.kind.rawValue), .text(key.name)]
    }

    /// Returns the number of the last change that touched an item, up to another; nil if none did.
    func revision(of key: PackItem.Key, in project: PackProject.ID, upTo number: Int64 = .max) throws -> Int64? {
        try transaction.number(
            """
            select max(change_number) from pack_project_revision
            where project_id = ? and kind = ? and name = ? and change_number <= ?
            """, Self.place(of: key, project) + [.number(number)])
    }

    /// Returns the item as it was after a change; nil if there was none.
    func item(_ key: PackItem.Key, in project: PackProject.ID, upTo number: Int64 = .max) throws -> PackItem? {
        try transaction.first(
            """
            select compressed_item, uncompressed_size from pack_project_revision
            where project_id = ? and kind = ? and name = ? and change_number <= ? order by change_number desc limit 1
            """, Self.place(of: key, project) + [.number(number)]
        ) { try Self.item($0, key.kind) } ?? nil
    }

    private static func item(_ row: SQLRow, _ kind: PackItem.Key.Kind) throws -> PackItem? {
        let size = row.int("uncompressed_size")
        guard let bytes = row.optionalBytes("compressed_item") else { return nil }
        let json = try CompressedText(bytes: bytes, size: size).decompressed()
        do { return try PackItem(json: Data(json.utf8), kind: kind) } catch {
            throw LibraryError.corruptDataFolder(why: "a saved page of a pack cannot be read")
        }
    }

    /// Returns the keys of the items that a change touched.
    func keys(of number: Int64, in project: PackProject.ID) throws -> [PackItem.Key] {
        try transaction.all(
            "select kind, name from pack_project_revision where project_id = ? and change_number = ?",
            [.number(project.rawValue), .number(number)]
        ) { row in
            PackItem.Key.Kind(rawValue: row.text("kind")).map { PackItem.Key($0, name: row.text("name")) }
        }.compactMap(\.self)
    }

    /// Returns the state after a change, with the last change of each item.
    func contents(of project: PackProject, upTo number: Int64 = .max) throws -> PackProjectContents {
        let rows = try transaction.all(
            """
            select kind, name, change_number, compressed_item, uncompressed_size from pack_project_revision r
            where project_id = ? and change_number = (
              select max(change_number) from pack_project_revision n
              where n.project_id = r.project_id and n.kind = r.kind and n.name = r.name and n.change_number <= ?)
            order by kind, name
            """, [.number(project.id.rawValue), .number(number)]
        ) { row -> (PackItem, Int64)? in
            guard let kind = PackItem.Key.Kind(rawValue: row.text("kind")) else { return nil }
            _ = row.text("name")
            let revision = row.number("change_number")
            return try Self.item(row, kind).map { ($0, revision) }
        }.compactMap(\.self)
        let manifest = rows.compactMap { if case .manifest(let manifest) = $0.0 { manifest } else { nil } }.first
        guard let manifest else {
            throw LibraryError.corruptDataFolder(why: "a pack that is edited has no description")
        }
        var pack = EditablePack(manifest: manifest)
        for (item, _) in rows { pack.put(item) }
        pack.adoptStrayPages()
        for medium in try media(of: project.id) { pack.media[medium.id] = medium }
        let revisions = Dictionary(rows.map { ($0.0.key, $0.1) }, uniquingKeysWith: { first, _ in first })
        return PackProjectContents(project: project, pack: pack, revisions: revisions)
    }

    // MARK: - Media

    func media(of project: PackProject.ID) throws -> [PackMedium] {
        try transaction.all(
            "select sha256, type, size from pack_project_medium where project_id = ?", [.number(project.rawValue)]
        ) { row in
            let (hash, type, size) = (row.text("sha256"), row.text("type"), row.int("size"))
            guard let id = PackMediumID(hash), let type = PackMediaType(rawValue: type) else { return nil }
            return PackMedium(id: id, type: type, size: size)
        }.compactMap(\.self)
    }

    func insert(_ media: [PackMedium], in project: PackProject.ID) throws {
        for medium in media {
            try transaction.insert(
                into: "pack_project_medium",
                [
                    "project_id": .number(project.rawValue), "sha256": .text(medium.id.hex),
                    "type": .text(medium.type.rawValue), "size": .number(medium.size),
                ], onConflict: "(project_id, sha256) do nothing")
        }
    }

    /// Removes a project with all that was saved of it.
    func remove(_ project: PackProject.ID) throws {
        for table in ["pack_project_revision", "pack_project_change", "pack_project_medium"] {
            try transaction.run("delete from \(table) where project_id = ?", [.number(project.rawValue)])
        }
        try transaction.run("delete from pack_project where id = ?", [.number(project.rawValue)])
    }
}
