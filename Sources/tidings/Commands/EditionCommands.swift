import ArgumentParser
import Fetching
import Foundation
import Library
import News
import Origins

/// Newspapers as files.
struct EditionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edition", abstract: "Check the file of a newspaper of your own, or list those there are.",
        discussion:
            "An edition is one YAML file in the folder “editions” of the data folder; docs/editions.md shows how.",
        subcommands: [Check.self, List.self])

    /// Whether this build can read a kind of source.
    static var isSupported: @Sendable (SourceKind) -> Bool {
        // Nothing is asked for: the catalogue is made to see what is in it.
        let catalog = BuiltInSources.catalog(fetcher: Fetcher(policy: .publicOnly, userAgent: BuildInfo.userAgent()))
        return { catalog.supports($0) }
    }

    /// One file, line by line.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong in an edition's file, by its lines.",
            discussion:
                "A file that is good gets one line and code 0; otherwise a line for each complaint, and code 65.")

        @Argument(help: "The file.")
        var file: String

        func run() async throws {
            try await CLIError.withErrorReporting {
                guard FileManager.default.fileExists(atPath: file) else {
                    throw CLIError(.noInput, "There is no file \(file).")
                }
                let shipped = EditionRegistry(bundledFiles: EditionLoader.shipped, isSupported: { _ in true })
                let read = EditionRegistry.parse(URL(filePath: file), isSupported: EditionCommand.isSupported)
                let complaints = read.diagnostics + Self.idConflicts(read, shipped)
                guard complaints.isEmpty else {
                    for complaint in complaints { Terminal.print("\(file):\(complaint)") }
                    let count = complaints.count == 1 ? "1 complaint" : "\(complaints.count) complaints"
                    throw CLIError(.unreadable, "\(count) about \(file). docs/editions.md tells every key.")
                }
                Terminal.print("\(Self.successMessage(file, read))")
            }
        }

        private static func idConflicts(_ file: EditionFile, _ shipped: EditionRegistry) -> [EditionDiagnostic] {
            guard file.diagnostics.isEmpty, shipped.files.contains(where: { $0.id == file.id }) else { return [] }
            let sentence =
                "The id “\(file.id.rawValue)” is taken by an edition that comes with Tidings. Choose another with “id:”."
            return [EditionDiagnostic(line: 1, column: 1, message: sentence)]
        }

        private static func successMessage(_ name: String, _ file: EditionFile) -> String {
            switch file.result {
            case .valid(let edition):
                "\(name) is good: “\(edition.title)” at /\(edition.id.rawValue)/, \(contents(edition))."
            case .unsupported(let edition, let missing):
                "\(name) is well written, but “\(edition.title)” needs what this build cannot read: "
                    + "\(missing.map(\.rawValue).joined(separator: ", "))."
            case .invalid: name
            }
        }

        private static func contents(_ edition: Edition) -> String {
            guard case .listed(let sections) = edition.sections else {
                return "with the sections that its source offers"
            }
            let feeds = sections.reduce(0) { $0 + $1.channels.count }
            return "\(sections.count == 1 ? "1 section" : "\(sections.count) sections"), "
                + (feeds == 1 ? "1 feed" : "\(feeds) feeds")
        }
    }

    /// All there are.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the editions, and how each one's file is.")

        @OptionGroup var options: DataFolderOptions

        func run() async throws {
            try await CLIError.withErrorReporting {
                let folder = EditionLoader.folder(in: try options.configuration().dataFolder)
                let registry = EditionRegistry(
                    bundledFiles: EditionLoader.shipped, folder: folder, isSupported: EditionCommand.isSupported)
                let lines = [("mine", "Tidings", "your own paper")] + registry.files.map(Self.line)
                let width = lines.map(\.0.count).max() ?? 0
                for line in lines {
                    Terminal.print(
                        "\(line.0.padding(toLength: width, withPad: " ", startingAt: 0))  \(line.1): \(line.2)")
                }
            }
        }

        private static func line(_ file: EditionFile) -> (String, String, String) {
            let whose = file.isBundled ? "comes with Tidings" : "editions/\(file.name)"
            switch file.result {
            case .valid: return (file.id.rawValue, file.title, whose)
            case .unsupported(_, let missing):
                let kinds = missing.map(\.rawValue).joined(separator: ", ")
                return (file.id.rawValue, file.title, "\(whose), not in this build yet (needs \(kinds))")
            case .invalid(let complaints):
                let first = complaints.first.map { "line \($0.line): \($0.message)" } ?? ""
                return (file.id.rawValue, file.name, "\(whose), broken, \(first)")
            }
        }
    }
}
