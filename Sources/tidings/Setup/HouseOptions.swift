import ArgumentParser
import Foundation
import Library

/// What every command that touches the data folder understands.
struct HouseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data folder.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("The settings file (default: tidings.yaml in the data folder).", valueName: "file"))
    var config: String?

    /// The settings, with flags over environment over file over default.
    func configuration() throws -> Configuration { try Configuration.load(data: data, file: config) }

    /// Opens the library and hands it to `work`.
    func withLibrary<Result>(_ work: (NewsLibrary, Configuration) async throws -> Result) async throws -> Result {
        try await Trouble.told {
            let configuration = try configuration()
            let library = try NewsLibrary.open(at: configuration.dataFolder, now: { Date() })
            defer { library.close() }
            return try await work(library, configuration)
        }
    }
}
