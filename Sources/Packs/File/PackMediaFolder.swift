import Foundation

/// The pictures of a light pack: regular files named by their SHA-256, with or without an extension. Links are not
/// followed.
struct PackMediaFolder: Sendable {
    let folder: URL

    /// Reads a picture.
    /// - Parameter name: the only accepted name; nil for any name that the medium may have.
    /// - Returns: as many bytes as the medium has; the caller compares the hash.
    /// - Throws: `.notThere`; `.wrongHash` for a file of another size.
    func bytes(of medium: PackMedium, named name: String? = nil) throws(PackError) -> Data {
        let names = [medium.id.hex] + medium.type.fileExtensions.map { "\(medium.id.hex).\($0)" }
        for name in name.map({ [$0] }) ?? names {
            guard let handle = Self.open(folder.appending(path: name)) else { continue }
            let data: Data?
            do {
                // One more byte is read to notice a longer file.
                data = try handle.read(upToCount: medium.size + 1)
                try handle.close()
            } catch { throw .notThere("\(folder.path)/\(name) cannot be read. Check its permissions.") }
            guard let data, data.count == medium.size else { throw .wrongHash(part: "picture \(medium.id)") }
            return data
        }
        throw .notThere(
            "The picture \(medium.id) is not in \(folder.path). Fetch the pack again, with its folder “media”.")
    }

    /// Opens a regular file, nil for others; does not block on the other end of a pipe.
    private static func open(_ file: URL) -> FileHandle? {
        let descriptor = Glibc.open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? handle : nil
    }
}
