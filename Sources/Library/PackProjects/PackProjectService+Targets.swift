import Foundation
import News
import Packs

/// The places that published versions go to, beside the editions of this house: a pack file, and an address that other
/// houses follow.
extension PackProjectService {
    /// Chooses whether other houses can follow the publication. A version that is published already is offered at once.
    /// - Throws: `.invalid` with a sentence if its files cannot be written.
    public func setServed(_ isServed: Bool, _ id: PackProject.ID) async throws(LibraryError) {
        let folder = try await context.database.read { transaction in
            guard let project = try PackProjectStore(transaction: transaction).project(id) else {
                throw LibraryError.notThere
            }
            return servedFolder(of: project)
        }
        if isServed, let published = try await publishedPack(of: id) {
            do throws(PackError) {
                try await context.sources.runUntrusted { () throws(PackError) in try Self.write(published, to: folder) }
            } catch { throw .invalid(why: error.userMessage) }
        }
        try await context.writeAndNotify {
            try PackProjectStore(transaction: $0).setPublication(["is_served": .bool(isServed)], of: id)
        }
        if !isServed { Self.remove(folder) }
    }

    /// Names the pack file that each published version replaces.
    public func setFile(_ file: PackProject.PackFileTarget?, of id: PackProject.ID) async throws(LibraryError) {
        try await context.writeAndNotify {
            try PackProjectStore(transaction: $0).setPublication(
                ["file_path": .text(file?.path), "file_sha256": .text(file?.sha256)], of: id)
        }
    }

    /// Returns a file of a publication that other houses follow.
    /// - Parameter path: the path below the publication's folder, such as `pack.json`.
    /// - Throws: `.notThere` for publications that are not served, and for any other path.
    public func servedFile(_ path: String, of identity: String) async throws(LibraryError) -> ServedPackFile {
        guard let project = try await project(identity: identity), project.isServed,
            let type = PackIndex.mediaType(ofFileAt: path)
        else { throw .notThere }
        let file = servedFolder(of: project).appending(path: path)
        guard FileManager.default.fileExists(atPath: file.path) else { throw .notThere }
        guard path == PackIndex.fileName else { return ServedPackFile(file: file, type: type, tag: path) }
        do throws(PackError) { return ServedPackFile(file: file, type: type, tag: try PackFile.sha256(of: file)) } catch
        {
            throw .notThere
        }
    }

    /// Writes the files of served publications that are missing, as after a backup was restored, and removes those of
    /// publications that are no longer served.
    /// - Returns: the sentences about what could not be written.
    public func repairServedFiles() async throws(LibraryError) -> [String] {
        let projects = try await context.database.read { try PackProjectStore(transaction: $0).projects() }
        var sentences: [String] = []
        for project in projects where project.isServed {
            guard let published = try await publishedPack(of: project.id) else { continue }
            let folder = servedFolder(of: project)
            do throws(PackError) {
                try await context.sources.runUntrusted { () throws(PackError) in try Self.write(published, to: folder) }
            } catch { sentences.append(error.userMessage) }
        }
        let served = Set(projects.filter(\.isServed).map(\.identity))
        // A folder that cannot be listed counts as empty: nothing is served without it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: context.publications.path)) ?? []
        for name in names where !served.contains(name) { Self.remove(context.publications.appending(path: name)) }
        return sentences
    }

    /// Throws if a publication that begins would overwrite what another program has written. One that goes on after a crash
    /// compares the contents, as it may have written the file itself.
    func checkFile(of project: PackProject) async throws(PackError) {
        guard !project.isPublishing, let target = project.file else { return }
        try await context.sources.runUntrusted { () throws(PackError) in
            let file = URL(filePath: target.path)
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            guard try PackFile.sha256(of: file) == target.sha256 else { throw Self.changedMeanwhile(file) }
        }
    }

    private static func changedMeanwhile(_ file: URL) -> PackError {
        .targetOccupied(
            "\(file.path) was changed by another program while it was edited here. Move that file elsewhere, and publish "
                + "again.")
    }

    /// Writes a version to the places of a project.
    /// - Returns: the SHA-256 of the pack file; nil without one.
    func writeTargets(of project: PackProject, _ pack: Pack) async throws(PackError) -> String? {
        guard project.isServed || project.file != nil else { return nil }
        let draft = PackDraft(pack: pack, media: media)
        let folder = servedFolder(of: project)
        return try await context.sources.runUntrusted { () throws(PackError) in
            let sha256: String? = if let file = project.file { try Self.write(draft, to: file) } else { nil }
            if project.isServed { try Self.write(draft, to: folder) }
            return sha256
        }
    }

    private func servedFolder(of project: PackProject) -> URL { context.publications.appending(path: project.identity) }

    /// Returns the version that was published last; nil before the first.
    private func publishedPack(of id: PackProject.ID) async throws(LibraryError) -> PackDraft? {
        let pack = try await context.database.read { transaction -> Pack? in
            let store = PackProjectStore(transaction: transaction)
            guard let project = try store.project(id), let published = project.published else { return nil }
            return try store.contents(of: project, upTo: published.changeNumber).pack.pack(version: published.version)
        }
        return pack.map { PackDraft(pack: $0, media: media) }
    }

    private static func write(_ draft: PackDraft, to folder: URL) throws(PackError) {
        _ = try PackPublisher.publish(draft, to: folder, isForced: true)
    }

    private static func remove(_ folder: URL) {
        // Files that stay are not served, and the next start tries again.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces a pack file; the favourites in it stay, if their pages do.
    private static func write(_ draft: PackDraft, to target: PackProject.PackFileTarget) throws(PackError) -> String {
        let file = URL(filePath: target.path)
        var pack = draft.pack
        var mode: Any = 0o644
        if FileManager.default.fileExists(atPath: file.path) {
            let current = try PackReader(file: file, media: PackReader.mediaFolder(beside: file)).pack
            pack = pack.withFavourites(current.favourites)
            let isWritten =
                current.manifest.digest == pack.manifest.digest && current.manifest.version == pack.manifest.version
            let sha256 = try PackFile.sha256(of: file)
            guard isWritten || sha256 == target.sha256 else { throw Self.changedMeanwhile(file) }
            // A file without readable attributes gets the usual mode.
            mode = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.posixPermissions] ?? mode
        }
        try PackWriter(pack, media: draft.media).write(to: file, isReplacing: true)
        // The mode is a convenience: the file is whole without it.
        try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return try PackFile.sha256(of: file)
    }
}
