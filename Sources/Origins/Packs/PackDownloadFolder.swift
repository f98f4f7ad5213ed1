import Failures
import Foundation
import News
import Packs
import URLs

/// The folder for the files of one address during their download; becomes a `DownloadedPack` when the files are
/// complete.
struct PackDownloadFolder: Sendable {
    let url: URL

    /// The age in seconds after which unused folders are removed.
    private static let maxAge: TimeInterval = 30 * 86_400

    /// Opens or creates the folder of an address, and removes folders that have not been used for long.
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
        // Folders that cannot be listed or removed are checked again next time.
        let others = (try? files.contentsOfDirectory(atPath: downloads.folder.path)) ?? []
        for other in others where other != name {
            let folder = downloads.folder.appending(path: other)
            // A folder that cannot be removed is checked again next time.
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

    /// The file that the address returns: a list or a whole pack.
    var root: URL { url.appending(path: "root") }
    /// The partial file of a light pack.
    var light: URL { url.appending(path: "light") }
    /// The partial file of a picture.
    var medium: URL { url.appending(path: "medium") }
    var pack: URL { DownloadedPack(folder: url).file }
    var media: URL { DownloadedPack(folder: url).media }

    /// Returns the file of a complete picture.
    func file(of id: PackMediumID) -> URL { media.appending(path: id.hex) }

    func hasMedium(_ medium: PackMedium) -> Bool {
        var status = stat()
        return lstat(file(of: medium.id).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size == medium.size
    }

    /// Removes pictures of versions that were replaced before all of their pictures had arrived.
    func removeMedia(except wanted: [PackMedium]) {
        let names = Set(wanted.map(\.id.hex))
        // Files that cannot be listed are checked again next time.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: media.path)) ?? []
        where !names.contains(name) {
            unlink(media.appending(path: name).path)
        }
    }

    /// The size in bytes of all files in the folder.
    var size: Int {
        let names = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.fileSizeKey])
        var total = 0
        while let file = names?.nextObject() as? URL {
            // A file that has been removed has no size.
            total += (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        }
        return total
    }

    func remove() {
        // Remaining files are removed when they are old.
        try? FileManager.default.removeItem(at: url)
    }
}
