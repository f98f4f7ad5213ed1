import ArgumentParser
import Foundation
import Library
import News
import Web

struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Manage who reads here: people, passwords, sign-in links and sessions.",
        subcommands: [
            ListReadersCommand.self, InviteReaderCommand.self, RenameReaderCommand.self, RemoveReaderCommand.self,
            SetPasswordCommand.self, SignInLinkCommand.self, SessionsCommand.self, ExportReaderCommand.self,
        ])
}

struct SetPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password",
        abstract: "Set the sign-in password; ends every session.",
        discussion: """
            Prompts twice without echo at a terminal; otherwise reads the first line of standard input. At least eight \
            characters. A running server uses it within a second.
            """)

    @Flag(help: "Remove the password: then only this machine can read.")
    var remove = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary { library, _, reader in
            if remove {
                try await library.sessions.removePassword(for: reader)
                return Terminal.print("The password is removed, and every session has ended.")
            }
            try await library.sessions.setPassword(try PasswordPrompt.ask(), for: reader)
            Terminal.print("The password is set, and every session has ended.")
        }
    }
}

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List signed-in devices, or end their sessions.",
        subcommands: [ListSessionsCommand.self, RevokeSessionsCommand.self], defaultSubcommand: ListSessionsCommand.self
    )
}

struct ListSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List signed-in devices, last used first.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    private struct SessionJSON: Encodable {
        let id: Int64
        let device: String
        let address: String?
        let by: String
        let signedInAt: String
        let lastUsedAt: String
        let expiresAt: String

        init(_ session: ReaderSession, _ formatter: TerminalTimeFormatter) {
            id = session.id.rawValue
            device = DeviceName.of(session.agent)
            address = session.clientAddress
            by = session.method.rawValue
            signedInAt = formatter.iso8601(session.madeAt)
            lastUsedAt = formatter.iso8601(session.seenAt)
            expiresAt = formatter.iso8601(session.expiresAt)
        }
    }

    func run() async throws {
        try await options.withLibrary { library, _, reader in
            let (sessions, formatter) = (
                try await library.sessions.all(for: reader), TerminalTimeFormatter()
            )
            if json { return try JSONOutput.write(sessions.map { SessionJSON($0, formatter) }) }
            if sessions.isEmpty { return Terminal.print("Nobody is signed in.") }
            var table = TerminalTable([.right, .flexible, .left, .left])
            for session in sessions {
                table.addRow(
                    TerminalStyle.dim("\(session.id.rawValue)"), "\(DeviceName.of(session.agent))",
                    "\(session.clientAddress ?? "")", "last used \(formatter.timeOfDay(session.seenAt))")
            }
            table.print()
        }
    }
}

struct RevokeSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End one session, or all.")

    @Argument(help: "The session's number, as in the list.")
    var id: Int64?

    @Flag(help: "End every session.")
    var all = false

    @OptionGroup var options: ReaderOptions

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError("Give a session's number, or --all.") }
    }

    func run() async throws {
        try await options.withLibrary { library, _, reader in
            guard let id else {
                let count = try await library.sessions.endAll(for: reader)
                return Terminal.print("\(Plural.session.counted(count)) \(count == 1 ? "has" : "have") ended.")
            }
            do throws(LibraryError) {
                try await library.sessions.end(ReaderSession.ID(rawValue: id), for: reader)
            } catch {
                guard error == .notThere else { throw error }
                throw CLIError(.unavailable, "There is no session \(id). tidings reader sessions lists them.")
            }
            Terminal.print("The session has ended.")
        }
    }
}
