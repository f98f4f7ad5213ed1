import ArgumentParser
import Foundation
import Library
import News
import Packs
import URLs

struct ListPacksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the editions that show a pack, and the versions that are installed.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    private struct Line: Encodable {
        let edition, title, identity: String
        let version: String?
        let pages, photographs, places: Int?
        let installedAt, address: String?
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration in
            let editions = try await PackCommand.registry(library, configuration)
            var lines: [Line] = []
            for edition in editions {
                lines.append(Self.line(edition, try await library.packs.installed(in: edition, for: .first)))
            }
            if json { return try JSONOutput.write(lines) }
            if lines.isEmpty {
                return Terminal.print("No edition shows a pack. docs/editions.md describes the key “pack”.")
            }
            var table = TerminalTable([.left, .flexible])
            for line in lines {
                let address = line.address.map { "from \($0)" } ?? "installed by hand"
                table.addRow(
                    "\(line.edition)", TerminalStyle.bold("\(line.title)"),
                    details: ["\(Self.contents(line))", TerminalStyle.dim("\(line.identity), \(address)")])
            }
            table.print()
        }
    }

    private static func line(_ edition: Edition, _ installed: InstalledPack?) -> Line {
        let formatter = TerminalTimeFormatter()
        return Line(
            edition: edition.id.rawValue, title: edition.title, identity: edition.pack?.identity ?? "",
            version: installed?.manifest.version.description, pages: installed?.pageCount,
            photographs: installed?.photographCount, places: installed?.placeCount,
            installedAt: installed.map { formatter.iso8601($0.installedAt) },
            address: edition.pack?.address?.displayText)
    }

    private static func contents(_ line: Line) -> String {
        guard let version = line.version else { return "nothing is installed yet" }
        let counts = [
            Plural("page").counted(line.pages ?? 0), Plural("photograph").counted(line.photographs ?? 0),
        ]
        return "version \(version), \(counts.joined(separator: ", ")), installed \(line.installedAt?.prefix(10) ?? "")"
    }
}
