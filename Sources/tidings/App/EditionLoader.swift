import CAssets
import Foundation
import Library
import News
import ServiceLifecycle
import UnixSignals

/// A loader of the shipped editions and the operator's.
enum EditionLoader {
    /// The edition files embedded in the binary, in Newsstand order.
    static var shipped: [EditionRegistry.BundledFile] {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        return files.compactMap { file in
            let name = String(cString: file.name)
            guard name.hasPrefix("editions/") else { return nil }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.length)
            return EditionRegistry.BundledFile(
                name: String(name.dropFirst("editions/".count)), text: String(decoding: bytes, as: UTF8.self))
        }
    }

    static func folder(in data: URL) -> URL { data.appending(path: "editions", directoryHint: .isDirectory) }

    /// Loads the editions.
    ///
    /// - Parameter only: ID of the edition to show; nil for all.
    /// - Throws: `CLIError` for an unknown edition.
    static func registry(
        _ dependencies: AppDependencies, shipped: [EditionRegistry.BundledFile] = shipped, only: String?
    ) throws(CLIError) -> EditionRegistry {
        let catalog = dependencies.library.sources
        let only = only.map(EditionID.init(rawValue:))
        let registry = EditionRegistry(
            bundledFiles: shipped, folder: folder(in: dependencies.configuration.dataFolder), onlyEdition: only,
            isSupported: { catalog.supports($0) })
        printDiagnostics(registry)
        guard let only, !registry.editions.contains(where: { $0.id == only }) else { return registry }
        let names = (["mine"] + registry.validEditions.map(\.id.rawValue)).joined(separator: ", ")
        throw CLIError(.usage, "There is no edition “\(only.rawValue)”. There are: \(names).")
    }

    /// Returns the title of an edition that a command names.
    /// - Throws: `CLIError` for an unknown edition.
    static func title(of id: String, _ configuration: Configuration) throws(CLIError) -> String {
        guard id != EditionID.mine.rawValue else { return Edition.mine.title }
        let registry = EditionRegistry(
            bundledFiles: shipped, folder: folder(in: configuration.dataFolder), isSupported: { _ in true })
        if let known = registry.validEditions.first(where: { $0.id.rawValue == id }) { return known.title }
        let names = (["mine"] + registry.validEditions.map(\.id.rawValue)).joined(separator: ", ")
        throw CLIError(.usage, "There is no edition “\(id)”. There are: \(names).")
    }

    static func printDiagnostics(_ registry: EditionRegistry) {
        for file in registry.files where !file.diagnostics.isEmpty {
            for diagnostic in file.diagnostics {
                Terminal.printError("editions/\(file.name):\(diagnostic)")
            }
        }
    }
}

/// A service that reloads edition files at SIGHUP, and updates the channels of topics when a service's key was added or
/// removed.
struct EditionReloader: Service {
    let library: NewsLibrary
    let registry: EditionRegistry

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await reloadAtHangup() }
                group.addTask { await saveAfterKeyChanges() }
            }
        }
    }

    private func reloadAtHangup() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup) {
            registry.reload()
            EditionLoader.printDiagnostics(registry)
            await saveEditions()
        }
    }

    /// Saves the editions when the keys change, which `tidings key` does in another process.
    private func saveAfterKeyChanges() async {
        let changes = library.changes()
        var known = await storedKeys()
        for await _ in changes {
            let keys = await storedKeys()
            guard let keys, keys != known else { continue }
            known = keys
            await saveEditions()
        }
    }

    /// Returns the stored keys; nil if they could not be read, so that the next change reads them again.
    private func storedKeys() async -> [StoredAPIKey]? {
        do { return try await library.apiKeys.all() } catch { return nil }
    }

    private func saveEditions() async {
        do { try await library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs) } catch {
            Terminal.printError("\(error.userMessage)")
        }
    }
}
