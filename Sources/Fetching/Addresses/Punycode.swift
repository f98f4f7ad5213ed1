/// Encodes labels of international domain names in ASCII (RFC 3492).
enum Punycode {
    /// Encodes a label: `bücher` becomes `xn--bcher-kva`, an ASCII label stays. Returns nil when the numbers overflow.
    static func label(_ label: some StringProtocol) -> String? {
        let scalars = label.unicodeScalars.map(\.value)
        let basic = scalars.filter { $0 < 0x80 }
        if basic.count == scalars.count { return String(label) }
        var output = basic.map { UInt8($0) }
        if !output.isEmpty { output.append(UInt8(ascii: "-")) }
        guard encode(scalars, basicCount: basic.count, into: &output) else { return nil }
        return "xn--" + String(decoding: output, as: UTF8.self)
    }

    private static func encode(_ scalars: [UInt32], basicCount: Int, into output: inout [UInt8]) -> Bool {
        var state = (next: UInt32(128), delta: UInt32(0), bias: 72)
        var handled = basicCount
        while handled < scalars.count {
            guard let smallest = scalars.filter({ $0 >= state.next }).min() else { return false }
            let (step, tooFar) = (smallest - state.next).multipliedReportingOverflow(by: UInt32(handled + 1))
            let (delta, over) = state.delta.addingReportingOverflow(step)
            if tooFar || over { return false }
            state.delta = delta
            for scalar in scalars {
                if scalar < smallest { state.delta += 1 }
                guard scalar == smallest else { continue }
                write(state.delta, bias: state.bias, into: &output)
                state.bias = adapted(state.delta, points: UInt32(handled + 1), first: handled == basicCount)
                state.delta = 0
                handled += 1
            }
            state.delta += 1
            state.next = smallest + 1
        }
        return true
    }

    private static func write(_ delta: UInt32, bias: Int, into output: inout [UInt8]) {
        var rest = delta
        var position = 36
        while true {
            let threshold = UInt32(min(max(position - bias, 1), 26))
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 26 ? value + 97 : value - 26 + 48) }

    private static func adapted(_ delta: UInt32, points: UInt32, first: Bool) -> Int {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / points
        var position = 0
        while delta > 455 {
            delta /= 35
            position += 36
        }
        return position + Int(36 * delta / (delta + 38))
    }
}
