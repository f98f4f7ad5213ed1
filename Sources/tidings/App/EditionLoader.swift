import CAssets
import Foundation
import Library
import News
import ServiceLifecycle
import UnixSignals

/// The newspapers of a house: those that came with Tidings, and the operator's own.
enum EditionLoader {
    /// The files that are held in the binary, in the Newsstand's order.
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

    /// Where the operator's own files are.
    static func folder(in data: URL) -> URL { data.appending(path: "editions", directoryHint: .isDirectory) }

    /// - Parameters:
    ///   - shipped: those that came with Tidings, as far as this house is to have them.
    ///   - only: the edition that alone is shown; nil for all.
    /// - Throws: `Trouble` when there is no such edition.
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
        throw CLIError(.usage, "There is no edition “\(only.rawValue)” to be shown. There are: \(names).")
    }

    /// Says on standard error what is wrong in which file.
    static func printDiagnostics(_ registry: EditionRegistry) {
        for file in registry.files where !file.diagnostics.isEmpty {
            for complaint in file.diagnostics {
                Terminal.printError("editions/\(file.name):\(complaint)")
            }
        }
    }
}

/// Reads the editions' files again at SIGHUP: what was changed is shown at the next page.
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
