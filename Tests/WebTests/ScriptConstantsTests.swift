import Foundation
import Testing

@testable import Web

/// The texts and paths that the server gives its scripts.
@Suite struct `Script constants` {
    private func scripts() throws -> [(name: String, text: String)] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CAssets/assets")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "js" }
            .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test func `scripts name texts and paths that there are, and all of them`() throws {
        let constants = ScriptConstants.shared
        var used: [String: Set<String>] = [:]
        for script in try scripts() {
            for (constant, names) in constants.names(in: Array(script.text.utf8)) {
                used[constant, default: []].formUnion(names)
                let unknown = names.subtracting(constants.values[constant, default: [:]].keys)
                #expect(unknown == [], "\(script.name) names no such \(constant)")
            }
        }
        for (constant, values) in constants.values {
            #expect(
                Set(values.keys).subtracting(used[constant, default: []]) == [], "no script names these \(constant)")
        }
    }

    @Test func `a script begins with the constants that it names, quoted`() {
        let script = Array("say(strings.tryAgain, outcome.strings.undo, ...paths.search, strings.heardToItsEnd);".utf8)
        let prelude = String(decoding: ScriptConstants.shared.prelude(for: script), as: UTF8.self)
        #expect(
            prelude == "const paths={search:\"/:edition/search\"},"
                + "strings={heardToItsEnd:\"“{title}” is heard to its end and marked read\",tryAgain:\"Try again\"};\n")
        #expect(ScriptConstants.shared.prelude(for: Array("let words = 1;".utf8)).isEmpty)
    }

    /// A sentence is a capital, a small letter and a space within quotes, or ends with a full stop.
    @Test func `scripts have no sentences of their own`() throws {
        for script in try scripts() where script.name != "gallery.js" && !script.name.hasSuffix(".min.js") {
            let code = script.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            let sentences = code.joined(separator: "\n").matches(
                of: /['`>"]([A-Z][a-z]+ [a-z]\w* ?[^'`"<]*|[A-Z][a-z]+…)['`"<]/)
            #expect(sentences.map { String($0.1) } == [], "\(script.name)")
        }
    }
}
