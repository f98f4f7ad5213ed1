internal import Foundation
internal import Packs

/// A builder of packs of the guide's versions, each once, in a temporary folder.
actor SampleGuidePublisher {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "fellside-guide-\(UUID().uuidString)", directoryHint: .isDirectory)
    private var drafts: [SampleGuideVersion: Task<PackDraft, any Error>] = [:]
    private var published: [SampleGuideVersion: Task<URL, any Error>] = [:]

    /// Returns the pack of a version.
    func draft(of version: SampleGuideVersion) async throws -> PackDraft {
        if let known = drafts[version] { return try await known.value }
        let source = folder.appending(path: version.rawValue, directoryHint: .isDirectory)
        let task = Task {
            try Self.write(SampleGuide(version: version), into: source)
            return try PackBuilder.build(source)
        }
        drafts[version] = task
        return try await task.value
    }

    /// Returns a file of a version's publication; nil if there is none. The files of earlier versions stay, for clients
    /// that are still fetching them.
    func file(named name: String, of version: SampleGuideVersion) async throws -> URL? {
        var sites = [try await site(with: version)]
        if name != PackIndex.fileName {
            for older in published.values { sites.append(try await older.value) }
        }
        return sites.map { $0.appending(path: name) }.first { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    private func site(with version: SampleGuideVersion) async throws -> URL {
        if let known = published[version] { return try await known.value }
        let site = folder.appending(path: "published-\(version.rawValue)", directoryHint: .isDirectory)
        let task = Task {
            _ = try PackPublisher.publish(try await draft(of: version), to: site, isForced: false)
            return site
        }
        published[version] = task
        return try await task.value
    }

    /// Stops all work and removes the temporary folder.
    func close() async {
        for task in drafts.values { task.cancel() }
        for task in drafts.values { _ = await task.result }
        for task in published.values { _ = await task.result }
        // The data is temporary; the system deletes what is left.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func write(_ guide: SampleGuide, into folder: URL) throws {
        for (path, text) in guide.texts { try write(Data(text.utf8), to: folder.appending(path: path)) }
        let headers = guide.headers
        for photograph in guide.photographs where !photograph.isMissing {
            try Task.checkCancellation()
            let files = photograph.files + (headers.contains(photograph.name) ? photograph.headerFiles : [])
            for (path, bytes) in files { try write(Data(bytes), to: folder.appending(path: path)) }
        }
    }

    private static func write(_ data: Data, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }
}
