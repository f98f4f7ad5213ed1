import ArgumentParser
import Foundation
import Library
import News
import URLs

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage your accounts at sites with members, such as Hacker News.",
        discussion: """
            The password is sent once and kept nowhere. The session that the site gives for it is encrypted in the data \
            folder, goes to that site alone, and is in no backup.
            """,
        subcommands: [SignInAccountCommand.self, SignOutAccountCommand.self, ListAccountsCommand.self])
}

/// The options that choose a site with members.
struct MemberSiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The site, such as news.ycombinator.com.", valueName: "site"))
    var site: String?

    @Option(help: ArgumentHelp("The edition whose site it is.", valueName: "id"))
    var edition: String?

    func validate() throws {
        guard site == nil || edition == nil else { throw ValidationError("Give --site or --edition, not both.") }
    }
}

struct SignInAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in at a site.",
        discussion: """
            Prompts for the password without echo at a terminal; otherwise reads the first line of standard input. Where a \
            site wants a puzzle solved, sign in there with a browser and give its cookie: --cookie. What waited for a \
            sign-in is sent then. A running server uses the session at once.
            """)

    @Argument(help: "Your name there.")
    var name: String?

    @OptionGroup var place: MemberSiteOptions

    @Flag(help: "Take over a session of your browser: asks for its cookie instead of a password.")
    var cookie = false

    @OptionGroup var options: ReaderOptions

    func validate() throws {
        guard (name == nil) == cookie else {
            throw ValidationError("Give your name there, or --cookie: tidings account sign-in NAME")
        }
    }

    func run() async throws {
        try await options.withLibrary { library, configuration, reader in
            let dependencies = AppDependencies(library, configuration)
            let source = try await dependencies.memberSource(site: place.site, edition: place.edition, for: reader)
            let host = source.site.host
            let secret =
                try cookie ? PasswordPrompt.askCookie(of: host) : PasswordPrompt.askPassword(name ?? "", at: host)
            try await dependencies.whileFetching {
                let accounts = dependencies.library.memberAccounts
                let result =
                    if let name {
                        try await accounts.signIn(name: name, password: secret, at: source, for: reader)
                    } else { try await accounts.adopt(cookie: secret, at: source, for: reader) }
                try report(result, host)
                try await resume(dependencies.library, source, reader)
            }
        }
    }

    private func report(_ result: MemberSignInResult, _ host: String) throws {
        switch result {
        case .signedIn(let account):
            let karma = account.karma.map { " (karma \($0))" } ?? ""
            Terminal.print("You are signed in at \(host) as \(account.name)\(karma).")
        case .rejected(let message):
            throw CLIError(
                .unavailable,
                "\(host) did not let you in: “\(message)” Check the \(cookie ? "cookie" : "name and the password").")
        case .captcha:
            throw CLIError(
                .unavailable,
                "\(host) wants a puzzle solved, which only a browser shows: sign in there, then give its cookie with tidings account sign-in --site \(host) --cookie"
            )
        case .failed(let failure):
            throw CLIError(ErrorMessages.exitKind(failure), ErrorMessages.message(failure, site: host))
        }
    }

    /// Sends the actions that waited for the sign-in.
    private func resume(_ library: NewsLibrary, _ source: StorySource, _ reader: ReaderID) async throws {
        for entry in try await library.outbox.resumeAfterSignIn(at: source, for: reader) {
            let printer = OutboxPrinter(entry: entry, reader: options.reader)
            Terminal.print("\(printer.title): \(printer.message)")
        }
    }
}

struct SignOutAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Forget the session at a site, here and there, with what only you saw.")

    @OptionGroup var place: MemberSiteOptions
    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            let dependencies = AppDependencies(library, configuration)
            let source = try await source(dependencies, reader)
            try await dependencies.whileFetching {
                try await dependencies.library.memberAccounts.signOut(at: source, for: reader)
            }
            Terminal.print("You are signed out at \(source.site.host).")
        }
    }

    /// Returns the source that the options name.
    ///
    /// - Throws: `CLIError` unless exactly one account matches.
    private func source(_ dependencies: AppDependencies, _ reader: ReaderID) async throws -> StorySource {
        var sources = try await dependencies.library.memberAccounts.accounts(for: reader).map(\.source)
        if let site = place.site {
            let host = try AppDependencies.host(site)
            sources = sources.filter { $0.site.host == host }
        } else if place.edition != nil {
            let wanted = try await dependencies.memberSource(site: nil, edition: place.edition, for: reader)
            sources = sources.filter { $0.id == wanted.id }
        }
        guard let first = sources.first else {
            throw CLIError(.unavailable, "You are not signed in there. tidings account list names your accounts.")
        }
        guard sources.count == 1 else {
            throw CLIError(
                .usage,
                "Say at which site: --site SITE. There are: \(sources.map(\.site.host).joined(separator: ", ")).")
        }
        return first
    }
}

struct ListAccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your accounts; shows no session.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    private struct AccountJSON: Encodable {
        let site, name, signedInAt, state: String
        let karma: Int?
        let lostAt: String?

        init(_ account: MemberAccount, _ formatter: TerminalTimeFormatter) {
            (site, name, karma) = (account.source.site.displayText, account.name, account.karma)
            signedInAt = formatter.iso8601(account.signedInAt)
            switch account.state {
            case .signedIn: (state, lostAt) = ("signed-in", nil)
            case .lost(let at): (state, lostAt) = ("lost", formatter.iso8601(at))
            case .unreadable: (state, lostAt) = ("unreadable", nil)
            }
        }
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let accounts = try await library.memberAccounts.accounts(for: reader)
            let formatter = TerminalTimeFormatter()
            if json { return try JSONOutput.write(accounts.map { AccountJSON($0, formatter) }) }
            if accounts.isEmpty {
                return Terminal.print(
                    "You are signed in nowhere. Begin with: \(options.command("account sign-in NAME --site SITE"))")
            }
            var table = TerminalTable([.left, .left, .right, .flexible])
            for account in accounts {
                let host = account.source.site.host
                let state = state(account, host) ?? "signed in \(formatter.timestamp(account.signedInAt))"
                table.addRow(
                    "\(host)", TerminalStyle.bold("\(account.name)"), "\(account.karma.map { "karma \($0)" } ?? "")",
                    "\(state)")
            }
            table.print()
        }
    }

    private func state(_ account: MemberAccount, _ host: String) -> String? {
        let again = "sign in again: \(options.command("account sign-in \(account.name) --site \(host)"))"
        return switch account.state {
        case .signedIn: nil
        case .lost: "the site has ended the session; \(again)"
        case .unreadable: "the session cannot be opened; \(again)"
        }
    }
}
