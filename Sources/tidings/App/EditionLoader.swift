import CAssets
import Foundation
import Library
import News
import ServiceLifecycle
import UnixSignals

/// Loads the editions: those shipped with Tidings, and the operator's own files.
enum EditionLoader {
    /// The files embedded in the binary, in the order of the Newsstand.
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

    /// The folder of the operator's own files.
    static func folder(in data: URL) -> URL { data.appending(path: "editions", directoryHint: .isDirectory) }

    /// - Parameters:
    ///   - shipped: the embedded files to offer.
    ///   - only: the only edition to show; nil for all.
    /// - Throws: `CLIError` when there is no such edition.
    static func registry(
        _ dependencies: AppDependencies, shipped: [EditionRegistry.BundledFile] = shipped, only: String?
    ) throws(CLIError) -> EditionRegistry {
        let catalog = dependencies.catalog
        let only = only.map(EditionID.init(rawValue:))
        let registry = EditionRegistry(
            bundledFiles: shipped, folder: folder(in: dependencies.configuration.dataFolder), onlyEdition: only,
            isSupported: { catalog.supports($0) })
        printDiagnostics(registry)
        guard let only, !registry.editions.contains(where: { $0.id == only }) else { return registry }
        let names = (["mine"] + registry.validEditions.map(\.id.rawValue)).joined(separator: ", ")
        throw CLIError(.usage, "There is no edition “\(only.rawValue)”. There are: \(names).")
    }

    /// Prints what is wrong in which file to standard error.
    static func printDiagnostics(_ registry: EditionRegistry) {
        for file in registry.files where !file.diagnostics.isEmpty {
            for complaint in file.diagnostics {
                Terminal.printError("editions/\(file.name):\(complaint)")
            }
        }
    }
}

/// Reloads the edition files at SIGHUP; the next page shows the changes.
struct EditionReloader: Service {
    let library: NewsLibrary
    let registry: EditionRegistry

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                registry.reload()
                EditionLoader.printDiagnostics(registry)
                await saveEditions()
            }
        }
    }

    private func saveEditions() async {
        do { try await library.editions.synchronize(registry.validEditions, sparing: registry.invalidIDs) } catch {
            Terminal.printError("\(error.userMessage)")
        }
    }
}
