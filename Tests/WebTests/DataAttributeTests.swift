import Foundation
import Testing

@testable import Web

/// The contract of attributes between pages, scripts and style sheets.
@Suite struct DataAttributeTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The contents of all files below a folder with one of these extensions.
    private static func texts(in folder: String, _ extensions: Set<String>) throws -> [String] {
        let root = sources.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }
            .filter { extensions.contains($0.pathExtension) && !$0.lastPathComponent.contains(".min.") }
            .filter { $0.lastPathComponent != "leaflet.css" && $0.lastPathComponent != "DataAttribute.swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static func attributes(in text: String) -> Set<String> {
        Set(text.matches(of: /data-([a-z][a-z0-9-]*)/).map { String($0.1) })
    }

    private static func hyphenated(_ name: some StringProtocol) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    @Test func `pages write each name of the contract`() throws {
        let pages = try Self.texts(in: "Web", ["swift"])
        let written = pages.reduce(into: Set<String>()) { written, text in
            written.formUnion(text.matches(of: /data\(\s*(?:[\w.]+ \? )?\.(\w+)/).map { String($0.1) })
        }
        #expect(DataAttribute.allCases.map { "\($0)" }.filter { !written.contains($0) } == [])
        #expect(
            pages.flatMap { $0.matches(of: /[" ]data-[a-z-]+[=\\]/) }.map { String($0.0) } == [],
            "outside of the contract")
    }

    @Test func `a script or a style sheet reads each name, and none that nobody writes`() throws {
        let scripts = try Self.texts(in: "CAssets/assets", ["js"])
        let styles =
            try Self.texts(in: "CAssets/assets", ["css"]) + Self.texts(in: "Web/Theme", ["swift"])
            + Self.texts(in: "Web/Features/Packs", ["swift"])
        var read: Set<String> = []
        var ownOfScripts: Set<String> = []
        for text in scripts {
            read.formUnion(Self.attributes(in: text))
            read.formUnion(text.matches(of: /dataset\.(\w+)/).map { Self.hyphenated($0.1) })
            ownOfScripts.formUnion(text.matches(of: /dataset\.(\w+) (?:\?\?)?=[^=]/).map { Self.hyphenated($0.1) })
            ownOfScripts.formUnion(
                text.matches(of: /(?:set|toggle)Attribute\('data-([a-z-]+)'/).map { String($0.1) })
            // Markup that a script writes.
            for tag in text.matches(of: /[<(]'?[a-z`][^<>]*data-[^<>]*[>']/) {
                ownOfScripts.formUnion(Self.attributes(in: String(tag.0)))
            }
        }
        for text in styles { read.formUnion(Self.attributes(in: text)) }
        let contract = Set(DataAttribute.allCases.map(\.name))
        #expect(read.subtracting(contract).subtracting(ownOfScripts).sorted() == [], "read, but never written")
        // A name may also be read by a variable, or of a `dataset` that is handed on.
        let words = scripts.reduce(into: Set<String>()) { words, text in
            words.formUnion(text.matches(of: /\w+/).map { String($0.0) })
        }
        let unread = DataAttribute.allCases.filter {
            !read.contains($0.name) && !words.contains($0.datasetName)
        }
        #expect(unread.map(\.name) == [], "written, but never read")
    }
}
