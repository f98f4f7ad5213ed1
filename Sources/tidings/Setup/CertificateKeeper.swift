import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads certificate and key again at SIGHUP, as tools that renew certificates send it.
struct CertificateKeeper: Service {
    let shelf: CertificateShelf
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            for await _ in signals { reload() }
        }
    }

    private func reload() {
        do {
            let until = try shelf.reload(now: now())
            Terminal.print("The certificate was read again; it is valid until \(CertificateShelf.day(until)).")
        } catch {
            logger.warning("the certificate was not read again; the one before stays", metadata: ["why": "\(error)"])
        }
    }
}
