internal import Foundation
internal import Logging

/// A handler that serves the published version. A POST to `/publish/2.0` publishes that version, for tests.
struct SampleGuideHandler {
    let publisher: SampleGuidePublisher
    let state: SampleGuideState

    private static let folderPath = "/fellside/"
    private static let publishingPath = "/publish/"
    static let manifestPath = folderPath + "pack.json"

    func resource(_ request: RequestRecord) async -> SampleResource? {
        if request.method == "POST" { return publishing(request.path) }
        guard request.path.hasPrefix(Self.folderPath), !request.path.contains("/.") else { return nil }
        do {
            let name = String(request.path.dropFirst(Self.folderPath.count))
            guard let file = try await publisher.file(named: name, of: state.version) else { return nil }
            return Self.resource(Array(try Data(contentsOf: file)), named: name)
        } catch {
            Logger(label: "sample-origin").error("The guide cannot be published: \(error)")
            return SampleResource("The guide cannot be published.", contentType: "text/plain", status: 500)
        }
    }

    private func publishing(_ path: String) -> SampleResource? {
        guard path.hasPrefix(Self.publishingPath),
            let version = SampleGuideVersion(rawValue: String(path.dropFirst(Self.publishingPath.count)))
        else { return nil }
        state.publish(version)
        return SampleResource("Version \(version.rawValue) is published.", contentType: "text/plain")
    }

    /// Returns a file. Pictures are named by their hashes, and therefore never change.
    private static func resource(_ bytes: [UInt8], named name: String) -> SampleResource {
        switch name.split(separator: ".").last {
        case "json":
            SampleResource(bytes, contentType: "application/json", cacheControl: "public, max-age=20")
        case "webp":
            SampleResource(
                bytes, contentType: "image/webp", cacheControl: "public, max-age=31536000, immutable",
                acceptsRanges: true)
        default:
            SampleResource(
                bytes, contentType: "application/octet-stream", cacheControl: "no-cache", acceptsRanges: true)
        }
    }
}
