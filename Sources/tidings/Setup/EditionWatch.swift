import Foundation
import Library
import ServiceLifecycle
import UnixSignals

/// Reads the editions' files again at SIGHUP: what was changed is shown at the next page.
struct EditionWatch: Service {
    let library: NewsLibrary
    let rack: EditionRack

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                rack.read()
                Editions.tell(rack)
                await keep()
            }
        }
    }

    private func keep() async {
        do { try await library.editions.keep(rack.usable, sparing: rack.broken) } catch {
            Terminal.complain("\(error.sentence)")
        }
    }
}
