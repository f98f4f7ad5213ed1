import Failures

/// The address blocks outside the public internet (IANA, RFC 6890).
extension IPAddress {
    /// The purpose of the block that the address is in; nil for a public address.
    var reservedPurpose: AddressPurpose? {
        let plain = unmapped
        return plain.isVersion6 ? plain.reservedPurposeV6 : plain.reservedPurposeV4
    }

    private struct ReservedBlock: Sendable {
        let prefix: [UInt8]
        let length: Int
        let purpose: AddressPurpose
    }

    private var reservedPurposeV4: AddressPurpose? {
        Self.reservedBlocksV4.first { begins(with: $0.prefix, $0.length) }?.purpose
    }

    private static let reservedBlocksV4 = [
        ReservedBlock(prefix: [0], length: 8, purpose: .unspecified),
        ReservedBlock(prefix: [10], length: 8, purpose: .privateNetwork),
        ReservedBlock(prefix: [100, 64], length: 10, purpose: .carrierNetwork),
        ReservedBlock(prefix: [127], length: 8, purpose: .loopback),
        ReservedBlock(prefix: [169, 254], length: 16, purpose: .linkLocal),
        ReservedBlock(prefix: [172, 16], length: 12, purpose: .privateNetwork),
        ReservedBlock(prefix: [192, 0, 0], length: 24, purpose: .reserved),
        ReservedBlock(prefix: [192, 0, 2], length: 24, purpose: .documentation),
        ReservedBlock(prefix: [192, 88, 99], length: 24, purpose: .relay6to4),
        ReservedBlock(prefix: [192, 168], length: 16, purpose: .privateNetwork),
        ReservedBlock(prefix: [198, 18], length: 15, purpose: .benchmarking),
        ReservedBlock(prefix: [198, 51, 100], length: 24, purpose: .documentation),
        ReservedBlock(prefix: [203, 0, 113], length: 24, purpose: .documentation),
        ReservedBlock(prefix: [224], length: 4, purpose: .multicast),
        ReservedBlock(prefix: [240], length: 4, purpose: .reserved),
    ]

    private var reservedPurposeV6: AddressPurpose? {
        // The last four bytes of a NAT64 address are the destination (RFC 6052).
        if begins(with: [0, 0x64, 0xff, 0x9b], 96) {
            return IPAddress(bytes: Array(bytes[12...]))?.reservedPurposeV4
        }
        if let block = Self.reservedBlocksV6.first(where: { begins(with: $0.prefix, $0.length) }) {
            return block.purpose
        }
        return begins(with: [0x20], 3) ? nil : .reserved
    }

    private static let reservedBlocksV6 = [
        ReservedBlock(
            prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], length: 128, purpose: .unspecified),
        ReservedBlock(
            prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], length: 128, purpose: .loopback),
        ReservedBlock(prefix: [0xfc], length: 7, purpose: .uniqueLocal),
        ReservedBlock(prefix: [0xfe, 0x80], length: 10, purpose: .linkLocal),
        ReservedBlock(prefix: [0xfe, 0xc0], length: 10, purpose: .siteLocal),
        ReservedBlock(prefix: [0xff], length: 8, purpose: .multicast),
        ReservedBlock(prefix: [0x20, 0x02], length: 16, purpose: .tunnel6to4),
        ReservedBlock(prefix: [0x20, 0x01, 0x00], length: 23, purpose: .tunnelOrReserved),
        ReservedBlock(prefix: [0x20, 0x01, 0x0d, 0xb8], length: 32, purpose: .documentation),
        ReservedBlock(prefix: [0x3f, 0xff, 0x00], length: 20, purpose: .documentation),
    ]
}
