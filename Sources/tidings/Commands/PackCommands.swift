import ArgumentParser
import Foundation
import News
import Packs
import URLs

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Make, edit, check, convert, publish and install packs: publications as one file.",
        discussion: """
            A pack has pages, photographs and places, and is read without a network. docs/packs.md describes the file, and \
            the folder that it is made of.
            """,
        subcommands: [
            BuildPackCommand.self, CheckPackCommand.self, ImportPackCommand.self, ExportPackCommand.self,
            ShowPackCommand.self, EditPackCommand.self, PublishPackCommand.self,
            InstallPackCommand.self, ListPacksCommand.self, PackMapCommand.self,
        ])

    /// Runs a command; prints every fault of a pack as a line on standard output, as a compiler does.
    static func withErrorReporting(_ work: () async throws -> Void) async throws {
        try await CLIError.withErrorReporting {
            do { try await work() } catch let error as PackError {
                if case .faults(let faults) = error {
                    for fault in faults { Terminal.print("\(fault.description)") }
                    throw CLIError(
                        .unreadable, "\(Plural.error.counted(faults.count)). docs/packs.md says what a pack may have.")
                }
                throw CLIError(error)
            }
        }
    }

    static func printNotes(_ notes: [PackIssue]) {
        for note in notes { Terminal.printNote("\(note.description)") }
    }

    static func write(_ draft: PackDraft, to file: String, isReplacing: Bool) throws {
        printNotes(draft.notes)
        let size = try PackWriter(draft.pack, media: draft.media).write(
            to: URL(filePath: file), isReplacing: isReplacing)
        Terminal.print("\(file) is written: \(PackSummary(draft.pack, size: size).line).")
    }
}

struct BuildPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Make a pack of a folder of Markdown or HTML files with front matter and pictures.",
        discussion: """
            Errors are lines of file, line number and what to do; then nothing is written. Drafts (draft: true) are left \
            out. The same folder gives the same file.
            """)

    @Argument(help: "The folder that holds pack.yaml.")
    var folder: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The pack to write.", valueName: "file"))
    var output: String

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    func run() async throws {
        try await PackCommand.withErrorReporting {
            try PackCommand.write(try PackBuilder.build(URL(filePath: folder)), to: output, isReplacing: force)
        }
    }
}

struct CheckPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report the errors of a pack or of a pack's folder.",
        discussion:
            "Of a pack all hashes are compared. A valid one gets one line and exit code 0; otherwise the exit code is 65."
    )

    @Argument(help: "A pack, or a folder.")
    var path: String

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let url = URL(filePath: path)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                let draft = try PackBuilder.build(url)
                PackCommand.printNotes(draft.notes)
                Terminal.print("\(path) is valid: \(PackSummary(draft.pack, size: nil).line).")
            } else {
                let reader = try PackReader(file: url, media: PackReader.mediaFolder(beside: url))
                try reader.verifyMedia()
                PackCommand.printNotes(reader.notes)
                Terminal.print("\(path) is valid: \(PackSummary(reader.pack, size: reader.size).line).")
            }
        }
    }
}

struct ImportPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a pack of the original app's store (StudyInYorkshire.sqlite) and its assets folder.",
        discussion: """
            Favourites are kept with their dates, and the pack gets a base map. What cannot be taken is listed; if pictures \
            or favourites are lost, nothing is written and the exit code is 65, unless --allow-missing is given.
            """)

    @Argument(help: "The store, a SQLite file of Core Data.")
    var store: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The pack to write.", valueName: "file"))
    var output: String

    @OptionGroup var original: CoreDataImportOptions

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let draft = try CoreDataImporter.read(URL(filePath: store), options: try original.options())
            try original.requireWhole(draft)
            try PackCommand.write(draft, to: output, isReplacing: force)
        }
    }
}

struct ExportPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a pack as a folder, from which tidings pack build makes the same pack.")

    @Argument(help: "The pack.")
    var file: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder to write; must be empty or not exist.", valueName: "folder")
    )
    var output: String

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let url = URL(filePath: file)
            let reader = try PackReader(file: url, media: PackReader.mediaFolder(beside: url))
            PackCommand.printNotes(reader.notes)
            try PackFolderExporter.write(reader.pack, media: reader, to: URL(filePath: output))
            Terminal.print("\(output) is written: \(PackSummary(reader.pack, size: nil).line).")
        }
    }
}

struct ShowPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a pack has: its version, its tree of pages, its photographs.")

    @Argument(help: "The pack.")
    var file: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let reader = try PackReader(file: URL(filePath: file))
            if json { return try JSONOutput.write(PackSummary(reader.pack, size: reader.size)) }
            PackPrinter(pack: reader.pack, size: reader.size).run()
        }
    }
}

extension CLIError {
    init(_ error: PackError) {
        switch error {
        case .notThere: self.init(.noInput, error.userMessage)
        case .targetOccupied, .cannotWrite: self.init(.cannotCreate, error.userMessage)
        case .notAPack, .damaged, .wrongHash, .newerFormat, .foreignSchema, .tooLarge, .faults:
            self.init(.unreadable, error.userMessage)
        }
    }
}
