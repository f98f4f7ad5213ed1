import ArgumentParser
import Foundation
import Library
import News

struct ListReadersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List who reads in this house.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    private struct ReaderJSON: Encodable {
        let id: Int64
        let name: String
        let role: ReaderRole
        let hasPassword: Bool
        let joinedAt, lastSeenAt: String?
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _ in
            let (people, formatter) = (try await library.people.all(), TerminalTimeFormatter())
            if json {
                return try JSONOutput.write(
                    people.map {
                        ReaderJSON(
                            id: $0.id.rawValue, name: $0.name, role: $0.role, hasPassword: $0.hasPassword,
                            joinedAt: $0.joinedAt.map(formatter.iso8601),
                            lastSeenAt: $0.lastSeenAt.map(formatter.iso8601))
                    })
            }
            var table = TerminalTable([.flexible, .left, .left])
            for person in people {
                let seen = person.lastSeenAt.map { "last used \(formatter.timeOfDay($0))" } ?? "signed in nowhere"
                table.addRow(
                    "\(person.name.isEmpty ? "no name yet" : person.name)", "\(person.role.rawValue)", "\(seen)")
            }
            table.print()
        }
    }
}

struct RenameReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a reader a name, by which they sign in where several read.")

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            try await library.people.rename(reader, to: name)
            Terminal.print("The name is \(name).")
        }
    }
}

struct InviteReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link that lets somebody join this house once, within an hour.",
        discussion: """
            Who joins chooses a name and a password, and has feeds, marks and settings of their own. You need a name and a \
            password yourself: tidings reader rename, tidings reader set-password.
            """)

    @Option(
        help: "What they may do: \(ReaderRole.allCases.map(\.rawValue).joined(separator: ", ")).",
        transform: InviteReaderCommand.role)
    var role = ReaderRole.reader

    @OptionGroup var options: DataFolderOptions

    private static func role(_ text: String) throws -> ReaderRole {
        guard let role = ReaderRole(rawValue: text) else {
            throw ValidationError(
                "There is no role “\(text)”. There are: \(ReaderRole.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        return role
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration in
            let token = try await library.people.invite(as: role, by: .first)
            let served = try await ControlSocket(folder: configuration.dataFolder).servedAddress()
            let target = served ?? ServedAddress(configuration.server)
            Terminal.print("\(target.address)join/\(token.text)")
            Terminal.printNote("It works once, within an hour. Whoever opens it can join.")
            if target.isLocalOnly {
                Terminal.printNote(
                    "It works on this machine only. For other devices set --listen or web.publicURL (docs/serving.md).")
            }
        }
    }
}

struct RemoveReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a reader with everything that is theirs. It cannot be brought back.")

    @Argument(help: "The reader's name.")
    var name: String

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _ in
            try await library.people.remove(try await ReaderOptions.reader(named: name, in: library))
            Terminal.print("\(name) is removed, with everything of theirs.")
        }
    }
}
