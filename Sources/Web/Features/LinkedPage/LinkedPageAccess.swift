public import Library
import Pictures

/// The house's window to pages outside: handed over by the composition root, as pages may not fetch.
public struct LinkedPageAccess: Sendable {
    let service: LinkedPageService
    /// Signs the addresses that may be opened, so that nobody can make the server fetch what no page of ours leads to.
    let signer: URLSigner

    /// - Parameter key: secret, the same over restarts.
    public init(desk: LinkedPageService, key: [UInt8]) {
        self.service = desk
        signer = URLSigner(key: key, purpose: "outside")
    }
}
