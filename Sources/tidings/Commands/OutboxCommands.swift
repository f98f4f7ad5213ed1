import ArgumentParser
import Foundation
import Library
import News
import URLs

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List what you wrote and did at other sites, and send again what did not arrive.",
        subcommands: [
            ListOutboxCommand.self, RetryOutboxCommand.self, CheckOutboxCommand.self, RemoveOutboxCommand.self,
        ],
        defaultSubcommand: ListOutboxCommand.self)

    /// Runs `work` on an entry.
    ///
    /// - Throws: `CLIError` that names the entry's number if it does not exist.
    static func withEntry<Result>(_ number: Int64, _ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as LibraryError where error == .notThere {
            throw CLIError(.unavailable, "There is no entry \(number). tidings outbox lists them with their numbers.")
        }
    }
}

struct ListOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is on its way, has failed, waits for approval or was done, newest first.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let entries = try await library.outbox.entries(for: reader)
            if json { return try JSONOutput.write(entries.map { OutboxEntryJSON($0, reader: options.reader) }) }
            if entries.isEmpty {
                return Terminal.print("The outbox is empty. tidings reply and tidings submit fill it.")
            }
            let formatter = TerminalTimeFormatter()
            var table = TerminalTable([.right, .flexible])
            for entry in entries {
                let printer = OutboxPrinter(entry: entry, reader: options.reader)
                let place: TerminalText = "\(entry.source.site.host) · \(formatter.relative(entry.createdAt))"
                table.addRow(
                    TerminalStyle.dim("\(entry.id.rawValue)"), TerminalStyle.bold("\(printer.title)"),
                    details: ["\(printer.message)", TerminalStyle.dim(place)])
            }
            table.print()
        }
    }
}

/// The options for checking an entry at its site.
struct OutboxEntryOptions: ParsableArguments {
    @Argument(help: "The entry's number, as in the list.")
    var entry: Int64

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    /// Runs `work` on the entry and prints the result.
    func report(_ work: (OutboxService, OutboxEntry.ID, ReaderID) async throws -> OutboxEntry) async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            let dependencies = AppDependencies(library, configuration)
            let result = try await dependencies.whileFetching {
                try await OutboxCommand.withEntry(entry) {
                    try await work(dependencies.library.outbox, OutboxEntry.ID(rawValue: entry), reader)
                }
            }
            try OutboxPrinter(entry: result, reader: options.reader).report(json: json)
        }
    }
}

struct RetryOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send something again.",
        discussion: "Where it is not known whether it arrived, looks first, and sends it only if it is not there.")

    @Option(help: "How you sign at a site without accounts; it is not kept with what you sent.")
    var name: String?

    @Option(help: "Your e-mail address, which that site does not show.")
    var email: String?

    @OptionGroup var options: OutboxEntryOptions

    func validate() throws {
        guard (name == nil) == (email == nil) else {
            throw ValidationError("Give both, or neither: --name NAME --email ADDRESS")
        }
    }

    func run() async throws {
        let author = name.map { GuestAuthor(name: $0, email: email ?? "") }
        try await options.report { outbox, entry, reader in
            try await outbox.retry(entry, signedBy: author, for: reader)
        }
    }
}

struct CheckOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "look", abstract: "Look whether something arrived, or was approved; sends nothing.")

    @OptionGroup var options: OutboxEntryOptions

    func run() async throws {
        try await options.report { outbox, entry, reader in try await outbox.look(entry, for: reader) }
    }
}

struct RemoveOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget an entry; what has arrived at its site stays there.")

    @Argument(help: "The entry's number, as in the list.")
    var entry: Int64

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            try await OutboxCommand.withEntry(entry) {
                try await library.outbox.remove(.init(rawValue: entry), for: reader)
            }
            Terminal.print("Entry \(entry) is removed.")
        }
    }
}
