import ArgumentParser
import Foundation
import Library
import News
import URLs

struct APIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Manage the keys of news services.",
        discussion: """
            A key is encrypted in the data folder; what opens it is in a file elsewhere (secrets.file). Neither is in a \
            backup.
            """,
        subcommands: [SetAPIKeyCommand.self, RemoveAPIKeyCommand.self, ListAPIKeysCommand.self])

    /// Returns the address of a service's site.
    ///
    /// - Throws: `CLIError` for text that is no web address.
    static func site(_ text: String) throws -> WebAddress {
        guard let site = WebAddress(typed: text) else {
            throw CLIError(.usage, "“\(text)” is not a web address. Name the service's site, such as newsapi.org.")
        }
        return site
    }
}

struct SetAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Store the key that a service gave you.",
        discussion: """
            Prompts without echo at a terminal; otherwise reads the first line of standard input. A running server uses \
            it at once.
            """)

    @Argument(help: "The service's site, such as newsapi.org.")
    var site: String

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary { library, _ in
            let address = try APIKeyCommand.site(site)
            try await library.apiKeys.set(try PasswordPrompt.askKey(of: address.origin), for: address)
            Terminal.print("The key for \(address.origin) is stored.")
        }
    }
}

struct RemoveAPIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forget a service's key.")

    @Argument(help: "The service's site (see tidings key list).")
    var site: String

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _ in
            let address = try APIKeyCommand.site(site)
            do throws(LibraryError) {
                try await library.apiKeys.remove(for: address)
            } catch {
                guard error == .notThere else { throw error }
                throw CLIError(
                    .unavailable, "No key for \(address.origin) is stored. tidings key list names those that are.")
            }
            Terminal.print("The key for \(address.origin) is removed.")
        }
    }
}

struct ListAPIKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the services that a key is stored for, and what is left of their plans; shows no key.")

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _ in
            let (keys, formatter) = (try await library.apiKeys.all(), TerminalTimeFormatter())
            if keys.isEmpty { return Terminal.print("No keys are stored.") }
            var table = TerminalTable([.left, .flexible])
            for key in keys {
                let fault: TerminalText = "cannot be opened; enter it again: tidings key set \(key.site)"
                var details: [TerminalText] = key.isReadable ? [] : [fault]
                if let site = WebAddress(key.site) {
                    details.append("\(plan(try await library.requestBudgets.status(of: site), formatter))")
                }
                table.addRow("\(key.site)", "entered \(formatter.timestamp(key.enteredAt))", details: details)
            }
            table.print()
        }
    }

    /// Returns "62 of 100 requests left in 24 hours, 31 of 50 in 12 hours, the next one at 2026-11-24T14:20:00Z".
    private func plan(_ status: RequestBudgetStatus, _ formatter: TerminalTimeFormatter) -> String {
        let windows = status.windows.reversed().enumerated().map { index, window in
            let left = max(0, window.limit - window.used)
            return "\(left) of \(window.limit)\(index == 0 ? " requests left" : "") in \(window.hours) hours"
        }
        let next = status.nextRequestAt.map { ["the next one at \(formatter.iso8601($0))"] } ?? []
        return (windows + next).joined(separator: ", ")
    }
}
