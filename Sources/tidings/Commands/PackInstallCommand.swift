import ArgumentParser
import Foundation
import Library
import News
import Packs

struct InstallPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install a pack into the edition that shows it.",
        discussion: """
            Takes a pack file, a folder that holds pack.yaml, a published folder, or the original app's store \
            (StudyInYorkshire.sqlite), whose favourites come along. A running server shows it at once. The version that is \
            there stays in use unless the new one is whole. Favourites keep their dates; those without a page are listed.
            """)

    @Argument(help: "A file or a folder.")
    var path: String

    @Option(help: ArgumentHelp("The edition; else the one whose pack has that identity.", valueName: "id"))
    var edition: String?

    @Flag(help: "Install an older version too, or other contents under the same number.")
    var downgrade = false

    @OptionGroup var original: CoreDataImportOptions

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        guard !path.hasPrefix("https://"), !path.hasPrefix("http://") else {
            return try await CLIError.withErrorReporting {
                throw CLIError(
                    .usage,
                    "\(path) is an address. Write it as “address:” below “pack:” in the edition's file, and run: tidings refresh"
                )
            }
        }
        try await PackCommand.withErrorReporting {
            let draft = try PackLoader.open(URL(filePath: path), store: try original.options())
            try original.requireWhole(draft)
            try await options.withLibrary { library, configuration in
                let registry = try await PackCommand.registry(library, configuration)
                let edition = try target(of: draft.pack.manifest.identity, among: registry)
                PackCommand.printNotes(draft.notes)
                let outcome: PackInstallation
                do throws(PackInstallError) {
                    outcome = try await library.packs.install(
                        draft.pack, media: AnyPackMedia(draft.media), in: edition, allowsDowngrade: downgrade)
                } catch { throw Self.failure(error) }
                try await report(outcome, of: draft.pack, in: edition, library)
            }
        }
    }

    private func target(of identity: String, among editions: [Edition]) throws(CLIError) -> Edition {
        if let id = edition {
            if let found = editions.first(where: { $0.id.rawValue == id }) { return found }
            throw CLIError(.usage, "There is no edition “\(id)” with a pack. \(Self.names(editions))")
        }
        if let found = editions.first(where: { $0.pack?.identity == identity }) { return found }
        throw CLIError(
            .unavailable,
            "No edition shows the publication “\(identity)”. \(Self.names(editions)) An edition's file names it: "
                + "pack: { identity: \(identity) }")
    }

    private static func names(_ editions: [Edition]) -> String {
        guard !editions.isEmpty else { return "There is no edition with a pack." }
        let names = editions.map { "\($0.id.rawValue) (\($0.pack?.identity ?? ""))" }
        return "There are: \(names.joined(separator: ", "))."
    }

    private static func failure(_ error: PackInstallError) -> any Error {
        switch error {
        case .pack(let error): error
        case .library(let error): error
        case .cannotStore(let why):
            CLIError(
                .cannotCreate,
                "The pictures of this pack could not be stored: \(why). Check the data folder and its space.")
        }
    }

    private func report(
        _ outcome: PackInstallation, of pack: Pack, in edition: Edition, _ library: NewsLibrary
    ) async throws {
        switch outcome {
        case .installed(_, let replaced):
            let installed = try await library.packs.installed(in: edition, for: .first)
            let before = replaced.map { " It replaces version \($0)\(Self.words(installed?.changes))." } ?? ""
            Terminal.print(
                "\(pack.manifest.title) is installed in “\(edition.title)” (/\(edition.id.rawValue)/): "
                    + "\(PackSummary(pack, size: nil).line).\(before)")
            printLostFavourites(installed?.lostFavourites ?? [])
        case .unchanged(let version):
            Terminal.print("Version \(version) is installed in “\(edition.title)” already; nothing was changed.")
        case .refused(let version, let installed) where version == installed:
            throw CLIError(
                .cannotCreate,
                "“\(edition.title)” has version \(installed) with other contents, and was left as it is. Raise the version, "
                    + "or replace it with --downgrade.")
        case .refused(let version, let installed):
            throw CLIError(
                .cannotCreate,
                "“\(edition.title)” has version \(installed), which is above \(version), and was left as it is. Install the "
                    + "older one with --downgrade.")
        case .otherPublication(let identity):
            throw CLIError(
                .usage,
                "“\(edition.title)” shows \(edition.pack?.identity ?? "another publication"), and this is a pack of "
                    + "\(identity). Name another edition with --edition.")
        }
    }

    private static func words(_ changes: PackChanges?) -> String {
        guard let changes else { return "" }
        let pages = Plural("page").counted(changes.newPages)
        return ": \(pages) new, \(changes.changedPages) changed, \(changes.removedPages) gone"
    }

    private func printLostFavourites(_ lost: [OrphanedFavourite]) {
        guard !lost.isEmpty else { return }
        let formatter = TerminalTimeFormatter()
        Terminal.print("These favourites have no page in this version:")
        for favourite in lost { Terminal.print("  \(favourite.title), of \(formatter.iso8601(favourite.markedAt))") }
    }
}

/// A source of media of any kind, for a generic parameter.
private struct AnyPackMedia: PackMediaSource {
    let media: any PackMediaSource

    init(_ media: any PackMediaSource) { self.media = media }

    func bytes(of id: PackMediumID) throws(PackError) -> Data { try media.bytes(of: id) }
}

extension PackCommand {
    /// Returns the editions that show a pack; stores all editions first, so that packs can be installed in them.
    static func registry(_ library: NewsLibrary, _ configuration: Configuration) async throws -> [Edition] {
        let registry = EditionRegistry(
            bundledFiles: EditionLoader.shipped, folder: EditionLoader.folder(in: configuration.dataFolder),
            isSupported: EditionCommand.isSupported)
        try await library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs)
        return registry.validEditions.filter { $0.pack != nil }
    }
}
