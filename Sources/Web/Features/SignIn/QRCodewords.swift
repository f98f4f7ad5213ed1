// bounded throughout: the version is chosen so that the data fits, so no count is negative.

/// Encodes codewords: padding, Reed–Solomon, interleaving (ISO/IEC 18004 §7.4 to §7.6).
enum QRCodewords {
    static func interleaved(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var rest = padded(bytes, version)[...]
        let blocks = version.blocks.map { length -> [UInt8] in
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        let divisor = generatorPolynomial(version.correction)
        let corrections = blocks.map { remainder(of: $0, by: divisor) }
        return alternating(blocks) + alternating(corrections)
    }

    static func padded(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        put(0b0100, 4)
        put(bytes.count, version.countBits)
        for byte in bytes { put(Int(byte), 8) }
        let capacity = version.dataCodewords * 8
        bits.append(contentsOf: repeatElement(false, count: min(4, capacity - bits.count)))
        bits.append(contentsOf: repeatElement(false, count: (8 - bits.count % 8) % 8))
        var words = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let pad: [UInt8] = [0xEC, 0x11]
        let missing = version.dataCodewords - words.count
        words.append(contentsOf: (0..<missing).map { pad[$0 % 2] })
        return words
    }

    private static func alternating(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
    }

    // MARK: - Reed–Solomon over GF(256) with the polynomial 0x11D

    static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var (result, a, b) = (0, Int(a), Int(b))
        while b > 0 {
            if b & 1 == 1 { result ^= a }
            a <<= 1
            if a & 0x100 != 0 { a ^= 0x11D }
            b >>= 1
        }
        return UInt8(result)
    }

    /// (x − 1)(x − 2)(x − 4)…, without the leading coefficient.
    static func generatorPolynomial(_ degree: Int) -> [UInt8] {
        var polynomial = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in polynomial.indices {
                polynomial[index] = multiply(polynomial[index], root)
                if index + 1 < degree { polynomial[index] ^= polynomial[index + 1] }
            }
            root = multiply(root, 2)
        }
        return polynomial
    }

    static func remainder(of words: [UInt8], by divisor: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: divisor.count)
        for word in words {
            let factor = word ^ rest.removeFirst()
            rest.append(0)
            for index in divisor.indices { rest[index] ^= multiply(divisor[index], factor) }
        }
        return rest
    }
}
