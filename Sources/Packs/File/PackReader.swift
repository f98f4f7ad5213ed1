public import Foundation
import GRDB
import Untrusted
import UntrustedSQLite

/// Reads an untrusted pack file: read-only and immutable, with limits, its schema and hashes compared exactly, its
/// texts sanitised. The pictures of a *light* pack are files beside it.
public struct PackReader: PackMediaSource {
    /// The contents of the file, without the bytes of its media.
    public let pack: Pack
    /// Notes on harmless problems, such as links to pages that do not exist.
    public let notes: [PackIssue]
    /// The size of the file in bytes.
    public let size: Int
    /// True if pictures are beside the file.
    public let isLight: Bool
    private let database: DatabaseQueue
    private let limits: PackLimits
    private let media: [PackMediumID: PackMedium]
    private let folder: PackMediaFolder?

    /// Reads everything but the pictures, which `bytes(of:)` reads and `verifyMedia()` checks.
    /// - Parameter folder: the folder with a light pack's pictures, files named by their SHA-256, with or without an
    ///   extension.
    public init(file: URL, limits: PackLimits = PackLimits(), media folder: URL? = nil) throws(PackError) {
        size = try PackFileHeader.check(file, limits: limits)
        let queue: DatabaseQueue
        let content: PackContentDecoder
        do {
            queue = try UntrustedDatabase.open(file)
            (content, isLight) = try queue.read { database in
                let content = try PackContentDecoder(PackTableReader(database: database, limits: limits))
                let beside = try Int.fetchOne(database, sql: "select count(*) from media where data is null")
                return (content, beside != 0)
            }
        } catch { throw Self.mapped(error) }
        self.folder = folder.map { PackMediaFolder(folder: $0) }
        let pack = try content.pack()
        let check = PackValidator(pack, limits: limits)
        let faults = content.faults + check.faults.map(\.fault)
        guard faults.isEmpty else { throw .faults(faults) }
        self.pack = pack
        notes = check.unresolved.map(\.fault)
        media = Dictionary(pack.media.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        database = queue
        self.limits = limits
    }

    static func mapped(_ error: any Error) -> PackError {
        switch error {
        case let own as PackError: own
        case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
            .notAPack("This file is no pack. Name a file that tidings pack build or import has written.")
        case let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG:
            .tooLarge("A value of this pack is larger than \(UntrustedDatabase.maxValueSize >> 20) MB")
        case let error as DatabaseError: .damaged(error.message ?? "SQLite error \(error.resultCode.rawValue)")
        default: .damaged(error.localizedDescription)
        }
    }

    // MARK: - Media

    /// Reads one picture and compares it with its hash.
    /// - Throws: `.notThere` if the pack does not have the picture; `.wrongHash`.
    public func bytes(of id: PackMediumID) throws(PackError) -> Data {
        guard let medium = media[id] else {
            throw .notThere("The pack has no picture \(id). Look for it with tidings pack show.")
        }
        let data: Data
        switch try stored(id) {
        case .blob(let bytes): data = bytes
        case .null: data = try bytesBeside(medium)
        default: throw .wrongHash(part: "picture \(id)")
        }
        guard data.count == medium.size, PackMediumID(of: data) == id else {
            throw .wrongHash(part: "picture \(id)")
        }
        guard PackMediaType(of: data) == medium.type else {
            throw .damaged("the picture \(id) is not of the kind that it says (\(medium.type.rawValue))")
        }
        return data
    }

    private func stored(_ id: PackMediumID) throws(PackError) -> DatabaseValue.Storage? {
        do {
            return try database.read { database in
                let row = try Row.fetchOne(
                    database, sql: "select data from media where sha256 = ?", arguments: [id.hex])
                return row.map { ($0[0] as DatabaseValue).storage }
            }
        } catch { throw Self.mapped(error) }
    }

    private func bytesBeside(_ medium: PackMedium) throws(PackError) -> Data {
        guard let folder else {
            throw .notThere(
                "The pictures of this pack are not in its file. Put the folder “media” that belongs to it beside it.")
        }
        return try folder.bytes(of: medium)
    }

    /// Returns the folder `media` beside the file; nil if there is none.
    public static func mediaFolder(beside file: URL) -> URL? {
        let folder = file.deletingLastPathComponent().appending(path: PackIndex.mediaFolder)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
        return exists && isFolder.boolValue ? folder : nil
    }

    /// Compares every picture with its hash, one at a time.
    public func verifyMedia() throws(PackError) {
        for medium in pack.media { _ = try bytes(of: medium.id) }
    }
}

/// The header of a database file (https://www.sqlite.org/fileformat.html §1.3).
enum PackFileHeader {
    /// Checks the type, header and size of a file.
    /// - Returns: the size of the file in bytes.
    static func check(_ file: URL, limits: PackLimits) throws(PackError) -> Int {
        var status = stat()
        guard stat(file.path, &status) == 0 else {
            throw .notThere("There is no file \(file.path). Name a pack file.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .notAPack("\(file.path) is no file. Name a pack file.")
        }
        let size = Int(status.st_size)
        guard size <= limits.fileSize else {
            throw .tooLarge("This pack is larger than \(max(1, limits.fileSize >> 20)) MB")
        }
        let header: [UInt8]
        do {
            let handle = try FileHandle(forReadingFrom: file)
            header = Array(try handle.read(upToCount: 100) ?? Data())
            try handle.close()
        } catch { throw .notThere("\(file.path) cannot be read. Check its permissions.") }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .notAPack("This file is no pack. Name a file that tidings pack build or import has written.")
        }
        guard header.count == 100 else { throw .damaged("it ends after \(size) bytes") }
        func number(_ at: Int, _ count: Int) -> Int {
            header.dropFirst(at).prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        let pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
        let expected = number(28, 4) * pageSize
        guard size >= expected else { throw .damaged("it has \(size) of \(expected) bytes") }
        return size
    }
}
