import ArgumentParser
import Foundation
import Library

/// The options of every command that uses the data folder.
struct DataFolderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data folder.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("The settings file (default: tidings.yaml in the data folder).", valueName: "file"))
    var config: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Override a setting; may be repeated.", valueName: "key=value")
    )
    var settings: [String] = []

    /// Loads the settings.
    func configuration() throws -> Configuration {
        try Configuration.load(data: data, file: config, flags: settings)
    }

    /// Printed when the data folder exists but has no subscriptions.
    static let noSubscriptionsMessage = "Nothing is followed yet. Begin with: tidings add ADDRESS"

    /// Opens the library and hands it to `work`.
    /// - Parameter reading: fails when there is no library yet, instead of creating an empty one.
    func withLibrary<Result>(reading: Bool = false, _ work: (NewsLibrary, Configuration) async throws -> Result)
        async throws -> Result
    {
        try await CLIError.withErrorReporting {
            let configuration = try configuration()
            let folder = configuration.dataFolder
            // A path that is not a folder gets a message of its own from the library.
            let mayCreate = !FileManager.default.fileExists(atPath: folder.path) || Self.isFolder(folder)
            guard !reading || !mayCreate || NewsLibrary.exists(at: folder) else {
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

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
