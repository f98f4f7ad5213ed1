import ArgumentParser

/// The program: one binary, one data folder.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "A newspaper on your own machine.",
        discussion: """
            tidings serve            read it in a browser, at http://127.0.0.1:8480
            tidings add loom.example follow a site or a feed
            tidings read             today's front page, here in the terminal

            Everything is kept in one data folder: --data, else TIDINGS_DATA, else ~/.local/share/tidings.
            Exit codes are those of sysexits.h: 64 wrong use, 65 unreadable input, 69 something is not there,
            73 the data folder cannot be used, 75 try again later, 78 wrong configuration.
            """,
        version: BuildInfo.version,
        subcommands: [
            Serve.self, Demo.self, Add.self, Remove.self, Feeds.self, Refresh.self, Read.self, Show.self, Search.self,
            Import.self, Export.self, EditionCommand.self, Parse.self, Sanitize.self, Extract.self, Reader.self,
            Backup.self, Restore.self,
        ])

    /// Reads the command line, in which a search's `-word` is a word to leave out and not an option.
    static func main() async {
        AllocatorTuning.apply()
        LineLogHandler.bootstrap()
        await main(Search.protectingExclusions(Array(CommandLine.arguments.dropFirst())))
    }
}

/// What this build is.
enum BuildInfo {
    static let version = "0.1.0"
    /// Where the program is described. Under a name that nobody can own (RFC 2606 §3) until it has a home of its own.
    static let home = "https://tidings.example/about"

    /// What origins see: who asks, and a link to read about it, or to whoever runs it when they say where they can be
    /// reached (`network.contact`).
    static func userAgent(contact: String? = nil) -> String {
        "Tidings/\(version) (+\(contact ?? home); feed reader, self-hosted)"
    }
}
