import Crypto
public import Foundation
import Untrusted

/// A namespace for operations on pack files as a whole.
public enum PackFile {
    /// The first bytes of every pack.
    public static let start = Array("SQLite format 3\0".utf8)

    /// Returns the SHA-256 of a file in hexadecimal; reads the file in pieces.
    /// - Throws: `.notThere`.
    public static func sha256(of file: URL) throws(PackError) -> String {
        var hash = SHA256()
        do {
            let handle = try FileHandle(forReadingFrom: file)
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
            try handle.close()
        } catch { throw .notThere("\(file.path) cannot be read. Check its permissions.") }
        return Hex.encode(hash.finalize())
    }

    /// Writes a temporary file beside the target, syncs it, and renames it.
    static func write(_ data: Data, to file: URL) throws(PackError) {
        let draft = file.path + ".part"
        unlink(draft)
        defer { unlink(draft) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannotWrite(file, String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch { throw cannotWrite(file, error.localizedDescription) }
        guard rename(draft, file.path) == 0 else { throw cannotWrite(file, String(cString: strerror(errno))) }
    }

    static func cannotWrite(_ file: URL, _ why: String) -> PackError {
        .cannotWrite("\(file.path) cannot be written: \(why). Check the folder and its space.")
    }
}
