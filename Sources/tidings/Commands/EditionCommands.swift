import ArgumentParser
import Fetching
import Foundation
import Library
import News
import Origins

struct EditionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edition", abstract: "Check an edition file, or list the editions.",
        discussion:
            "An edition is a newspaper of your own: one YAML file in the folder “editions” of the data folder. docs/editions.md describes it.",
        subcommands: [Check.self, List.self])

    static var isSupported: @Sendable (SourceKind) -> Bool {
        // The catalog only looks up kinds; it fetches nothing.
        let catalog = BuiltInSources.catalog(fetcher: Fetcher(policy: .publicOnly, userAgent: BuildInfo.userAgent()))
        return { catalog.supports($0) }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report the errors of an edition file, with line numbers.",
            discussion:
                "A valid file gets one line and exit code 0; otherwise there is a line for each error, and exit code 65."
        )

        @Argument(help: "The file.")
        var file: String

        func run() async throws {
            try await CLIError.withErrorReporting {
                guard FileManager.default.fileExists(atPath: file) else {
                    throw CLIError(.noInput, "There is no file \(file).")
                }
                let shipped = EditionRegistry(bundledFiles: EditionLoader.shipped, isSupported: { _ in true })
                let read = EditionRegistry.parse(URL(filePath: file), isSupported: EditionCommand.isSupported)
                let diagnostics = read.diagnostics + Self.idConflicts(read, shipped)
                guard diagnostics.isEmpty else {
                    for diagnostic in diagnostics { Terminal.print("\(file):\(diagnostic)") }
                    let count = Plural.error.counted(diagnostics.count)
                    throw CLIError(.unreadable, "\(count) in \(file). docs/editions.md lists every key.")
                }
                Terminal.print("\(Self.successMessage(file, read))")
            }
        }

        private static func idConflicts(_ file: EditionDefinition, _ shipped: EditionRegistry) -> [EditionDiagnostic] {
            guard file.diagnostics.isEmpty, shipped.files.contains(where: { $0.id == file.id }) else { return [] }
            let sentence =
                "The id “\(file.id.rawValue)” is taken by an edition that comes with Tidings. Choose another with “id:”."
            return [EditionDiagnostic(line: 1, column: 1, message: sentence)]
        }

        private static func successMessage(_ name: String, _ file: EditionDefinition) -> String {
            switch file.result {
            case .valid(let edition):
                "\(name) is valid: “\(edition.title)” at /\(edition.id.rawValue)/, \(contents(edition))."
            case .unsupported(let edition, let missing):
                "\(name) is valid, but “\(edition.title)” needs sources that this build does not support: "
                    + "\(missing.map(\.rawValue).joined(separator: ", "))."
            case .invalid: name
            }
        }

        private static func contents(_ edition: Edition) -> String {
            if let pack = edition.pack { return "with the pack \(pack.identity)" }
            let contents = [sections(edition), shelves(edition)].compactMap { $0 }
            return contents.isEmpty ? "with the topics that readers follow" : contents.joined(separator: ", ")
        }

        private static func sections(_ edition: Edition) -> String? {
            guard case .listed(let sections) = edition.sections else {
                return "with the sections that its source offers"
            }
            let feeds = sections.reduce(0) { $0 + $1.channels.count }
            return sections.isEmpty
                ? nil : "\(Plural.section.counted(sections.count)), \(Plural.feed.counted(feeds))"
        }

        private static func shelves(_ edition: Edition) -> String? {
            guard let shelves = edition.topics?.shelves, !shelves.isEmpty else { return nil }
            let feeds = shelves.reduce(0) { $0 + $1.feeds.count }
            return "\(Plural.shelf.counted(shelves.count)), \(Plural.feed.counted(feeds))"
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the editions and the status of their files.")

        @OptionGroup var options: DataFolderOptions

        func run() async throws {
            try await CLIError.withErrorReporting {
                let folder = EditionLoader.folder(in: try options.configuration().dataFolder)
                let registry = EditionRegistry(
                    bundledFiles: EditionLoader.shipped, folder: folder, isSupported: EditionCommand.isSupported)
                let lines = [("mine", "Tidings", "your subscriptions")] + registry.files.map(Self.line)
                var table = TerminalTable([.left, .left, .flexible])
                for (id, title, origin) in lines {
                    table.addRow("\(id)", TerminalStyle.bold("\(title)"), TerminalStyle.dim("\(origin)"))
                }
                table.print()
            }
        }

        private static func line(_ file: EditionDefinition) -> (String, String, String) {
            let origin = file.isBundled ? "comes with Tidings" : "editions/\(file.name)"
            switch file.result {
            case .valid: return (file.id.rawValue, file.title, origin)
            case .unsupported(_, let missing):
                let kinds = missing.map(\.rawValue).joined(separator: ", ")
                return (file.id.rawValue, file.title, "\(origin), not supported by this build yet (needs \(kinds))")
            case .invalid(let diagnostics):
                let first = diagnostics.first.map { "line \($0.line): \($0.message)" } ?? ""
                return (file.id.rawValue, file.name, "\(origin), invalid, \(first)")
            }
        }
    }
}
