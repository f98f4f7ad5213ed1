public import Foundation
public import News

/// A file with what is a reader's own, to keep or to take to another program. The feeds are exported as OPML.
public enum OwnDataFile: String, Sendable, CaseIterable {
    /// The saved stories with their texts, as one page to read.
    case savedPage = "saved.html"
    /// The saved stories with their texts in the form of Google Reader's starred items, which FreshRSS writes too; Tidings
    /// imports it.
    case savedStories = "saved.json"
    /// All marks, with how far each feed is read.
    case marks = "marks.json"

    /// The media type.
    public var mediaType: String {
        switch self {
        case .savedPage: "text/html; charset=utf-8"
        case .savedStories, .marks: "application/json"
        }
    }
}

/// A service that exports what is a reader's own.
public struct OwnDataService: Sendable {
    let context: LibraryContext

    private static let savedPerPart = 100
    private static let marksPerPart = 2000

    /// Writes a file piece by piece, the newest first. What changes meanwhile may be in it or not.
    /// - Parameter sink: receives the bytes in order.
    public func write(
        _ file: OwnDataFile, for reader: ReaderID, to sink: ([UInt8]) async throws -> Void
    ) async throws {
        switch file {
        case .savedPage: try await writeSaved(SavedPageForm(at: context.now()), reader, sink)
        case .savedStories: try await writeSaved(StarredItemsForm(), reader, sink)
        case .marks: try await writeMarks(reader, sink)
        }
    }

    /// Writes a file to disk, where it replaces an older one only when it is complete.
    /// - Throws: `BackupError` with a sentence if it cannot be written there.
    public func write(_ file: OwnDataFile, for reader: ReaderID, at place: URL) async throws {
        try await publish(at: place) { handle in
            try await write(file, for: reader) { try handle.write(contentsOf: $0) }
        }
    }

    /// Writes what is a reader's in another form, such as OPML, to disk in the same way.
    /// - Throws: `BackupError` with a sentence if it cannot be written there.
    public func write(_ bytes: [UInt8], at place: URL) async throws {
        try await publish(at: place) { try $0.write(contentsOf: bytes) }
    }

    private func publish(at place: URL, _ write: (FileHandle) async throws -> Void) async throws {
        let part = try AtomicFileWriter(beside: place)
        do {
            try await write(part.handle)
            _ = try part.publish(as: place, isReplacing: true)
        } catch {
            part.remove()
            throw error
        }
    }

    private func writeSaved(
        _ form: some SavedStoriesForm, _ reader: ReaderID, _ sink: ([UInt8]) async throws -> Void
    ) async throws {
        try await sink(form.start)
        var last: OwnSavedStory.Position?
        var isFirst = true
        while true {
            let (stories, end) = try await savedStories(after: last, reader)
            for story in stories {
                try await sink(try form.bytes(of: story, isFirst: isFirst))
                isFirst = false
            }
            guard let end else { break }
            last = end
        }
        try await sink(form.end)
    }

    /// Returns the next saved stories, and the last of them; nil at the end.
    private func savedStories(
        after last: OwnSavedStory.Position?, _ reader: ReaderID
    ) async throws(LibraryError) -> (stories: [OwnSavedStory], end: OwnSavedStory.Position?) {
        try await context.database.read { transaction in
            try OwnDataQuery(transaction: transaction, reader: reader.rawValue)
                .savedStories(after: last, limit: Self.savedPerPart)
        }
    }

    private func writeMarks(_ reader: ReaderID, _ sink: ([UInt8]) async throws -> Void) async throws {
        let encoder = JSONEncoder.forExport
        let feeds = try await context.database.read {
            try OwnDataQuery(transaction: $0, reader: reader.rawValue).readUntil()
        }
        try await sink(Array(#"{"feeds":"#.utf8) + encoder.encode(feeds) + Array(",\n\"marks\":[".utf8))
        var last: OwnMark.Position?
        var isFirst = true
        while true {
            let after = last
            let marks = try await context.database.read {
                try OwnDataQuery(transaction: $0, reader: reader.rawValue)
                    .marks(after: after, limit: Self.marksPerPart)
            }
            for mark in marks {
                try await sink(Array((isFirst ? "\n" : ",\n").utf8) + encoder.encode(mark))
                isFirst = false
            }
            guard let end = marks.last else { break }
            last = end.position
        }
        try await sink(Array("\n]}\n".utf8))
    }
}

extension JSONEncoder {
    /// Instants are in the form of RFC 3339.
    static var forExport: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}
