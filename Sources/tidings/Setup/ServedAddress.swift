import Foundation
import Library

/// Where a server is asked, as it tells other commands.
struct ServedAddress: Codable, Sendable {
    /// The address to open, with a slash at the end.
    let address: String
    /// Whether no other device can come.
    let isLocalOnly: Bool

    init(_ street: Street) {
        address = street.address
        isLocalOnly = !street.needsPassword
    }
}
