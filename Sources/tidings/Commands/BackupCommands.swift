import ArgumentParser
import Foundation
import Library

/// Copy everything into one file.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the newspaper into one file, also while it is served.",
        discussion: """
            The file is a tar archive: the database as it was at one moment, the settings and your own editions. No
            password, session or key is in it; the addresses of feeds are, as they are. tidings restore brings it back.
            """)

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await CLIError.withErrorReporting {
            umask(0o077)
            let configuration = try options.configuration()
            let backup = Library.BackupWriter(
                folder: configuration.dataFolder, settings: configuration.settingsFile,
                program: "Tidings \(BuildInfo.version)")
            do throws(BackupError) {
                let size = try backup.write(to: URL(filePath: file), isReplacing: force, now: Date())
                Terminal.print("\(file) is written, \(Self.formattedSize(size)).")
            } catch { throw CLIError(error) }
        }
    }

    private static func formattedSize(_ bytes: Int) -> String {
        bytes < 10 << 20 ? "\(max(1, bytes >> 10)) kB" : "\(bytes >> 20) MB"
    }
}

/// Bring a copy back.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring a backup back, into an empty data folder.",
        discussion: """
            A backup may be anybody's file, so what it holds is copied row by row, and cleaned, into a new database.
            Passwords and sessions are in none: set a password again afterwards. Settings are laid beside their place, as
            tidings.yaml.restored: read them, then rename the file.
            """)

    @Argument(help: "The file that tidings backup wrote.")
    var file: String

    @Option(help: ArgumentHelp("The data folder; it has to be empty, or not there.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("Gigabytes that the backup may unpack to.", valueName: "number"))
    var limit = BackupRestorer.defaultSizeLimit >> 30

    func validate() throws {
        guard (1...1024).contains(limit) else {
            throw ValidationError("--limit takes a number of gigabytes from 1 to 1024.")
        }
    }

    func run() async throws {
        try await CLIError.withErrorReporting {
            umask(0o077)
            let folder = Configuration.folder(data, ProcessInfo.processInfo.environment)
            do throws(BackupError) {
                let restored = try BackupRestorer(file: URL(filePath: file), folder: folder, limit: limit << 30).run()
                Terminal.print("The backup of \(restored.madeAt) is restored into \(folder.path).")
                Terminal.print("Passwords are in no backup: tidings reader set-password, if others shall read here.")
                if let settings = restored.settings {
                    Terminal.print(
                        "Its settings are not in force: read \(settings.path), then rename it to tidings.yaml.")
                }
            } catch { throw CLIError(error) }
        }
    }
}

extension CLIError {
    init(_ error: BackupError) {
        switch error {
        case .notThere: self.init(.noInput, error.userMessage)
        case .targetOccupied: self.init(.cannotCreate, error.userMessage)
        case .unreadable, .newer, .tooLarge: self.init(.unreadable, error.userMessage)
        case .library(let inner): self.init(inner)
        }
    }
}
