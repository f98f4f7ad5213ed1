import ArgumentParser
import Foundation
import Library

/// The options of commands that use the data folder.
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

    func configuration() throws -> Configuration {
        for warning in Configuration.warnings() { Terminal.printError("\(warning)") }
        return try Configuration.load(data: data, file: config, flags: settings)
    }

    func noSubscriptionsMessage(for reader: String? = nil) -> String {
        "Nothing is followed yet. Begin with: \(command("add ADDRESS", for: reader))"
    }

    func command(_ words: String, for reader: String? = nil) -> String {
        Self.command(words, for: reader, data: data)
    }

    /// Returns a command to type next, for the same data folder and reader. Its spaces keep it in one line, and are printed
    /// as plain ones (`TerminalText.output`).
    ///
    /// - Parameters:
    ///   - reader: the value of `--reader` as given; nil without the option.
    ///   - data: the value of `--data` as given; nil without the option.
    static func command(_ words: String, for reader: String? = nil, data: String?) -> String {
        func option(_ name: String, _ value: String?) -> String {
            guard let value else { return "" }
            let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
            return " --\(name) \(isPlain ? value : "'\(value.replacing("'", with: "'\\''"))'")"
        }
        return "tidings \(words)\(option("reader", reader))\(option("data", data))".replacing(" ", with: "\u{A0}")
    }

    /// Opens the library for `work`.
    ///
    /// - Parameter mustExist: true to fail instead of creating an empty library.
    func withLibrary<Result>(mustExist: Bool = false, _ work: (NewsLibrary, Configuration) async throws -> Result)
        async throws -> Result
    {
        try await CLIError.withErrorReporting {
            let configuration = try configuration()
            let folder = configuration.dataFolder
            // The library has its own message for a path that is no folder.
            let mayCreate = !FileManager.default.fileExists(atPath: folder.path) || Self.isFolder(folder)
            guard !mustExist || !mayCreate || NewsLibrary.exists(at: folder) else {
                throw CLIError(
                    .unavailable,
                    "There is no newspaper in \(folder.path(percentEncoded: false)) yet. Begin with: \(command("add ADDRESS"))"
                )
            }
            let library = try configuration.openLibrary(now: { Date() })
            defer { library.close() }
            return try await work(library, configuration)
        }
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
