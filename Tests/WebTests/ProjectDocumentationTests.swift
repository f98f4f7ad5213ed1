import Foundation
import TestSupport
import Testing

/// What the repository says of itself, held to what it is.
@Suite struct ProjectDocumentationTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Requirements of Swift's and NIO's protocols: documented there.
    private static let witnesses = ["<", "==", "hash", "encode", "errorCaught", "InboundIn"]

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias", "func"]

    private static func isIndented(_ line: Substring, _ start: String) -> Bool {
        line.drop { $0 == " " }.hasPrefix(start)
    }

    /// The name of the type or function that a line declares as public; nil for any other line.
    private static func publicName(in line: Substring) -> String? {
        guard isIndented(line, "public ") else { return nil }
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: kinds.contains),
            words[1..<kind].allSatisfy({ $0.first?.isLowercase == true }),
            kind + 1 < words.count
        else { return nil }
        return String(words[kind + 1].prefix { !"(<:".contains($0) || $0 == "<" && words[kind + 1] == "<" })
    }

    @Test(.mission("HN-93")) func `every public type and function has a comment that says what it is`() throws {
        let names = try #require(FileManager.default.enumerator(atPath: root.appending(path: "Sources").path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        var declared = 0
        var undocumented: [String] = []
        for name in names {
            let lines = try text("Sources/\(name)").split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() {
                guard let declaredName = Self.publicName(in: line) else { continue }
                declared += 1
                let above = lines[..<number].last { !Self.isIndented($0, "@") } ?? ""
                if !Self.isIndented(above, "///"), !Self.witnesses.contains(declaredName) {
                    undocumented.append("Sources/\(name):\(number + 1): \(declaredName)")
                }
            }
        }
        #expect(declared > 900, "the pattern finds the declarations")
        #expect(undocumented == [], "write a line with /// above each")
    }

    @Test(.mission("HN-98")) func `what is unfinished is named in the README, and nothing else is`() throws {
        let unfinished = try text("docs/mission.md")
            .matches(of: /(?m)^\| ([A-Z]+-\d+) \|[^|]+\| (?:partly|not yet) \|/).map { String($0.1) }
        let readme = try text("README.md")
        let section = try #require(
            readme.firstMatch(of: #/(?s)\n## Not yet\n(.*?)\n##\s/#), "the README has a section “Not yet”")
        #expect(Set(section.1.matches(of: /\b[A-Z]+-\d+\b/).map { String($0.0) }) == Set(unfinished))
    }
}
