import Crypto
import Foundation
import Untrusted

/// A writer of POSIX ustar archives (IEEE 1003.1, pax).
struct TarWriter {
    private let handle: FileHandle
    private let madeAt: Date
    private(set) var files: [BackupManifest.File] = []
    /// A callback that receives the number of bytes written; tests use it to interrupt the writer.
    var progress: (Int) -> Void = { _ in }
    private var bytesWritten = 0

    private static let chunkSize = 1 << 20

    init(_ handle: FileHandle, madeAt: Date) {
        self.handle = handle
        self.madeAt = madeAt
    }

    mutating func add(_ source: URL, as name: String) throws {
        files.append(try copy(source, as: name))
    }

    /// Adds a file that the manifest does not list.
    mutating func addUnlisted(_ source: URL, as name: String) throws { _ = try copy(source, as: name) }

    private mutating func copy(_ source: URL, as name: String) throws -> BackupManifest.File {
        let input = try FileHandle(forReadingFrom: source)
        defer { Self.close(input) }
        let size = Int(try input.seekToEnd())
        try input.seek(toOffset: 0)
        try write(TarHeader(name: name, size: size, madeAt: madeAt).bytes)
        var hash = SHA256()
        var rest = size
        while rest > 0 {
            guard let data = try input.read(upToCount: min(Self.chunkSize, rest)), !data.isEmpty else {
                throw LibraryError.failed(why: "\(name) became shorter while it was copied")
            }
            rest -= data.count
            hash.update(data: data)
            try write(Array(data))
        }
        try write([UInt8](repeating: 0, count: TarHeader.padding(size)))
        return BackupManifest.File(name: name, size: size, sha256: Hex.encode(hash.finalize()))
    }

    /// Adds the last file and ends the archive.
    mutating func finish(with bytes: [UInt8], as name: String) throws {
        try write(TarHeader(name: name, size: bytes.count, madeAt: madeAt).bytes)
        try write(bytes + [UInt8](repeating: 0, count: TarHeader.padding(bytes.count)))
        try write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: bytes)
        bytesWritten += bytes.count
        progress(bytesWritten)
    }

    /// Closes a file opened for reading, ignoring errors: no data can be lost.
    private static func close(_ handle: FileHandle) { do { try handle.close() } catch { return } }
}
