internal import Foundation

/// A parser of the content file: `=== path`, header lines, an empty line, the bytes of the page.
struct SampleWebParser {
    /// The base URL that replaces `{site}`.
    let site: String

    func pages(in text: String) -> [SampleWebPage] {
        var pages: [SampleWebPage] = []
        var path: String?
        var lines: [Substring] = []
        func close() {
            if let path { pages.append(page(path, lines)) }
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") {
                close()
                path = StoryFileParser.trimmed(line.dropFirst(4))
                lines = []
            } else {
                lines.append(line)
            }
        }
        close()
        return pages
    }

    private func page(_ path: String, _ lines: [Substring]) -> SampleWebPage {
        let head = lines.prefix { !$0.isEmpty }
        var fields: [String: String] = [:]
        for line in head {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[String(line[..<colon])] = StoryFileParser.trimmed(line[line.index(after: colon)...])
        }
        var body = lines.dropFirst(head.count + 1).joined(separator: "\n").replacing("{site}", with: site)
        if let count = fields["repeat"].flatMap({ Int($0) }) {
            body = body.replacing("{repeat}", with: (1...count).map(Self.repeatedEntry).joined())
        }
        var resource = SampleResource(
            Self.bytes(body, fields["charset"]), contentType: fields["type"] ?? "text/html; charset=utf-8",
            cacheControl: fields["cache-control"], status: fields["status"].flatMap { Int($0) } ?? 200)
        if let location = fields["location"] { resource.headers = [("Location", location)] }
        return SampleWebPage(
            path: path, expected: Self.expected(fields), isListed: fields["listed"] != "no", resource: resource,
            delay: fields["delay"].flatMap { Int($0) } ?? 0)
    }

    private static func expected(_ fields: [String: String]) -> SampleWebPage.ExpectedArticle {
        func wanted(_ name: String) -> String? { fields["expect-" + name] }
        return SampleWebPage.ExpectedArticle(
            title: wanted("title"), byline: wanted("byline"), firstWords: wanted("first"), lastWords: wanted("last"),
            wordCount: wanted("words").flatMap { Int($0) }, pictureCount: wanted("pictures").flatMap { Int($0) },
            refusalText: wanted("refusal"))
    }

    private static func repeatedEntry(_ number: Int) -> String {
        "<p>Entry \(number): received of the ferry \(number % 17) crowns and of the eel fishers none, and paid "
            + "\(number % 11) crowns for rope, lamp oil and the keeping of the harbour's goose.</p>\n"
    }

    /// Encodes a character as KOI8-R (RFC 1489); characters outside it become question marks.
    private static func koi8(_ character: Character) -> UInt8 {
        if let plain = character.asciiValue { return plain }
        if let place = cyrillic.firstIndex(of: character) { return 0xC0 + UInt8(place) }
        let small = Character(character.lowercased())
        return cyrillic.firstIndex(of: small).map { 0xE0 + UInt8($0) } ?? 0x3F
    }

    private static let cyrillic = Array("юабцдефгхийклмнопярстужвьызшэщчъ")

    private static func bytes(_ text: String, _ charset: String?) -> [UInt8] {
        switch charset {
        case "windows-1252": return Array(text.data(using: .windowsCP1252, allowLossyConversion: true) ?? Data())
        case "koi8-r": return text.map(koi8)
        default: return Array(text.utf8)
        }
    }
}
