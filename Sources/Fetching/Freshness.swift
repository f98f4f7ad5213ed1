import Foundation
import NIOHTTP1

/// How long an answer may be used without asking again (RFC 9111 §4.2), and how long a host wants peace.
struct Freshness: Sendable {
    let freshFor: Duration?
    let mayBeKept: Bool

    init(_ headers: HTTPHeaders, now: Date) {
        let directives = Self.directives(headers)
        mayBeKept = !directives.contains { $0.name == "no-store" }
        if directives.contains(where: { $0.name == "no-store" || $0.name == "no-cache" }) {
            freshFor = .zero
            return
        }
        guard let lifetime = Self.lifetime(headers, directives, now: now) else {
            freshFor = nil
            return
        }
        let age = headers.first(name: "age").flatMap { Self.seconds($0) } ?? 0
        freshFor = .seconds(max(0, lifetime - age))
    }

    /// The private cache's view: max-age goes before Expires, s-maxage is for others.
    private static func lifetime(
        _ headers: HTTPHeaders, _ directives: [(name: String, value: String)], now: Date
    ) -> Int? {
        if let given = directives.first(where: { $0.name == "max-age" }) { return seconds(given.value) ?? 0 }
        guard let expires = headers.first(name: "expires") else { return nil }
        // An Expires that is no date, as the common "0" and "-1", means "already".
        guard let end = HTTPDate.parse(expires, now: now) else { return 0 }
        let start = headers.first(name: "date").flatMap { HTTPDate.parse($0, now: now) } ?? now
        return Int(min(max(0, end.timeIntervalSince(start)), Double(farthest)))
    }

    private static func directives(_ headers: HTTPHeaders) -> [(name: String, value: String)] {
        headers["cache-control"].flatMap { $0.split(separator: ",") }.map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1)
            let name = parts.first?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
            let value = parts.count == 2 ? parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")) : ""
            return (name, value)
        }
    }

    /// Ten years: longer lifetimes are a way of saying "for ever".
    private static let farthest = 315_360_000

    /// A number of seconds; one too large to count is ten years, anything else nil.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.trimmingCharacters(in: .whitespaces)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int(digits) ?? farthest, farthest)
    }

    /// Until when a host asked to be left alone, by seconds or by date (RFC 9110 §10.2.3); nil when it did not say,
    /// or said something that is over. Never longer than a week: a slip of a server must not silence it for ever.
    static func retryAfter(_ headers: HTTPHeaders, now: Date) -> Date? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        let until = seconds(text).map { now.addingTimeInterval(Double($0)) } ?? HTTPDate.parse(text, now: now)
        guard let until, until > now else { return nil }
        return min(until, now.addingTimeInterval(604_800))
    }
}
