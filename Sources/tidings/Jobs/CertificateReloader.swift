import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Web

/// A service that reloads the certificate at SIGHUP, which renewal tools can send.
struct CertificateReloader: Service {
    let store: CertificateStore
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
            let expiresAt = try store.reload(now: now())
            let day = expiresAt.formatted(.iso8601.year().month().day())
            Terminal.print("The certificate was reloaded; it is valid until \(day).")
        } catch {
            logger.warning("certificate not reloaded, the previous one is kept", metadata: ["why": "\(error)"])
        }
    }
}
