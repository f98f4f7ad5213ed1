public import Library
import Pictures

/// Access to linked pages; injected, as Web must not fetch.
public struct LinkedPageAccess: Sendable {
    let service: LinkedPageService
    /// Signs URLs, so that the server fetches only addresses that its pages link to.
    let signer: URLSigner

    /// - Parameter key: a secret that survives restarts.
    public init(service: LinkedPageService, key: [UInt8]) {
        self.service = service
        signer = URLSigner(key: key, purpose: "outside")
    }
}
