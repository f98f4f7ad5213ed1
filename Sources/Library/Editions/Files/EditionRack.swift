public import Foundation
public import News
import Synchronization

/// The editions of a house: those that came with Tidings, and the operator's own from `editions/*.yaml` in the data
/// folder. A file that is broken never stops the others; it is kept here with its complaints.
///
/// Invariant: at any moment all files come from one reading of the folder.
public final class EditionRack: Sendable {
    /// A file that came with Tidings.
    public struct Shipped: Sendable {
        public var name: String
        public var text: String
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Names that no edition can have: addresses of the house begin with them, or look as if they did.
    public static var reservedNames: Set<String> { EditionReader.reserved }

    /// More files than these are not read.
    private static let mostFiles = 100

    private let shipped: [Shipped]
    private let folder: URL?
    private let knows: @Sendable (SourceKind) -> Bool
    private let only: EditionID?
    private let state: Mutex<State>

    /// What one reading gave, and what follows from it: pages ask for it several times each.
    private struct State {
        let files: [EditionFile]
        let usable: [Edition]
        let editions: [Edition]

        init(_ files: [EditionFile], only: EditionID?) {
            self.files = files
            usable = (files.filter { !$0.isShipped } + files.filter(\.isShipped)).compactMap { file in
                if case .usable(let edition) = file.reading { edition } else { nil }
            }
            editions = ([.mine] + usable).filter { only == nil || $0.id == only }
        }
    }

    /// - Parameters:
    ///   - folder: where the operator's own files are; it need not exist. Nil for none.
    ///   - only: the one edition that is shown, and everything else hidden.
    ///   - knows: whether this build can read a kind of source.
    public init(
        shipped: [Shipped] = [], folder: URL? = nil, only: EditionID? = nil,
        knows: @escaping @Sendable (SourceKind) -> Bool
    ) {
        self.shipped = shipped
        self.folder = folder
        self.only = only
        self.knows = knows
        state = Mutex(State([], only: only))
        read()
    }

    /// These editions beside `mine`, without files.
    public init(_ editions: [Edition]) {
        (shipped, folder, only, knows) = ([], nil, nil, { _ in true })
        let files = editions.map {
            EditionFile(name: $0.id.rawValue, isShipped: false, reading: .usable($0), id: $0.id)
        }
        state = Mutex(State(files, only: nil))
    }

    /// All files: the shipped ones first, then the operator's by name.
    public var files: [EditionFile] { state.withLock { $0.files } }

    /// The editions that can be opened, in the Newsstand's order: `mine`, the operator's own, the shipped ones; the
    /// chosen one alone where there is one.
    public var editions: [Edition] { state.withLock { $0.editions } }

    /// Whether one edition alone is shown, and all others hidden.
    public var isOneAlone: Bool { only != nil }

    /// Those that the database has to know of, hidden or not.
    public var usable: [Edition] { state.withLock { $0.usable } }

    /// Editions whose files are broken at the moment: what is stored of them is left alone.
    public var broken: Set<EditionID> { Set(files.filter { !$0.complaints.isEmpty }.map(\.id)) }

    /// Reads all files again.
    public func read() {
        let files = Self.distinct(
            shipped.map { read($0.text, name: $0.name, isShipped: true) } + own().map(readOwn))
        state.withLock { $0 = State(files, only: only) }
    }

    private func own() -> [URL] {
        guard let folder else { return [] }
        let found: [URL]
        do { found = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) } catch {
            // A folder that is not there, or cannot be read, holds no editions.
            return []
        }
        return Array(
            found.filter { ["yaml", "yml"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix(".") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }.prefix(Self.mostFiles))
    }

    private func readOwn(_ file: URL) -> EditionFile {
        Self.read(file, knows: knows)
    }

    private func read(_ text: String, name: String, isShipped: Bool) -> EditionFile {
        Self.read(text, name: name, isShipped: isShipped, knows: knows)
    }

    /// Reads one file of the operator's, wherever it lies.
    public static func read(_ file: URL, knows: (SourceKind) -> Bool) -> EditionFile {
        let name = file.lastPathComponent
        func unreadable(_ sentence: String) -> EditionFile {
            EditionFile(
                name: name, isShipped: false,
                reading: .broken([EditionComplaint(line: 1, column: 1, sentence: sentence)]),
                id: EditionReader.id(ofFile: name))
        }
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            return unreadable("The file cannot be opened. Let the one who runs Tidings read it.")
        }
        guard bytes.count <= YAMLReader.mostBytes else {
            return unreadable("The file is larger than 256 kB, which no edition is. Move it away.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return unreadable("The file is not written in UTF-8. Save it as UTF-8.")
        }
        return read(text, name: name, isShipped: false, knows: knows)
    }

    private static func read(
        _ text: String, name: String, isShipped: Bool, knows: (SourceKind) -> Bool
    ) -> EditionFile {
        var reader = EditionReader()
        let edition = reader.edition(in: text, file: name)
        let id = reader.id ?? EditionReader.id(ofFile: name)
        guard let edition, reader.complaints.isEmpty else {
            return EditionFile(name: name, isShipped: isShipped, reading: .broken(reader.complaints.sorted()), id: id)
        }
        let missing = edition.kinds.filter { !knows($0) }.sorted { $0.rawValue < $1.rawValue }
        return EditionFile(
            name: name, isShipped: isShipped,
            reading: missing.isEmpty ? .usable(edition) : .notInThisBuild(edition, missing: missing), id: id)
    }

    /// Of two files with one id the later is refused: addresses can lead to one of them only.
    private static func distinct(_ files: [EditionFile]) -> [EditionFile] {
        var first: [EditionID: EditionFile] = [:]
        return files.map { file in
            guard !file.complaints.isEmpty || first[file.id] == nil else {
                guard let other = first[file.id] else { return file }
                var refused = file
                let whose = other.isShipped ? "an edition that comes with Tidings" : other.name
                refused.reading = .broken([
                    EditionComplaint(
                        line: 1, column: 1,
                        sentence: "The id “\(file.id.rawValue)” is taken by \(whose). Choose another with “id:”.")
                ])
                return refused
            }
            if file.complaints.isEmpty { first[file.id] = file }
            return file
        }
    }
}
