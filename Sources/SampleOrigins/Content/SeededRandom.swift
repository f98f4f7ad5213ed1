internal import Untrusted

/// A SplitMix64 generator (public domain, Sebastiano Vigna), with the same numbers on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    init(_ text: String) {
        state = Self.seed(of: text)
    }

    /// Returns the FNV-1a hash of the text's UTF-8.
    static func seed(of text: some StringProtocol) -> UInt64 {
        var copy = String(text)
        return copy.withUTF8 { FNV1a.hash($0) }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ probability: Double) -> Bool { double(0...1) < probability }
    mutating func pick<T>(_ choices: [T]) -> T { choices[int(0...choices.count - 1)] }
}
