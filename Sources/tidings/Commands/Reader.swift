import ArgumentParser
import Foundation
import Library
import News
import Web

/// The person who reads, and the devices they are signed in on.
struct Reader: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the reader's password, sign a browser in by a link, list and end sessions.",
        subcommands: [SetPassword.self, ReaderLink.self, Sessions.self])
}

/// Set the password.
struct SetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password",
        abstract: "Set the password that browsers are asked for; every session ends.",
        discussion: """
            Asks twice at a terminal, without showing what is typed; otherwise the first line of standard input is taken.
            At least eight characters. A running server heeds it within a second.
            """)

    @Flag(help: "Take the password away: then only this machine can read.")
    var remove = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary { library, _ in
            if remove {
                try await library.sessions.removePassword(for: .first)
                return Terminal.print("The password is gone, and every session has ended.")
            }
            try await library.sessions.setPassword(try PasswordPrompt.ask(), for: .first)
            Terminal.print("The password is set, and every session has ended.")
        }
    }
}

/// Who is signed in.
struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the devices that are signed in, or end their sessions.",
        subcommands: [ListSessions.self, RevokeSessions.self], defaultSubcommand: ListSessions.self)
}

/// List the devices that are signed in.
struct ListSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the devices that are signed in, last used first.")

    @Flag(help: "As JSON.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    private struct SessionJSON: Encodable {
        let id: Int64
        let device: String
        let address: String?
        let by: String
        let signedInAt: String
        let lastUsedAt: String
        let expiresAt: String

        init(_ session: ReaderSession, _ clock: TerminalTimeFormatter) {
            id = session.id.rawValue
            device = DeviceName.of(session.agent)
            address = session.address
            by = session.method.rawValue
            signedInAt = clock.iso8601(session.madeAt)
            lastUsedAt = clock.iso8601(session.seenAt)
            expiresAt = clock.iso8601(session.expiresAt)
        }
    }

    func run() async throws {
        try await options.withLibrary { library, _ in
            let (sessions, clock) = (try await library.sessions.all(for: .first), TerminalTimeFormatter())
            if json { return try JSONOutput.write(sessions.map { SessionJSON($0, clock) }) }
            if sessions.isEmpty { return Terminal.print("Nobody is signed in.") }
            for session in sessions {
                let device = DeviceName.of(session.agent)
                let address = session.address.map { "  \($0)" } ?? ""
                Terminal.print(
                    "\(session.id.rawValue)  \(device)\(address)  last used \(clock.timeOfDay(session.seenAt))")
            }
        }
    }
}

/// End sessions.
struct RevokeSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a session by its number, or all of them.")

    @Argument(help: "The number that the list shows.")
    var id: Int64?

    @Flag(help: "End every session.")
    var all = false

    @OptionGroup var options: DataFolderOptions

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError("Name a session's number, or --all.") }
    }

    func run() async throws {
        try await options.withLibrary { library, _ in
            guard let id else {
                let count = try await library.sessions.endAll(for: .first)
                return Terminal.print(count == 1 ? "1 session has ended." : "\(count) sessions have ended.")
            }
            do throws(LibraryError) {
                try await library.sessions.end(ReaderSession.ID(rawValue: id), for: .first)
            } catch {
                guard error == .notThere else { throw error }
                throw CLIError(.unavailable, "There is no session \(id). tidings reader sessions lists them.")
            }
            Terminal.print("The session has ended.")
        }
    }
}
