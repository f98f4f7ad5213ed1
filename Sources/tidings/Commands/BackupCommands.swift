import ArgumentParser
import Foundation
import Library

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a backup file, also while the server runs.",
        discussion: """
            The file is a tar archive with a consistent copy of the database, the settings and your own editions. It has \
            no passwords, sessions or keys, but feed addresses are complete, secret ones too. Restore it with \
            tidings restore.
            """)

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Overwrite the file if it exists.")
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

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup into an empty data folder.",
        discussion: """
            A backup is not trusted: its rows are copied into a new database, and all texts are sanitised again. Passwords \
            and sessions are never restored: set a password afterwards. Settings are not applied but written to \
            tidings.yaml.restored: review that file, then rename it to tidings.yaml.
            """)

    @Argument(help: "A file written by tidings backup.")
    var file: String

    @Option(help: ArgumentHelp("The data folder; must be empty or not exist.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("Size limit of the unpacked backup, in gigabytes.", valueName: "number"))
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
                let restored = try BackupRestorer(file: URL(filePath: file), folder: folder, sizeLimit: limit << 30)
                    .run()
                Terminal.print("The backup of \(restored.madeAt) is restored into \(folder.path).")
                let next = DataFolderOptions.command("reader set-password", data: data)
                Terminal.print("Passwords are not restored. To let others sign in: \(next)")
                if let settings = restored.settings {
                    Terminal.print(
                        "Its settings are not applied: review \(settings.path), then rename it to tidings.yaml.")
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
        case .unreadable, .newer, .older, .tooLarge: self.init(.unreadable, error.userMessage)
        case .changedMeanwhile: self.init(.tryLater, error.userMessage)
        case .library(let inner): self.init(inner)
        }
    }
}
