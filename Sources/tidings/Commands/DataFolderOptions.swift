import ArgumentParser
import Foundation
import Library

/// What every command that touches the data folder understands.
struct DataFolderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data folder.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("The settings file (default: tidings.yaml in the data folder).", valueName: "file"))
    var config: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Any setting, before the environment and the file; may be repeated.", valueName: "key=value")
    )
    var settings: [String] = []

    /// The settings, with flags over environment over file over default.
    func configuration() throws -> Configuration {
        try Configuration.load(data: data, file: config, flags: settings)
    }

    /// What a command says where there is a newspaper, and nothing in it.
    static let noSubscriptionsMessage = "Nothing is followed yet. Begin with: tidings add ADDRESS"

    /// Opens the library and hands it to `work`.
    /// - Parameter reading: leaves a place alone where there is none yet, and says what to do: who only looks should not
    ///   find an empty newspaper made.
    func withLibrary<Result>(reading: Bool = false, _ work: (NewsLibrary, Configuration) async throws -> Result)
        async throws -> Result
    {
        try await CLIError.withErrorReporting {
            let configuration = try configuration()
            let folder = configuration.dataFolder
            // What is there and no folder gets its own sentence.
            let isFree = !FileManager.default.fileExists(atPath: folder.path) || Self.isFolder(folder)
            guard !reading || !isFree || NewsLibrary.exists(at: folder) else {
                throw CLIError(
                    .unavailable,
                    "There is no newspaper in \(folder.path(percentEncoded: false)) yet. Begin with: tidings add ADDRESS"
                )
            }
            let library = try NewsLibrary.open(
                at: configuration.dataFolder, now: { Date() }, bounds: configuration.polling)
            defer { library.close() }
            return try await work(library, configuration)
        }
    }

    private static func isFolder(_ place: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
