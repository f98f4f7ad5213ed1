internal import Foundation
internal import Packs

/// A builder of packs of the guide's versions, each once, in a temporary folder.
actor SampleGuidePublisher {
    private let renderer: SamplePictureRenderer?
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "fellside-guide-\(UUID().uuidString)", directoryHint: .isDirectory)
    private var drafts: [SampleGuideVersion: Task<PackDraft, any Error>] = [:]
    private var published: [SampleGuideVersion: Task<URL, any Error>] = [:]

    /// Creates a publisher.
    /// - Parameter renderer: The renderer of photographs; nil for plain areas, which are drawn at once.
    init(renderer: SamplePictureRenderer?) { self.renderer = renderer }

    /// Returns the pack of a version.
    func draft(of version: SampleGuideVersion) async throws -> PackDraft {
        if let known = drafts[version] { return try await known.value }
        let (folder, renderer) = (folder, renderer)
        let task = Task {
            let source = folder.appending(path: version.rawValue, directoryHint: .isDirectory)
            try await Self.write(SampleGuide(version: version), into: source) { photograph, renditions in
                try await Self.pictures(
                    of: photograph, renditions, renderer, spare: folder.appending(path: "drawn"))
            }
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

    private static func write(
        _ guide: SampleGuide, into folder: URL,
        _ draw: @escaping @Sendable (SampleGuidePhotograph, [SampleGuidePhotograph.Rendition]) async throws -> [[UInt8]]
    ) async throws {
        for (path, text) in guide.texts { try write(Data(text.utf8), to: folder.appending(path: path)) }
        let headers = guide.headers
        try await withThrowingTaskGroup(of: Void.self) { group in
            for photograph in guide.photographs where !photograph.isMissing {
                group.addTask {
                    try Task.checkCancellation()
                    var files = photograph.renditions.map { ("photographs", $0) }
                    if headers.contains(photograph.name) {
                        files += SampleGuidePhotograph.headerRenditions.map { ("headers", $0) }
                    }
                    let pictures = try await draw(photograph, files.map(\.1))
                    for ((place, rendition), bytes) in zip(files, pictures) {
                        let path = "\(place)/\(photograph.name)\(rendition.suffix).jpg"
                        try write(Data(bytes), to: folder.appending(path: path))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func pictures(
        of photograph: SampleGuidePhotograph, _ renditions: [SampleGuidePhotograph.Rendition],
        _ renderer: SamplePictureRenderer?, spare: URL
    ) async throws -> [[UInt8]] {
        if let renderer {
            return try await renderer.scaledJPEGs(
                photograph.spec, sizes: renditions.map { (width: $0.width, height: $0.height ?? 0) }, spare: spare)
        }
        guard let plain = SamplePictureRenderer.render(photograph.plainDrawing, grain: 0) else {
            throw CocoaError(.fileWriteUnknown)
        }
        // Bytes after a JPEG's end are not shown, and give each rendition its own hash.
        return renditions.map { plain + Array("\($0.suffix) \($0.width)".utf8) }
    }

    private static func write(_ data: Data, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }
}
