import Failures
import Foundation
import News
import Packs
import URLs

/// The files of one address while they arrive; handed on as a `DownloadedPack` when all are there.
struct PackDownloadFolder: Sendable {
    let url: URL

    /// Of what is no longer fetched.
    private static let maxAge: TimeInterval = 30 * 86_400

    /// Opens or creates the folder of an address, and removes those that nobody has used for long.
    init(of address: WebAddress, in downloads: PackDownloads) throws(SourceError) {
        let name = ContentHash.of(Array(address.text.utf8))
        url = downloads.folder.appending(path: name)
        let files = FileManager.default
        do {
            try files.createDirectory(
                at: media, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notAllowed(FailureCause(.pack(.cannotStore(error.localizedDescription)), at: address.host))
        }
        // What cannot be listed or removed is looked at again next time.
        let others = (try? files.contentsOfDirectory(atPath: downloads.folder.path)) ?? []
        for other in others where other != name {
            let folder = downloads.folder.appending(path: other)
            // As above.
            if Self.isOld(folder) { try? files.removeItem(at: folder) }
        }
        utimes(url.path, nil)
    }

    private static func isOld(_ folder: URL) -> Bool {
        var status = stat()
        guard lstat(folder.path, &status) == 0 else { return false }
        let age = Date().timeIntervalSince1970 - TimeInterval(status.st_mtim.tv_sec)
        return age > maxAge
    }

    /// What the address gives: a list or a whole pack.
    var root: URL { url.appending(path: "root") }
    /// A light pack while it arrives.
    var light: URL { url.appending(path: "light") }
    /// A picture while it arrives.
    var medium: URL { url.appending(path: "medium") }
    var pack: URL { DownloadedPack(folder: url).file }
    var media: URL { DownloadedPack(folder: url).media }

    /// Whole pictures only.
    func file(of id: PackMediumID) -> URL { media.appending(path: id.hex) }

    func hasMedium(_ medium: PackMedium) -> Bool {
        var status = stat()
        return lstat(file(of: medium.id).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size == medium.size
    }

    /// Removes the pictures of versions that another has replaced before all of them had arrived.
    func removeMedia(except wanted: [PackMedium]) {
        let names = Set(wanted.map(\.id.hex))
        // What cannot be listed or removed is looked at again next time.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: media.path)) ?? []
        where !names.contains(name) {
            unlink(media.appending(path: name).path)
        }
    }

    /// Bytes of everything that has arrived.
    var size: Int {
        let names = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.fileSizeKey])
        var total = 0
        while let file = names?.nextObject() as? URL {
            // One that is gone has no size.
            total += (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        }
        return total
    }

    func remove() {
        // What stays is removed when it is old.
        try? FileManager.default.removeItem(at: url)
    }
}
