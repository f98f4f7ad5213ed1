public import Foundation
public import News
import Synchronization
import YAML

/// The bundled editions and the operator's `editions/*.yaml`. Broken files are listed with their diagnostics.
///
/// Invariant: all files come from one read of the folder.
public final class EditionRegistry: Sendable {
    /// An edition file that comes with Tidings.
    public struct BundledFile: Sendable {
        /// The file name.
        public var name: String
        /// The content in YAML.
        public var text: String
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The IDs that no edition can have, because routes begin with them or may do so later.
    public static var reservedIDs: Set<String> { EditionParser.reservedIDs }

    /// Returns true if an edition could have this ID, regardless of whether one exists.
    public static func isPossibleID(_ text: String) -> Bool {
        text == EditionID.mine.rawValue || (EditionParser.isSlug(text) && !reservedIDs.contains(text))
    }

    /// The maximum number of the operator's files; further files are ignored.
    private static let maxFiles = 100

    private let bundledFiles: [BundledFile]
    let folder: URL?
    let isSupported: @Sendable (SourceKind) -> Bool
    private let onlyEdition: EditionID?
    private let state: Mutex<State>

    /// The files and the editions in them, computed once per reload because every page needs them.
    private struct State {
        let files: [EditionDefinition]
        let validEditions: [Edition]
        let editions: [Edition]

        init(_ files: [EditionDefinition], only: EditionID?) {
            self.files = files
            validEditions = (files.filter { !$0.isBundled } + files.filter(\.isBundled)).compactMap { file in
                if case .valid(let edition) = file.result { edition } else { nil }
            }
            editions = ([.mine] + validEditions).filter { only == nil || $0.id == only }
        }
    }

    /// Creates a registry and reads the files.
    /// - Parameters:
    ///   - folder: the folder of the operator's files, which need not exist.
    ///   - onlyEdition: the only edition to show; nil for all.
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

    /// Creates a registry of the given editions and `mine`, without files.
    public init(_ editions: [Edition]) {
        (bundledFiles, folder, onlyEdition, isSupported) = ([], nil, nil, { _ in true })
        let files = editions.map {
            EditionDefinition(name: $0.id.rawValue, isBundled: false, result: .valid($0), id: $0.id)
        }
        state = Mutex(State(files, only: nil))
    }

    /// The files: the bundled ones first, then the operator's by name.
    public var files: [EditionDefinition] { state.withLock { $0.files } }

    /// The editions that can be opened, in the order of the Newsstand: `mine`, the operator's, the bundled ones; or
    /// `onlyEdition` alone.
    public var editions: [Edition] { state.withLock { $0.editions } }

    /// True if the server shows only one edition.
    public var showsSingleEdition: Bool { onlyEdition != nil }

    /// The editions to store, including those that are not shown.
    public var validEditions: [Edition] { state.withLock { $0.validEditions } }

    /// The IDs of editions with broken files; their stored sections are kept.
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
            // A missing or unreadable folder has no editions.
            return []
        }
        return Array(
            found.filter { ["yaml", "yml"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix(".") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }.prefix(Self.maxFiles))
    }

    private func parseFile(_ file: URL) -> EditionDefinition {
        Self.parse(file, isSupported: isSupported)
    }

    private func parse(_ text: String, name: String, isBundled: Bool) -> EditionDefinition {
        Self.parse(text, name: name, isBundled: isBundled, isSupported: isSupported)
    }

    /// Parses one edition file.
    public static func parse(_ file: URL, isSupported: (SourceKind) -> Bool) -> EditionDefinition {
        let name = file.lastPathComponent
        func unreadable(_ message: String) -> EditionDefinition {
            EditionDefinition(
                name: name, isBundled: false,
                result: .invalid([EditionDiagnostic(line: 1, column: 1, message: message)]),
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

    static func parse(
        _ text: String, name: String, isBundled: Bool, isSupported: (SourceKind) -> Bool
    ) -> EditionDefinition {
        var parser = EditionParser()
        let edition = parser.edition(in: text, file: name)
        let id = parser.id ?? EditionParser.id(ofFile: name)
        guard let edition, parser.diagnostics.isEmpty else {
            return EditionDefinition(
                name: name, isBundled: isBundled, result: .invalid(parser.diagnostics.sorted()), id: id)
        }
        let missing = edition.sourceKinds.filter { !isSupported($0) }.sorted { $0.rawValue < $1.rawValue }
        return EditionDefinition(
            name: name, isBundled: isBundled,
            result: missing.isEmpty ? .valid(edition) : .unsupported(edition, missing: missing), id: id)
    }

    /// Returns the files with an error in each that repeats the ID of an earlier valid file: URLs can refer to only one
    /// of them.
    private static func rejectingDuplicateIDs(_ files: [EditionDefinition]) -> [EditionDefinition] {
        var first: [EditionID: EditionDefinition] = [:]
        return files.map { file in
            guard !file.diagnostics.isEmpty || first[file.id] == nil else {
                guard let other = first[file.id] else { return file }
                var rejected = file
                let owner = other.isBundled ? "an edition that comes with Tidings" : other.name
                rejected.result = .invalid([
                    EditionDiagnostic(
                        line: 1, column: 1,
                        message: "The id “\(file.id.rawValue)” is taken by \(owner). Choose another with “id:”.")
                ])
                return rejected
            }
            if file.diagnostics.isEmpty { first[file.id] = file }
            return file
        }
    }
}
