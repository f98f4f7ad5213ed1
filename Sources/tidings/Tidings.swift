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
        version: Edition.version,
        subcommands: [
            Serve.self, Demo.self, Add.self, Remove.self, Feeds.self, Refresh.self, Read.self, Show.self, Search.self,
            Import.self, Export.self, Parse.self,
        ])
}

/// What this build is.
enum Edition {
    static let version = "0.1.0"
    /// What origins see: who asks, and where to read about it.
    static let userAgent = "Tidings/\(version) (+https://tidings.example/about; a reader's own newspaper)"
}
