import Foundation
import Logging
import Synchronization

/// A component that seals and unseals secrets with the master key. The key is read when the first secret needs it, and
/// created when the first secret is stored.
final class SecretSealer: Sendable {
    private struct State {
        var key: MasterKey?
        var reported: Set<String> = []
    }

    private let file: MasterKeyFile?
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Creates a sealer.
    /// - Parameters:
    ///   - file: the key file; nil if no secrets can be stored.
    ///   - report: receives one line for each secret that cannot be unsealed.
    init(
        file: MasterKeyFile?,
        report: @escaping @Sendable (String) -> Void = { Logger(label: "tidings").warning("\($0)") }
    ) {
        self.file = file
        self.report = report
    }

    /// Seals a secret, creating the master key if there is none.
    /// - Throws: `.secretsUnusable` without a usable master key.
    func seal(_ text: String, as name: String) throws(LibraryError) -> [UInt8] {
        guard let file else { throw .secretsUnusable(why: "No secrets can be stored here: no key file is configured.") }
        let key = try file.loadOrCreate()
        state.withLock { $0.key = key }
        do { return try key.seal(text, as: name) } catch { throw .failed(why: "a secret could not be sealed") }
    }

    /// Returns the secret; nil if another key sealed it or the key cannot be read, which is reported once per name.
    func unseal(_ sealed: [UInt8], as name: String) -> String? {
        switch opened(sealed, name) {
        case .text(let text): return text
        case .unreadable(let why):
            reportOnce(name, why)
            return nil
        }
    }

    func canUnseal(_ sealed: [UInt8], as name: String) -> Bool {
        if case .text = opened(sealed, name) { true } else { false }
    }

    private enum Opened {
        case text(String)
        case unreadable(String)
    }

    private func opened(_ sealed: [UInt8], _ name: String) -> Opened {
        if let known = state.withLock({ $0.key }), let text = known.unseal(sealed, as: name) { return .text(text) }
        // The key file may have been created or replaced since the last read.
        do throws(LibraryError) {
            guard let key = try file?.load() else { return .unreadable("its key file is missing") }
            state.withLock { $0.key = key }
            if let text = key.unseal(sealed, as: name) { return .text(text) }
            return .unreadable("it was sealed with another key file; enter it again")
        } catch { return .unreadable(error.userMessage) }
    }

    private func reportOnce(_ name: String, _ why: String) {
        guard state.withLock({ $0.reported.insert(name).inserted }) else { return }
        report("a stored secret cannot be opened (\(name)): \(why)")
    }
}
