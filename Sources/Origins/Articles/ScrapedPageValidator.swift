import Foundation
import News

/// A check whether content scraped from web pages may replace the stored content: pages arrive cut off, and their
/// markup changes.
///
/// The validator counts, row by row, the parts that every row of its kind should have.
struct ScrapedPageValidator: Sendable {
    private struct Tally: Sendable {
        var rows = 0
        var found = 0

        var isEnough: Bool { found * 10 >= rows * 9 }
    }

    private var tallies: [ScrapeRejection.Part: Tally] = [:]
    private(set) var isCutOff = false

    /// Records a page that does not contain its usual end as cut off.
    /// - Parameter end: the text that the document ends with; empty if unknown.
    mutating func checkEnd(of html: String, with end: String) {
        guard !end.isEmpty, html.range(of: end, options: [.caseInsensitive, .backwards]) == nil else { return }
        isCutOff = true
    }

    mutating func count(_ part: ScrapeRejection.Part, isFound: Bool) {
        tallies[part, default: Tally()].rows += 1
        if isFound { tallies[part, default: Tally()].found += 1 }
    }

    /// Adds the counts of another page's rows.
    mutating func add(_ other: ScrapedPageValidator) {
        isCutOff = isCutOff || other.isCutOff
        for (part, tally) in other.tallies {
            tallies[part, default: Tally()].rows += tally.rows
            tallies[part, default: Tally()].found += tally.found
        }
    }

    /// The parts that a later page should have too. This page has them, so an equal page is not doubted.
    var usualParts: Set<ScrapeRejection.Part> { Set(tallies.filter { $0.value.isEnough }.keys) }

    /// Returns the reason to reject the content; nil if no check fails.
    /// - Parameters:
    ///   - required: the parts that nine of ten rows must have.
    ///   - expected: the number of comments that the page states; nil if it states none. Some comments, such as
    ///     hidden ones, may be missing.
    func doubt(requiring required: Set<ScrapeRejection.Part>, found: Int = 0, expected: Int? = nil) -> ScrapeRejection?
    {
        if isCutOff { return .cutOff }
        for (part, tally) in tallies.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where required.contains(part) && !tally.isEnough {
            return .missing(part, rows: tally.rows - tally.found, of: tally.rows)
        }
        guard let expected, expected - found > max(2, expected / 10) else { return nil }
        return .fewer(found: found, expected: expected)
    }
}
