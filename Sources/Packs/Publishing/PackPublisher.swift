public import Foundation

/// Writes a version of a publication as files that any web server can serve: `pack.json`, a light pack named by its
/// hash, and `media` with the pictures, named by their hashes. Clients that are fetching the previous version still
/// find its files.
public struct PackPublisher {
    /// The result of publishing.
    public struct Result: Sendable {
        /// The index in `pack.json`.
        public var index: PackIndex
        /// The version in the `pack.json` that was replaced; nil for none.
        public var replaced: PackVersion?
        /// True if the same contents were published before, so that nothing was written.
        public var isUnchanged = false
        /// The number of pictures written.
        public var newPictures = 0
        /// The number of files of older versions removed.
        public var removedFiles = 0
        /// Notes on what was left out, and why.
        public var notes: [PackIssue] = []
    }

    private let pack: Pack
    private let media: any PackMediaSource
    private let folder: URL
    private var mediaFolder: URL { folder.appending(path: PackIndex.mediaFolder) }

    /// Publishes a pack. Favourites are a reader's own, and are left out.
    /// - Parameter isForced: true to also publish a lower version, or other contents under the same number.
    /// - Throws: `.targetOccupied` for these unless forced, and for a folder with another publication.
    public static func publish(_ draft: PackDraft, to folder: URL, isForced: Bool) throws(PackError) -> Result {
        let pack = draft.pack
        let publisher = PackPublisher(pack: pack.withFavourites([]), media: draft.media, folder: folder)
        var result = try publisher.run(isForced: isForced)
        result.notes = draft.notes
        if !pack.favourites.isEmpty {
            result.notes.append(
                PackIssue(place: "favourites", "They are a reader's own and are not published. Nothing is to be done."))
        }
        return result
    }

    private func run(isForced: Bool) throws(PackError) -> Result {
        let faults = PackValidator(pack, limits: PackLimits()).faults
        guard faults.isEmpty else { throw .faults(faults.map(\.fault)) }
        let previous = try previousIndex()
        if let previous {
            try check(against: previous, isForced: isForced)
            if previous.digest == pack.manifest.digest, previous.version == pack.manifest.version,
                isWhole(previous)
            {
                return Result(index: previous, replaced: nil, isUnchanged: true)
            }
        }
        do { try FileManager.default.createDirectory(at: mediaFolder, withIntermediateDirectories: true) } catch {
            throw PackFile.cannotWrite(mediaFolder, error.localizedDescription)
        }
        let added = try writeMedia()
        let index = try writeLightPack()
        // The index is written last, so that it never names files that do not exist.
        try PackFile.write(try index.json(), to: folder.appending(path: PackIndex.fileName))
        let removed = removeFiles(except: index, previous)
        return Result(index: index, replaced: previous?.version, newPictures: added, removedFiles: removed)
    }

    private func previousIndex() throws(PackError) -> PackIndex? {
        let file = folder.appending(path: PackIndex.fileName)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard let json = FileManager.default.contents(atPath: file.path) else {
            throw .notThere("\(file.path) cannot be read. Check its permissions.")
        }
        do throws(PackError) { return try PackIndex(json: json) } catch {
            throw .targetOccupied("\(file.path) is no list of a pack. Name another folder, or remove the file.")
        }
    }

    private func check(against previous: PackIndex, isForced: Bool) throws(PackError) {
        let manifest = pack.manifest
        guard previous.identity == manifest.identity else {
            throw .targetOccupied("\(folder.path) has another publication (\(previous.identity)). Name another folder.")
        }
        guard !isForced else { return }
        guard manifest.version >= previous.version else {
            throw .targetOccupied(
                "\(folder.path) has version \(previous.version), which is above \(manifest.version). "
                    + "Raise the version, or publish the lower one with --force.")
        }
        guard manifest.version > previous.version || manifest.digest == previous.digest else {
            throw .targetOccupied(
                "\(folder.path) has other contents under the number \(manifest.version), and readers fetch a number once. "
                    + "Raise the version, or replace it with --force.")
        }
    }

    /// Returns true if the files that an index names exist.
    private func isWhole(_ index: PackIndex) -> Bool {
        light(of: index).map { $0.pack.media.allSatisfy(isPublished) } ?? false
    }

    /// Returns true if a picture has the name under which readers request it, and its bytes.
    private func isPublished(_ medium: PackMedium) -> Bool {
        let folder = PackMediaFolder(folder: mediaFolder)
        do throws(PackError) {
            return PackMediumID(of: try folder.bytes(of: medium, named: PackIndex.fileName(of: medium))) == medium.id
        } catch { return false }
    }

    /// Opens the light pack of an index; nil if it is missing or damaged.
    private func light(of index: PackIndex) -> PackReader? {
        let file = folder.appending(path: index.name)
        do throws(PackError) {
            guard try PackFile.sha256(of: file) == index.sha256 else { return nil }
            return try PackReader(file: file, media: mediaFolder)
        } catch { return nil }
    }

    /// Writes the missing pictures.
    /// - Returns: the number of pictures written.
    private func writeMedia() throws(PackError) -> Int {
        var added = 0
        for medium in pack.media where !isPublished(medium) {
            let bytes = try PackWriter.bytes(of: medium, from: media)
            try PackFile.write(bytes, to: mediaFolder.appending(path: PackIndex.fileName(of: medium)))
            added += 1
        }
        return added
    }

    private func writeLightPack() throws(PackError) -> PackIndex {
        let draft = folder.appending(path: "\(PackIndex.prefix)new\(PackIndex.suffix)")
        let size = try PackWriter(light: pack).write(to: draft, isReplacing: true)
        let sha256 = try PackFile.sha256(of: draft)
        let name = "\(PackIndex.prefix)\(sha256.prefix(PackIndex.hashLength))\(PackIndex.suffix)"
        guard rename(draft.path, folder.appending(path: name).path) == 0 else {
            throw PackFile.cannotWrite(folder.appending(path: name), String(cString: strerror(errno)))
        }
        return PackIndex(pack.manifest, name: name, size: size, sha256: sha256)
    }

    // MARK: - Old files

    /// Removes old files; only files that this program has written here.
    private func removeFiles(except index: PackIndex, _ previous: PackIndex?) -> Int {
        var keptMedia = Set(pack.media.map(PackIndex.fileName(of:)))
        if let previous, let reader = light(of: previous) {
            keptMedia.formUnion(reader.pack.media.map(PackIndex.fileName(of:)))
        }
        let keptPacks = Set([index.name] + [previous?.name].compactMap(\.self))
        let packs = names(in: folder).filter { PackIndex.isPackName($0) && !keptPacks.contains($0) }
        let pictures = names(in: mediaFolder).filter {
            PackIndex.mediumType(ofFile: $0) != nil && !keptMedia.contains($0)
        }
        let old =
            packs.map { folder.appending(path: $0) } + pictures.map { mediaFolder.appending(path: $0) }
        return old.count { unlink($0.path) == 0 }
    }

    /// Returns the names of a folder's files; an empty list if it cannot be read, as remaining files do no harm.
    private func names(in folder: URL) -> [String] {
        // An unreadable folder counts as empty.
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
