import Foundation
import JSON
public import News
import URLs

/// A reader of the files in which other programs export saved pages: Pocket (HTML, CSV), Instapaper (CSV), FreshRSS and
/// Feedly (the JSON of Google Reader), Miniflux (JSON), and bookmarks of browsers (HTML). The content tells the form.
public enum SavedPagesExportReader {
    /// The most pages that one file may name.
    public static let maxPages = 10_000
    static let maxTags = 20

    /// Reads a file.
    /// - Returns: nil if the file is no such export, as is an OPML file.
    /// - Throws: `SavedPagesExportError` for an export that cannot be read, and for an archive.
    public static func read(_ bytes: [UInt8]) throws(SavedPagesExportError) -> SavedPagesExport? {
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x1F, 0x8B]) {
            throw SavedPagesExportError(userMessage: "That is an archive. Unpack it, and choose the file inside.")
        }
        let start = String(decoding: bytes.prefix(4_096), as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        switch start.first {
        case "{", "[": return try JSONExport.read(bytes)
        case "<": return try start.lowercased().contains("<opml") ? nil : HTMLExport.read(text(bytes), start)
        default: return try CSVExport.read(text(bytes))
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    /// Returns a time that is stated in seconds, milliseconds or microseconds since 1970; nil for others than those
    /// between 1990 and 2100.
    static func date(_ text: String?) -> Date? {
        guard let number = text.flatMap({ JSONValue.string($0).int }), number > 0 else { return nil }
        let scale = number > 100_000_000_000_000 ? 1_000_000 : number > 100_000_000_000 ? 1_000 : 1
        let seconds = number / scale
        return (631_152_000..<4_102_444_800).contains(seconds) ? Date(seconds: seconds) : nil
    }

    /// Returns a title; nil if it is empty or the address itself, which some programs write for a missing one.
    static func title(_ text: String?, of address: WebAddress) -> String? {
        let title = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return title.isEmpty || WebAddress(title) == address ? nil : String(title.prefix(500))
    }

    static func tags(_ words: some Sequence<String>) -> [String] {
        var tags: [String] = []
        for word in words {
            let tag = String(word.trimmingCharacters(in: .whitespacesAndNewlines).prefix(60))
            if !tag.isEmpty, !tags.contains(tag), tags.count < maxTags { tags.append(tag) }
        }
        return tags
    }
}

/// A collection of an export's pages: each address once, within the limit.
struct SavedPagesCollector {
    private(set) var export: SavedPagesExport
    private var known: Set<WebAddress> = []

    /// The most entries without an address that are named.
    private static let maxRefusedLength = 200

    init(_ format: SavedPagesExport.Format) { export = SavedPagesExport(format: format) }

    /// Returns the page of an entry if it has an address that the file has not named before.
    mutating func page(at text: String?, named title: String?) -> SavedPageDraft? {
        guard export.pages.count < SavedPagesExportReader.maxPages else {
            export.skippedCount += 1
            return nil
        }
        let written = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard let address = WebAddress(written), !address.host.isEmpty else {
            let name = written.isEmpty ? title ?? "" : written
            export.refused.append(
                String((name.isEmpty ? "An entry without address" : name).prefix(Self.maxRefusedLength)))
            return nil
        }
        guard known.insert(address.withoutFragment).inserted else {
            export.repeatedCount += 1
            return nil
        }
        return SavedPageDraft(address: address, title: SavedPagesExportReader.title(title, of: address))
    }

    mutating func append(_ page: SavedPageDraft) { export.pages.append(page) }
    mutating func skipUnstarred() { export.unstarredCount += 1 }
    mutating func dropNote() { export.noteCount += 1 }

    /// Returns the export.
    /// - Throws: `SavedPagesExportError` if it names nothing at all.
    func finished() throws(SavedPagesExportError) -> SavedPagesExport {
        guard !export.pages.isEmpty || !export.refused.isEmpty else {
            throw SavedPagesExportError(userMessage: "That file names no saved pages.")
        }
        return export
    }
}
