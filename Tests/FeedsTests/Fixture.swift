import Foundation
import Markup
import Testing
import URLs

@testable import Feeds

/// A small document that proves one thing, with the reading that is expected of it beside it.
struct Fixture: CustomTestStringConvertible, Sendable {
    let path: String
    var testDescription: String { path }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// Every document of some folders, by path.
    static func all(in folders: [String]) -> [Fixture] {
        folders.flatMap { name -> [Fixture] in
            let root = folder.appending(path: name)
            let files =
                FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
            return files.filter { !$0.hasDirectoryPath && !$0.path.hasSuffix(".expected.json") }
                .map { Fixture(path: String($0.path.dropFirst(folder.path.count + 1))) }
        }
        .sorted { $0.path < $1.path }
    }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appending(path: path))) }

    func expected() throws -> ExpectedJSON {
        try JSONDecoder().decode(
            ExpectedJSON.self, from: Data(contentsOf: Self.folder.appending(path: path + ".expected.json")))
    }

    /// Parses the file and returns the result as JSON.
    func reading() throws -> ExpectedJSON {
        let given = try expected()["_given"]
        let bytes = try bytes()
        do throws(FeedError) {
            let (feed, entries) = try FeedParser.parse(
                bytes, address: given?["address"]?.text.flatMap { WebAddress($0) },
                contentType: given?["contentType"]?.text, charset: given?["charset"]?.text)
            return .object([
                "feed": ExpectedJSON(feed), "entries": .list(entries.map { ExpectedJSON($0) }),
                "complaints": ExpectedJSON(feed.diagnostics.count),
                "complaintTexts": .list(feed.diagnostics.map { .text($0) }),
            ])
        } catch {
            return ExpectedJSON(error)
        }
    }
}
