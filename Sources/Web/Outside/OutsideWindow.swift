public import Library
import Pictures

/// The house's window to pages outside: handed over by the composition root, as pages may not fetch.
public struct OutsideWindow: Sendable {
    let desk: OutsideDesk
    /// Signs the addresses that may be opened, so that nobody can make the server fetch what no page of ours leads to.
    let signer: AddressSigner

    /// - Parameter key: secret, the same over restarts.
    public init(desk: OutsideDesk, key: [UInt8]) {
        self.desk = desk
        signer = AddressSigner(key: key, purpose: "outside")
    }
}
