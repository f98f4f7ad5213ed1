public import Library
import Pictures

/// Access to linked pages, provided by the composition root, since Web must not fetch.
public struct LinkedPageAccess: Sendable {
    let service: LinkedPageService
    /// Signs linked-page URLs, so that the server fetches only addresses that its own pages link to.
    let signer: URLSigner

    /// - Parameter key: a secret that stays the same over restarts.
    public init(desk: LinkedPageService, key: [UInt8]) {
        self.service = desk
        signer = URLSigner(key: key, purpose: "outside")
    }
}
