public import Foundation

/// The file of the master key: 32 random bytes outside the data folder, so that a copy of that folder opens no secret.
public struct MasterKeyFile: Sendable, Hashable {
    /// The location of the file, which is created when the first secret is stored.
    public let url: URL
    /// True if systemd provides the file as a credential: Tidings only reads it, and root may own it.
    public let isCredential: Bool

    public init(url: URL, isCredential: Bool = false) {
        self.url = url
        self.isCredential = isCredential
    }

    /// Reads the key.
    /// - Returns: the key; nil if there is no file.
    /// - Throws: `.secretsUnusable` for a file that others can read, that another user owns, or that has another size.
    func load() throws(LibraryError) -> MasterKey? {
        // O_NONBLOCK prevents waiting if the path is a pipe.
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT { return nil }
            throw Self.error("The key file \(url.path) cannot be read: \(String(cString: strerror(number))).")
        }
        defer { close(descriptor) }
        try check(descriptor)
        var bytes = [UInt8](repeating: 0, count: MasterKey.size + 1)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count == MasterKey.size, let key = MasterKey(Array(bytes.prefix(MasterKey.size))) else {
            throw Self.error(
                "The key file \(url.path) does not hold \(MasterKey.size) bytes; restore it, or remove it and enter "
                    + "the services' keys again.")
        }
        return key
    }

    /// Reads the key, or creates it. If several processes create it at once, one succeeds and all get its key.
    func loadOrCreate() throws(LibraryError) -> MasterKey {
        if let known = try load() { return known }
        guard !isCredential else { throw Self.error("There is no key file \(url.path), and systemd provides it.") }
        try makeFolder()
        try write(MasterKey.randomBytes())
        guard let made = try load() else { throw Self.error("The key file \(url.path) was removed.") }
        return made
    }

    private func check(_ descriptor: Int32) throws(LibraryError) {
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & 0o170000 == 0o100000 else {
            throw Self.error("The key file \(url.path) is not a file.")
        }
        guard info.st_uid == geteuid() || (isCredential && info.st_uid == 0) else {
            throw Self.error("The key file \(url.path) belongs to somebody else.")
        }
        // The access that systemd grants comes from an access control list, whose mask appears in the group's
        // permission bits.
        let foreign: mode_t = isCredential ? 0o007 : 0o077
        guard info.st_mode & foreign == 0 else {
            throw Self.error("Others may read the key file \(url.path); make it private: chmod 600 \(url.path)")
        }
    }

    private func makeFolder() throws(LibraryError) {
        let folder = url.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // Another process may have created the folder.
            guard !FileManager.default.fileExists(atPath: folder.path) else { return }
            throw Self.error("The folder \(folder.path) for the key file cannot be made.")
        }
    }

    /// Writes the key file atomically (a hard link to a complete temporary file), never over an existing one.
    private func write(_ bytes: [UInt8]) throws(LibraryError) {
        let part = "\(url.path).\(UUID().uuidString).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(errno) }
        defer { unlink(part) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
        } catch { throw unwritable(EIO) }
        // Another process may have created the file first; its key is as good.
        guard link(part, url.path) == 0 || errno == EEXIST else { throw unwritable(errno) }
        syncFolder()
    }

    /// Syncs the folder, ignoring errors. If a power failure removes the new file name, the key is created again, and
    /// the reader must enter the secrets again.
    private func syncFolder() {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func unwritable(_ number: Int32) -> LibraryError {
        Self.error("The key file \(url.path) cannot be written: \(String(cString: strerror(number))).")
    }

    private static func error(_ sentence: String) -> LibraryError { .secretsUnusable(why: sentence) }
}
