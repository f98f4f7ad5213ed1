import Feeds
import Foundation
import JSON

enum WordPressDate {
    /// Parses the date of a post or comment: `date_gmt`, which is UTC without a zone, else `date`, which is local time.
    /// Some posts have an empty `date_gmt` or zeros.
    static func parse(_ value: JSONValue) -> Date? {
        for name in ["date_gmt", "date"] {
            guard let text = value[name]?.nonEmptyString else { continue }
            if let date = FeedDateParser.parse(hasZone(text) ? text : text + "Z") { return date }
        }
        return nil
    }

    /// Returns true if a zone follows the date, whose own parts may be joined by hyphens.
    private static func hasZone(_ text: String) -> Bool {
        text.hasSuffix("Z") || text.dropFirst("2013-04-02".count).contains { $0 == "+" || $0 == "-" }
    }
}
