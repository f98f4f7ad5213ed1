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
    static var knows: @Sendable (SourceKind) -> Bool {
        // Nothing is asked for: the catalogue is made to see what is in it.
        let catalog = Catalog.sources(fetcher: Fetcher(policy: .publicOnly, userAgent: Build.userAgent()))
        return { catalog.knows($0) }
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
            try await Trouble.told {
                guard FileManager.default.fileExists(atPath: file) else {
                    throw Trouble(.noInput, "There is no file \(file).")
                }
                let shipped = EditionRack(shipped: Editions.shipped, knows: { _ in true })
                let read = EditionRack.read(URL(filePath: file), knows: EditionCommand.knows)
                let complaints = read.complaints + Self.taken(read, shipped)
                guard complaints.isEmpty else {
                    for complaint in complaints { Terminal.print("\(file):\(complaint)") }
                    let count = complaints.count == 1 ? "1 complaint" : "\(complaints.count) complaints"
                    throw Trouble(.unreadable, "\(count) about \(file). docs/editions.md tells every key.")
                }
                Terminal.print("\(Self.praise(file, read))")
            }
        }

        private static func taken(_ file: EditionFile, _ shipped: EditionRack) -> [EditionComplaint] {
            guard file.complaints.isEmpty, shipped.files.contains(where: { $0.id == file.id }) else { return [] }
            let sentence =
                "The id “\(file.id.rawValue)” is taken by an edition that comes with Tidings. Choose another with “id:”."
            return [EditionComplaint(line: 1, column: 1, sentence: sentence)]
        }

        private static func praise(_ name: String, _ file: EditionFile) -> String {
            switch file.reading {
            case .usable(let edition):
                "\(name) is good: “\(edition.title)” at /\(edition.id.rawValue)/, \(contents(edition))."
            case .notInThisBuild(let edition, let missing):
                "\(name) is well written, but “\(edition.title)” needs what this build cannot read: "
                    + "\(missing.map(\.rawValue).joined(separator: ", "))."
            case .broken: name
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

        @OptionGroup var house: HouseOptions

        func run() async throws {
            try await Trouble.told {
                let folder = Editions.folder(in: try house.configuration().dataFolder)
                let rack = EditionRack(shipped: Editions.shipped, folder: folder, knows: EditionCommand.knows)
                let lines = [("mine", "Tidings", "your own paper")] + rack.files.map(Self.line)
                let width = lines.map(\.0.count).max() ?? 0
                for line in lines {
                    Terminal.print(
                        "\(line.0.padding(toLength: width, withPad: " ", startingAt: 0))  \(line.1): \(line.2)")
                }
            }
        }

        private static func line(_ file: EditionFile) -> (String, String, String) {
            let whose = file.isShipped ? "comes with Tidings" : "editions/\(file.name)"
            switch file.reading {
            case .usable: return (file.id.rawValue, file.title, whose)
            case .notInThisBuild(_, let missing):
                let kinds = missing.map(\.rawValue).joined(separator: ", ")
                return (file.id.rawValue, file.title, "\(whose), not in this build yet (needs \(kinds))")
            case .broken(let complaints):
                let first = complaints.first.map { "line \($0.line): \($0.sentence)" } ?? ""
                return (file.id.rawValue, file.name, "\(whose), broken, \(first)")
            }
        }
    }
}
