import ArgumentParser
import Foundation
import Library
import News

struct AppPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password",
        abstract: "Manage the passwords of other news readers.",
        discussion: """
            Other apps, such as NetNewsWire or Newsboat, sign in with a password of their own (docs/sync.md), which can be \
            removed without disturbing the others.
            """,
        subcommands: [AddAppPasswordCommand.self, ListAppPasswordsCommand.self, RemoveAppPasswordCommand.self])
}

struct AddAppPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a password for an app, and print it.",
        discussion: "The password is printed only once. A running server accepts it at once.")

    @Argument(help: "The name of the app or device, such as “Phone”.")
    var name: String

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary { library, configuration, reader in
            let made = try await library.appPasswords.create(
                named: name, for: reader)
            let served = try await ControlSocket(folder: configuration.dataFolder).servedAddress()
            let target = served ?? ServedAddress(configuration.server)
            Terminal.printNote("Server: \(target.address)api/greader.php, or for Fever \(target.address)fever/")
            Terminal.printNote("User name: \(made.userName)")
            Terminal.printNote("Password, which is not shown again:")
            Terminal.print("\(made.secret)")
        }
    }
}

struct ListAppPasswordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the apps that have a password; shows no password.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    private struct PasswordJSON: Encodable {
        let id: Int64
        let name: String
        let createdAt: Date
        let lastUsedAt: Date?
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let passwords = try await library.appPasswords.all(for: reader)
            if json {
                return try JSONOutput.write(
                    passwords.map {
                        PasswordJSON(
                            id: $0.id.rawValue, name: $0.name, createdAt: $0.createdAt, lastUsedAt: $0.lastUsedAt)
                    })
            }
            if passwords.isEmpty { return Terminal.print("No app has a password.") }
            let formatter = TerminalTimeFormatter()
            var table = TerminalTable([.right, .flexible, .left])
            for password in passwords {
                let used = password.lastUsedAt.map { "used \(formatter.timestamp($0))" } ?? "not used yet"
                table.addRow("\(password.id.rawValue)", "\(password.name)", "\(used)")
            }
            table.print()
        }
    }
}

struct RemoveAppPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an app's password, which signs the app out.")

    @Argument(help: "The number of the password, or its name (see tidings app-password list).")
    var password: String

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let passwords = try await library.appPasswords.all(for: reader)
            let found = passwords.filter { String($0.id.rawValue) == password || $0.name == password }
            guard let only = found.first, found.count == 1 else {
                throw CLIError(
                    .unavailable,
                    found.isEmpty
                        ? "No app “\(password)” has a password. tidings app-password list names those that have."
                        : "Several apps have this name. Give the number instead (see tidings app-password list).")
            }
            try await library.appPasswords.revoke(only.id, for: reader)
            Terminal.print("The password of “\(only.name)” is removed.")
        }
    }
}
