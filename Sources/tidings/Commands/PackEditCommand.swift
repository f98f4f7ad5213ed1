import ArgumentParser
import Foundation
import Library
import News
import Packs

struct EditPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit a pack file in the browser, without a newspaper.",
        discussion: """
            Serves the editor to this machine alone until Ctrl-C. Each version that is published there replaces the file. \
            What is saved but not published, and its history, are kept in a folder beside it, FILE.editing; the next call \
            goes on there. A file that does not exist begins with an empty page.
            """)

    @Argument(help: "A pack file, or a name for a new one.")
    var file: String

    @Option(help: "The title of a new pack.")
    var title: String?

    @Option(help: ArgumentHelp("The language of a new pack, such as en-GB.", valueName: "tag"))
    var language = "en"

    @Option(help: "The port of the editor; if it is taken, the next free one is used.")
    var port = 8490

    @Flag(
        help: "Begin again with the file as it is now. What was edited is kept, in a folder with the time in its name.")
    var restart = false

    @Option(help: ArgumentHelp("Serve the web assets from a folder, during development.", valueName: "folder"))
    var assets: String?

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let file = try Self.packFile(at: file)
            let folder = URL(filePath: file.path + ".editing", directoryHint: .isDirectory)
            if restart { try Self.setAside(folder) }
            var configuration = Configuration(dataFolder: folder)
            configuration.server.port = try FreePort.find(port)
            configuration.masterKeyFile = MasterKeyFile(url: folder.appending(path: "secrets.key"))
            let session = PackFileSession(file: file, title: title, language: language)
            // A file that cannot be edited leaves no folder behind.
            let start = try session.start(in: folder)
            let dependencies = try AppDependencies.open(configuration)
            defer { dependencies.library.close() }
            let edition = try await session.prepare(dependencies, start)
            let address = "http://127.0.0.1:\(configuration.server.port)/\(edition.id.rawValue)/edit"
            let app = ServerApp(
                dependencies: dependencies, starterFeeds: [],
                assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) },
                editions: try EditionLoader.registry(dependencies, shipped: [], only: edition.id.rawValue))
            try await app.run {
                Terminal.print("“\(edition.title)” is edited at \(address)")
                Terminal.print("Each version that you publish there replaces \(file.path). Stop with Ctrl-C.")
            }
            try await session.report(dependencies.library, of: edition.pack?.identity)
        }
    }

    /// Returns the file that a path leads to, behind symbolic links.
    private static func packFile(at path: String) throws(CLIError) -> URL {
        let file = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue else {
            return file
        }
        throw CLIError(
            .usage,
            "\(path) is a folder, and the editor writes pack files. Make one of it: tidings pack build \(path) -o FILE")
    }

    private static func setAside(_ folder: URL) throws(CLIError) {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        let time = Date().formatted(.iso8601.timeSeparator(.omitted))
        let target = folder.deletingLastPathComponent().appending(path: "\(folder.lastPathComponent)-\(time)")
        do { try FileManager.default.moveItem(at: folder, to: target) } catch {
            throw CLIError(.cannotCreate, "\(folder.path) cannot be renamed: \(error.localizedDescription)")
        }
        Terminal.print("What was edited before is kept in \(target.path).")
    }
}

/// A pack file that is edited: the library beside it, and what both have.
struct PackFileSession {
    let file: URL
    let title: String?
    let language: String

    /// The file as it is when editing begins or goes on.
    struct Start {
        /// The pack; nil without a file.
        let reader: PackReader?
        let sha256: String?
    }

    private var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Reads the file.
    /// - Throws: `CLIError` for a new pack without a title.
    func start(in folder: URL) throws -> Start {
        if exists {
            let reader = try PackReader(file: file, media: PackReader.mediaFolder(beside: file))
            return Start(reader: reader, sha256: try PackFile.sha256(of: file))
        }
        guard NewsLibrary.exists(at: folder) || title != nil else {
            throw CLIError(
                .noInput,
                "There is no file \(file.path). Name a pack file, or give a new one its title: --title \"Looms of the county\""
            )
        }
        return Start(reader: nil, sha256: nil)
    }

    /// Opens what was edited before, or begins with the file.
    /// - Throws: `CLIError` if another program changed the file since.
    func prepare(_ dependencies: AppDependencies, _ start: Start) async throws -> Edition {
        let library = dependencies.library
        let edition = try await edition(dependencies, start)
        guard let identity = edition.pack?.identity else { throw LibraryError.notThere }
        if let project = try await library.packProjects.project(identity: identity) {
            try check(project, start)
            // The file may have moved with its folder.
            try await library.packProjects.setFile(
                .init(path: file.path, sha256: project.file?.sha256 ?? start.sha256), of: project.id)
            return edition
        }
        let editor = PackEditor(key: "command", name: "tidings pack edit")
        let project: PackProject
        if let reader = start.reader {
            do throws(PackInstallError) {
                _ = try await library.packs.install(reader.pack, media: reader, in: edition, allowsDowngrade: true)
                project = try await library.packProjects.create(EditablePack(reader.pack), media: reader, by: editor)
            } catch { throw CLIError(.cannotCreate, error.userMessage) }
        } else {
            let pack = EditablePack(identity: identity, title: edition.title, language: edition.language)
            project = try await library.packProjects.create(pack, media: library.packProjects.media, by: editor)
        }
        try await library.packProjects.setFile(.init(path: file.path, sha256: start.sha256), of: project.id)
        return edition
    }

    private func edition(_ dependencies: AppDependencies, _ start: Start) async throws -> Edition {
        let registry = try EditionLoader.registry(dependencies, shipped: [], only: nil)
        let known = registry.validEditions.first { $0.pack != nil }
        let manifest = start.reader?.pack.manifest
        let edition =
            try known
            ?? registry.addPackEdition(
                titled: String((manifest?.title ?? title ?? "").prefix(80)), identity: manifest?.identity,
                language: manifest?.languages.first ?? language)
        try await dependencies.library.editions.synchronize([edition])
        return edition
    }

    private func check(_ project: PackProject, _ start: Start) throws(CLIError) {
        // A publication that was interrupted may have written the file; it goes on, and compares what it finds.
        guard let file = project.file, !project.isPublishing, let found = start.sha256, found != file.sha256
        else {
            return
        }
        throw CLIError(
            .cannotCreate,
            "\(self.file.path) was changed by another program since it was edited here. Begin again with the file as it is: "
                + "tidings pack edit --restart \(self.file.path)")
    }

    /// Says what was saved and not published.
    func report(_ library: NewsLibrary, of identity: String?) async throws {
        guard let identity, let project = try await library.packProjects.project(identity: identity) else { return }
        // The first change is the beginning.
        let count = Int(project.changeNumber - (project.published?.changeNumber ?? 1))
        guard count > 0 else { return }
        Terminal.print(
            "\(Plural("change").counted(count)) saved and not yet in \(file.lastPathComponent). Go on with: "
                + "tidings pack edit \(file.path)")
    }
}
