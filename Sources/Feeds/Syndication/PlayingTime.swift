import Untrusted

/// Playing times as podcasts write them: seconds, `mm:ss` or `hh:mm:ss`.
enum PlayingTime {
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var sum = 0
        for part in parts {
            guard let number = UntrustedDecimal(part.trimmingSpaces)?.within(0...9_999_999) else { return nil }
            sum = sum * 60 + Int(saturating: number)
        }
        return sum > 0 ? sum : nil
    }
}
