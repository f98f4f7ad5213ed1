import ArgumentParser
import Library
import News

/// The options of commands that act for one reader of the house.
struct ReaderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The reader; else the one who began this house.", valueName: "name"))
    var reader: String?

    @OptionGroup var folder: DataFolderOptions

    var noSubscriptionsMessage: String { folder.noSubscriptionsMessage(for: reader) }

    /// Returns a command to type next, for the same reader and data folder.
    func command(_ words: String) -> String { folder.command(words, for: reader) }

    /// Opens the library for `work`, as `DataFolderOptions.withLibrary`, and finds the reader.
    /// - Throws: `CLIError` for a name that nobody has.
    func withLibrary<Result>(
        mustExist: Bool = false, _ work: (NewsLibrary, Configuration, ReaderID) async throws -> Result
    ) async throws -> Result {
        try await folder.withLibrary(mustExist: mustExist) { library, configuration in
            let id = if let reader { try await Self.reader(named: reader, in: library) } else { ReaderID.first }
            return try await work(library, configuration, id)
        }
    }

    static func reader(named name: String, in library: NewsLibrary) async throws -> ReaderID {
        if let found = try await library.people.reader(named: name) { return found }
        let names = try await library.people.all().map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
        throw CLIError(
            .unavailable,
            names.isEmpty
                ? "Nobody in this house has a name yet. Give the first reader one: tidings reader rename NAME"
                : "There is no reader “\(name)”. There are: \(names).")
    }
}
