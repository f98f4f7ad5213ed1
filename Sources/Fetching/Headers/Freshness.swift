import Foundation
import NIOHTTP1
import Untrusted

/// Computes a response's freshness (RFC 9111 §4.2) and Retry-After.
///
/// Tidings is not a cache: freshness says when another fetch can bring anything new. So `no-store` and `no-cache` mean
/// no freshness, while validators are kept: conditional requests (RFC 9110 §13) are for any client that still holds the
/// response. The age is the one that caches report, which §4.2.3 allows, so that an origin with a wrong clock is not
/// fetched more often for it.
struct Freshness: Sendable {
    let freshnessLifetime: Duration?
    let isStorable: Bool

    init(_ headers: HTTPHeaders, now: Date) {
        let directives = Self.directives(headers)
        isStorable = !directives.contains { $0.name == "no-store" }
        // With field names as its argument `no-cache` concerns those fields only (§5.2.2.4).
        if directives.contains(where: { $0.name == "no-store" || ($0.name == "no-cache" && $0.value.isEmpty) }) {
            freshnessLifetime = .zero
            return
        }
        guard let lifetime = Self.lifetime(headers, directives, now: now) else {
            freshnessLifetime = nil
            return
        }
        let age = headers.first(name: "age").flatMap { Self.seconds($0) } ?? 0
        freshnessLifetime = .seconds(max(0, lifetime - age))
    }

    /// As a private cache: max-age wins over Expires, s-maxage is ignored.
    private static func lifetime(
        _ headers: HTTPHeaders, _ directives: [(name: String, value: String)], now: Date
    ) -> Int? {
        if let given = directives.first(where: { $0.name == "max-age" }) { return seconds(given.value) ?? 0 }
        guard let expires = headers.first(name: "expires") else { return nil }
        // An Expires that is no date, such as the common "0" and "-1", means already expired.
        guard let end = HTTPDate.parse(expires, now: now) else { return 0 }
        let start = headers.first(name: "date").flatMap { HTTPDate.parse($0, now: now) } ?? now
        return min(max(0, Int(saturating: end.timeIntervalSince(start))), maxLifetime)
    }

    private static func directives(_ headers: HTTPHeaders) -> [(name: String, value: String)] {
        headers["cache-control"].flatMap(listMembers).map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1)
            let name = parts.first?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
            let value = parts.count == 2 ? parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")) : ""
            return (name, value)
        }
    }

    /// Splits a list at commas outside quotes.
    private static func listMembers(_ list: String) -> [String] {
        var members = [""]
        var isQuoted = false
        for character in list {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { members.append("") } else { members[members.count - 1].append(character) }
        }
        return members
    }

    /// Ten years: longer lifetimes mean "for ever".
    private static let maxLifetime = 315_360_000

    /// Parses a number of seconds, capped at ten years; nil for anything else.
    private static func seconds(_ text: String) -> Int? {
        // bounded: a constant
        UntrustedInteger(digits: text.trimmingCharacters(in: .whitespaces))?.int(clampedTo: 0...maxLifetime)
    }

    /// The end of a Retry-After, in seconds or as a date (RFC 9110 §10.2.3); nil when there is none or it has passed.
    static func retryAfter(_ headers: HTTPHeaders, now: Date, atMost longest: Duration) -> Date? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        let until = seconds(text).map { now.addingTimeInterval(Double($0)) } ?? HTTPDate.parse(text, now: now)
        guard let until, until > now else { return nil }
        return min(until, now.addingTimeInterval(longest.seconds))
    }
}
