import ArgumentParser

@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "A newspaper on your own machine.",
        discussion: """
            tidings serve            read in a browser, at http://127.0.0.1:8480
            tidings add loom.example follow a site or a feed
            tidings read             show today's front page in the terminal

            All data is in one folder: --data, else TIDINGS_DATA, else
            ~/.local/share/tidings.

            Exit codes follow sysexits.h: 64 usage error, 65 unreadable input,
            66 no such file, 69 not found or unavailable, 73 data folder
            unusable, 75 try again later, 78 configuration error.
            """,
        version: BuildInfo.version,
        subcommands: [
            ServeCommand.self, DemoCommand.self, AddFeedCommand.self, RemoveFeedCommand.self, ListFeedsCommand.self,
            RefreshCommand.self, SavePageCommand.self, ShowFrontPageCommand.self, ShowCommand.self,
            SearchCommand.self, TopicsCommand.self, DigestCommand.self, AlertsCommand.self,
            ImportOPMLCommand.self, ExportOPMLCommand.self, EditionCommand.self, ParseCommand.self,
            SanitizeCommand.self,
            ExtractCommand.self, ReaderCommand.self, AppPasswordCommand.self,
            APIKeyCommand.self, PackCommand.self, AccountCommand.self, ReplyCommand.self, SubmitCommand.self,
            OutboxCommand.self,
            BackupCommand.self, RestoreCommand.self, ManualCommand.self,
        ])

    /// Runs the command. In a search, `-word` excludes a word.
    static func main() async {
        AllocatorTuning.apply()
        LineLogHandler.bootstrap()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let asked = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        if let error = unknownCommand(asked) { exit(withError: error.report()) }
        await main(SearchCommand.protectingExclusions(arguments))
    }

    /// Returns an error for a first word that names no command; ArgumentParser would call it an unexpected argument.
    private static func unknownCommand(_ word: String?) -> CLIError? {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return nil }
        let guess = ClosestName.to(word, among: names).map { " Did you mean “\($0)”?" } ?? ""
        return CLIError(.usage, "There is no command “\(word)”.\(guess) `tidings --help` lists them all.")
    }
}

enum BuildInfo {
    static let version = "0.1.0"
    /// The project's home page, a placeholder under a reserved name (RFC 2606 §3).
    static let home = "https://tidings.example/about"

    /// Returns the `User-Agent`: name, version, and contact (`network.contact`) or home page.
    static func userAgent(contact: String? = nil) -> String {
        "Tidings/\(version) (+\(contact ?? home); feed reader, self-hosted)"
    }
}
