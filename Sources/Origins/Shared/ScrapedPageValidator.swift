import Foundation
import News

/// Whether what was found on scraped pages may replace what is stored: pages arrive cut off, and their markup changes.
///
/// Counts, row by row, the parts that every row of its kind should have.
struct ScrapedPageValidator: Sendable {
    private struct Tally: Sendable {
        var rows = 0
        var found = 0

        var isEnough: Bool { found * 10 >= rows * 9 }
    }

    private var tallies: [PageDoubt.Part: Tally] = [:]
    private(set) var isCutOff = false

    /// - Parameter end: what the document ends with; empty where nothing is known.
    mutating func checkEnd(of html: String, with end: String) {
        guard !end.isEmpty, html.range(of: end, options: [.caseInsensitive, .backwards]) == nil else { return }
        isCutOff = true
    }

    mutating func count(_ part: PageDoubt.Part, isFound: Bool) {
        tallies[part, default: Tally()].rows += 1
        if isFound { tallies[part, default: Tally()].found += 1 }
    }

    /// Adds another page's rows.
    mutating func add(_ other: ScrapedPageValidator) {
        isCutOff = isCutOff || other.isCutOff
        for (part, tally) in other.tallies {
            tallies[part, default: Tally()].rows += tally.rows
            tallies[part, default: Tally()].found += tally.found
        }
    }

    /// Parts that a later page should have too. This page has them, so that an equal one is not doubted.
    var usualParts: Set<PageDoubt.Part> { Set(tallies.filter { $0.value.isEnough }.keys) }

    /// Nil if nothing speaks against it.
    /// - Parameters:
    ///   - required: nine of ten rows have them.
    ///   - expected: comments, as the page counts them; nil if nothing is counted. Some, such as hidden ones, may be missing.
    func doubt(requiring required: Set<PageDoubt.Part>, found: Int = 0, expected: Int? = nil) -> PageDoubt? {
        if isCutOff { return .cutOff }
        for (part, tally) in tallies.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where required.contains(part) && !tally.isEnough {
            return .missing(part, rows: tally.rows - tally.found, of: tally.rows)
        }
        guard let expected, expected - found > max(2, expected / 10) else { return nil }
        return .fewer(found: found, expected: expected)
    }
}
