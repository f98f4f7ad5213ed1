public import Foundation
import GRDB

/// Writes pack files; the same pack gives the same bytes with the same version of SQLite.
public struct PackWriter: Sendable {
    private let pack: Pack
    /// The source of the pictures' bytes; nil for a light pack.
    private let media: (any PackMediaSource)?

    /// Creates a writer that stores the pictures in the file.
    /// - Parameter media: the source of the bytes of the pack's media.
    public init(_ pack: Pack, media: any PackMediaSource) {
        self.pack = pack
        self.media = media
    }

    /// Creates a writer of a light pack, whose pictures are beside the file and not written.
    public init(light pack: Pack) {
        self.pack = pack
        media = nil
    }

    /// Writes a temporary file beside the target, syncs it, and renames it.
    /// - Returns: the size of the file in bytes.
    @discardableResult
    public func write(to file: URL, isReplacing: Bool) throws(PackError) -> Int {
        let check = PackValidator(pack, limits: PackLimits())
        guard check.faults.isEmpty else {
            throw .faults(check.faults.map(\.fault))
        }
        if !isReplacing, FileManager.default.fileExists(atPath: file.path) {
            throw .targetOccupied("\(file.path) exists already. Name another file, or replace it with --force.")
        }
        let draft = URL(filePath: file.path + ".part")
        unlink(draft.path)
        defer { unlink(draft.path) }
        do {
            try fill(draft)
            let handle = try FileHandle(forUpdating: draft)
            let size = Int(try handle.seekToEnd())
            try handle.synchronize()
            try handle.close()
            guard rename(draft.path, file.path) == 0 else {
                throw PackError.cannotWrite("\(file.path) cannot be written: \(String(cString: strerror(errno))).")
            }
            return size
        } catch let error as PackError { throw error } catch {
            throw .cannotWrite(
                "\(file.path) cannot be written: \(error.localizedDescription) Check the folder and its space.")
        }
    }

    private func fill(_ file: URL) throws {
        var settings = GRDB.Configuration()
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { database in
            try database.execute(
                sql: """
                    pragma page_size = 4096; pragma auto_vacuum = none; pragma journal_mode = off; pragma synchronous = off;
                    """)
        }
        let queue = try DatabaseQueue(path: file.path, configuration: settings)
        let rows = PackRows(pack)
        try queue.write { database in
            for table in PackTable.all + [.parts] { try database.execute(sql: table.sql) }
            for table in PackTable.all + [.parts] where table.name != PackTable.media.name {
                let statement = try database.makeStatement(sql: table.insert())
                for row in rows.rows(of: table) {
                    try statement.execute(arguments: StatementArguments(row.map(Self.value)))
                }
            }
            let statement = try database.makeStatement(sql: PackTable.media.insert(adding: ["data"]))
            for (medium, row) in zip(pack.media, rows.rows(of: .media)) {
                let data = try media.map { try Self.bytes(of: medium, from: $0).databaseValue }
                try statement.execute(arguments: StatementArguments(row.map(Self.value) + [data ?? .null]))
            }
            try database.execute(
                sql: """
                    pragma application_id = \(PackTable.applicationID); pragma user_version = \(PackManifest.currentFormat);
                    """)
        }
        try queue.close()
    }

    static func bytes(of medium: PackMedium, from media: any PackMediaSource) throws(PackError) -> Data {
        let bytes = try media.bytes(of: medium.id)
        guard bytes.count == medium.size, PackMediumID(of: bytes) == medium.id else {
            throw .cannotWrite("A picture changed while the pack was written. Run the command again.")
        }
        return bytes
    }

    private static func value(_ value: PackValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
