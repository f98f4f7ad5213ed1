/// Blocks outside the public internet (IANA, RFC 6890).
extension IPAddress {
    /// To follow "is"; nil when public.
    var reservedPurpose: String? {
        let plain = unmapped
        return plain.isVersion6 ? plain.reservedPurposeV6 : plain.reservedPurposeV4
    }

    private struct ReservedBlock: Sendable {
        let prefix: [UInt8]
        let length: Int
        let kind: String
    }

    private var reservedPurposeV4: String? {
        Self.reservedBlocksV4.first { begins(with: $0.prefix, $0.length) }?.kind
    }

    private static let reservedBlocksV4 = [
        ReservedBlock(prefix: [0], length: 8, kind: "no address of a host"),
        ReservedBlock(prefix: [10], length: 8, kind: "private"),
        ReservedBlock(prefix: [100, 64], length: 10, kind: "inside a provider's network"),
        ReservedBlock(prefix: [127], length: 8, kind: "this machine itself"),
        ReservedBlock(prefix: [169, 254], length: 16, kind: "link-local"),
        ReservedBlock(prefix: [172, 16], length: 12, kind: "private"),
        ReservedBlock(prefix: [192, 0, 0], length: 24, kind: "reserved"),
        ReservedBlock(prefix: [192, 0, 2], length: 24, kind: "reserved for examples"),
        ReservedBlock(prefix: [192, 88, 99], length: 24, kind: "a 6to4 relay"),
        ReservedBlock(prefix: [192, 168], length: 16, kind: "private"),
        ReservedBlock(prefix: [198, 18], length: 15, kind: "reserved for measurements"),
        ReservedBlock(prefix: [198, 51, 100], length: 24, kind: "reserved for examples"),
        ReservedBlock(prefix: [203, 0, 113], length: 24, kind: "reserved for examples"),
        ReservedBlock(prefix: [224], length: 4, kind: "multicast"),
        ReservedBlock(prefix: [240], length: 4, kind: "reserved"),
    ]

    private var reservedPurposeV6: String? {
        // NAT64 (RFC 6052): the destination is last.
        if begins(with: [0, 0x64, 0xff, 0x9b], 96) {
            return IPAddress(bytes: Array(bytes[12...]))?.reservedPurposeV4
        }
        if let block = Self.reservedBlocksV6.first(where: { begins(with: $0.prefix, $0.length) }) { return block.kind }
        return begins(with: [0x20], 3) ? nil : "reserved"
    }

    private static let reservedBlocksV6 = [
        ReservedBlock(
            prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], length: 128, kind: "no address of a host"),
        ReservedBlock(
            prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], length: 128, kind: "this machine itself"),
        ReservedBlock(prefix: [0xfc], length: 7, kind: "private (unique local)"),
        ReservedBlock(prefix: [0xfe, 0x80], length: 10, kind: "link-local"),
        ReservedBlock(prefix: [0xfe, 0xc0], length: 10, kind: "private (site-local)"),
        ReservedBlock(prefix: [0xff], length: 8, kind: "multicast"),
        ReservedBlock(prefix: [0x20, 0x02], length: 16, kind: "a 6to4 tunnel"),
        ReservedBlock(prefix: [0x20, 0x01, 0x00], length: 23, kind: "a tunnel or reserved"),
        ReservedBlock(prefix: [0x20, 0x01, 0x0d, 0xb8], length: 32, kind: "reserved for examples"),
        ReservedBlock(prefix: [0x3f, 0xff, 0x00], length: 20, kind: "reserved for examples"),
    ]
}
