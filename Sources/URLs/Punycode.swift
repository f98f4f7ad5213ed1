/// Encodes a host's label (RFC 3492), with prefix `xn--`.
enum Punycode {
    static func encoded(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
        guard scalars.count <= 63 else { return nil }
        var out = Array("xn--".utf8)
        let basic = scalars.filter(\.isASCII)
        out.append(contentsOf: basic.map { UInt8(truncatingIfNeeded: $0.value) })
        if !basic.isEmpty { out.append(0x2D) }
        var bias = 72
        var delta = 0
        var handled = basic.count
        var next = 128
        while handled < scalars.count {
            guard let lowest = scalars.map({ Int($0.value) }).filter({ $0 >= next }).min() else { return nil }
            delta += (lowest - next) * (handled + 1)
            next = lowest
            for scalar in scalars {
                if Int(scalar.value) < next { delta += 1 }
                guard Int(scalar.value) == next else { continue }
                append(delta, bias: bias, to: &out)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return out.count <= 63 ? out : nil
    }

    private static func append(_ delta: Int, bias: Int, to out: inout [UInt8]) {
        var rest = delta
        var step = 36
        while true {
            let threshold = min(max(step - bias, 1), 26)
            guard rest >= threshold else { break }
            out.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            step += 36
        }
        out.append(digit(rest))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var step = 0
        while delta > 455 {
            delta /= 35
            step += 36
        }
        return step + 36 * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x16 + value)
    }
}
