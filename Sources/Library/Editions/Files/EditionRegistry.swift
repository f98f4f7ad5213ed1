public import Foundation
public import News
import Synchronization

/// The editions of a house: those that came with Tidings, and the operator's own from `editions/*.yaml` in the data
/// folder. A file that is broken never stops the others; it is kept here with its complaints.
///
/// Invariant: at any moment all files come from one reading of the folder.
public final class EditionRegistry: Sendable {
    /// A file that came with Tidings.
    public struct BundledFile: Sendable {
        public var name: String
        public var text: String
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Names that no edition can have: addresses of the house begin with them, or look as if they did.
    public static var reservedIDs: Set<String> { EditionParser.reservedIDs }

    /// More files than these are not read.
    private static let maxFiles = 100

    private let bundledFiles: [BundledFile]
    private let folder: URL?
    private let isSupported: @Sendable (SourceKind) -> Bool
    private let onlyEdition: EditionID?
    private let state: Mutex<State>

    /// What one reading gave, and what follows from it: pages ask for it several times each.
    private struct State {
        let files: [EditionFile]
        let validEditions: [Edition]
        let editions: [Edition]

        init(_ files: [EditionFile], only: EditionID?) {
            self.files = files
            validEditions = (files.filter { !$0.isBundled } + files.filter(\.isBundled)).compactMap { file in
                if case .valid(let edition) = file.result { edition } else { nil }
            }
            editions = ([.mine] + validEditions).filter { only == nil || $0.id == only }
        }
    }

    /// - Parameters:
    ///   - folder: where the operator's own files are; it need not exist. Nil for none.
    ///   - only: the one edition that is shown, and everything else hidden.
    ///   - knows: whether this build can read a kind of source.
    public init(
        bundledFiles: [BundledFile] = [], folder: URL? = nil, onlyEdition: EditionID? = nil,
        isSupported: @escaping @Sendable (SourceKind) -> Bool
    ) {
        self.bundledFiles = bundledFiles
        self.folder = folder
        self.onlyEdition = onlyEdition
        self.isSupported = isSupported
        state = Mutex(State([], only: onlyEdition))
        reload()
    }

    /// These editions beside `mine`, without files.
    public init(_ editions: [Edition]) {
        (bundledFiles, folder, onlyEdition, isSupported) = ([], nil, nil, { _ in true })
        let files = editions.map {
            EditionFile(name: $0.id.rawValue, isBundled: false, result: .valid($0), id: $0.id)
        }
        state = Mutex(State(files, only: nil))
    }

    /// All files: the shipped ones first, then the operator's by name.
    public var files: [EditionFile] { state.withLock { $0.files } }

    /// The editions that can be opened, in the Newsstand's order: `mine`, the operator's own, the shipped ones; the
    /// chosen one alone where there is one.
    public var editions: [Edition] { state.withLock { $0.editions } }

    /// Whether one edition alone is shown, and all others hidden.
    public var showsSingleEdition: Bool { onlyEdition != nil }

    /// Those that the database has to know of, hidden or not.
    public var validEditions: [Edition] { state.withLock { $0.validEditions } }

    /// Editions whose files are broken at the moment: what is stored of them is left alone.
    public var invalidIDs: Set<EditionID> { Set(files.filter { !$0.diagnostics.isEmpty }.map(\.id)) }

    /// Reads all files again.
    public func reload() {
        let files = Self.rejectingDuplicateIDs(
            bundledFiles.map { parse($0.text, name: $0.name, isBundled: true) } + operatorFiles().map(parseFile))
        state.withLock { $0 = State(files, only: onlyEdition) }
    }

    private func operatorFiles() -> [URL] {
        guard let folder else { return [] }
        let found: [URL]
        do { found = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) } catch {
            // A folder that is not there, or cannot be read, holds no editions.
            return []
        }
        return Array(
            found.filter { ["yaml", "yml"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix(".") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }.prefix(Self.maxFiles))
    }

    private func parseFile(_ file: URL) -> EditionFile {
        Self.parse(file, isSupported: isSupported)
    }

    private func parse(_ text: String, name: String, isBundled: Bool) -> EditionFile {
        Self.parse(text, name: name, isBundled: isBundled, isSupported: isSupported)
    }

    /// Reads one file of the operator's, wherever it lies.
    public static func parse(_ file: URL, isSupported: (SourceKind) -> Bool) -> EditionFile {
        let name = file.lastPathComponent
        func unreadable(_ sentence: String) -> EditionFile {
            EditionFile(
                name: name, isBundled: false,
                result: .invalid([EditionDiagnostic(line: 1, column: 1, message: sentence)]),
                id: EditionParser.id(ofFile: name))
        }
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            return unreadable("The file cannot be opened. Let the one who runs Tidings read it.")
        }
        guard bytes.count <= YAMLReader.maxBytes else {
            return unreadable("The file is larger than 256 kB, which no edition is. Move it away.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return unreadable("The file is not written in UTF-8. Save it as UTF-8.")
        }
        return parse(text, name: name, isBundled: false, isSupported: isSupported)
    }

    private static func parse(
        _ text: String, name: String, isBundled: Bool, isSupported: (SourceKind) -> Bool
    ) -> EditionFile {
        var reader = EditionParser()
        let edition = reader.edition(in: text, file: name)
        let id = reader.id ?? EditionParser.id(ofFile: name)
        guard let edition, reader.diagnostics.isEmpty else {
            return EditionFile(name: name, isBundled: isBundled, result: .invalid(reader.diagnostics.sorted()), id: id)
        }
        let missing = edition.sourceKinds.filter { !isSupported($0) }.sorted { $0.rawValue < $1.rawValue }
        return EditionFile(
            name: name, isBundled: isBundled,
            result: missing.isEmpty ? .valid(edition) : .unsupported(edition, missing: missing), id: id)
    }

    /// Of two files with one id the later is refused: addresses can lead to one of them only.
    private static func rejectingDuplicateIDs(_ files: [EditionFile]) -> [EditionFile] {
        var first: [EditionID: EditionFile] = [:]
        return files.map { file in
            guard !file.diagnostics.isEmpty || first[file.id] == nil else {
                guard let other = first[file.id] else { return file }
                var refused = file
                let whose = other.isBundled ? "an edition that comes with Tidings" : other.name
                refused.result = .invalid([
                    EditionDiagnostic(
                        line: 1, column: 1,
                        message: "The id “\(file.id.rawValue)” is taken by \(whose). Choose another with “id:”.")
                ])
                return refused
            }
            if file.diagnostics.isEmpty { first[file.id] = file }
            return file
        }
    }
}
