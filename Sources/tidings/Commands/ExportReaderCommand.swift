import ArgumentParser
import Foundation
import Library

struct ExportReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a reader's feeds, saved stories and marks into a folder.",
        discussion: """
            The files are tidings.opml, saved.html, saved.json and marks.json. Files of these names that are there already \
            are replaced, each when the new one is complete. Passwords are in none of them.
            """)

    @Argument(help: "The folder, which is made if it is missing.", completion: .directory)
    var folder: String

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let target = URL(fileURLWithPath: folder, isDirectory: true)
            do { try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true) } catch {
                throw CLIError(.configuration, "The folder \(folder) cannot be made: \(error.localizedDescription)")
            }
            let folders = try await library.subscriptions.folders(for: reader)
            try await report(target.appending(path: "tidings.opml")) {
                try await library.ownData.write(OPMLConversion().write(folders), at: $0)
            }
            for file in OwnDataFile.allCases {
                try await report(target.appending(path: file.rawValue)) {
                    try await library.ownData.write(file, for: reader, at: $0)
                }
            }
        }
    }

    /// Writes a file and prints its path.
    private func report(_ file: URL, _ write: (URL) async throws -> Void) async throws {
        do { try await write(file) } catch let error as BackupError { throw CLIError(error) } catch let error
            as CocoaError
        {
            throw CLIError(.configuration, "The file \(file.path) cannot be written: \(error.localizedDescription)")
        }
        Terminal.print("\(file.path)")
    }
}
