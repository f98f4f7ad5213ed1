import Foundation

@testable import Feeds

extension FuzzTarget {
    /// Any text names an instant of the years 1 to 9999 or none, and what we write of an instant is read as that instant.
    static let dates = FuzzTarget(name: "dates") { bytes in
        guard let date = FeedDateParser.parse(String(decoding: bytes, as: UTF8.self)) else { return }
        let seconds = date.timeIntervalSince1970
        demand(seconds >= -62_135_683_200 && seconds < 253_402_387_200, "out of range: \(seconds)")
        let written = ISO8601Writer.string(date)
        guard let again = FeedDateParser.parse(written) else { breach("we cannot read what we wrote: \(written)") }
        demand(ISO8601Writer.string(again) == written, "\(written) is read as \(ISO8601Writer.string(again))")
    }
}
