import Feeds
import Foundation

enum WordPressDate {
    /// Of a post or comment: `date_gmt`, which is UTC without a zone, and empty or zeros for some, else `date`, which
    /// is local time.
    static func parse(_ value: JSONValue) -> Date? {
        for name in ["date_gmt", "date"] {
            guard let text = value[name]?.nonEmptyString else { continue }
            if let date = FeedDate.parse(hasZone(text) ? text : text + "Z") { return date }
        }
        return nil
    }

    /// Behind the date, whose parts may be joined by a sign too.
    private static func hasZone(_ text: String) -> Bool {
        text.hasSuffix("Z") || text.dropFirst("2013-04-02".count).contains { $0 == "+" || $0 == "-" }
    }
}
