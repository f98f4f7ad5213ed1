import Foundation
import NIOHTTP1
import Untrusted

/// The freshness of a response (RFC 9111 §4.2) and its Retry-After.
///
/// The lifetime says when a fetch can bring news. It is zero for `no-store` and `no-cache`, which keep validators
/// nonetheless (RFC 9110 §13). The reported age counts (§4.2.3), so that origins with wrong clocks are not fetched more
/// often.
struct Freshness: Sendable {
    let freshnessLifetime: Duration?
    let isStorable: Bool

    init(_ headers: HTTPHeaders, now: Date) {
        let directives = Self.directives(headers)
        isStorable = !directives.contains { $0.name == "no-store" }
        // A `no-cache` with field names concerns those fields only (§5.2.2.4).
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

    /// Returns the lifetime in seconds as private caches compute it: max-age before Expires, no s-maxage.
    private static func lifetime(
        _ headers: HTTPHeaders, _ directives: [(name: String, value: String)], now: Date
    ) -> Int? {
        if let given = directives.first(where: { $0.name == "max-age" }) { return seconds(given.value) ?? 0 }
        guard let expires = headers.first(name: "expires") else { return nil }
        // A value that is no date ("0", "-1") means expired.
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

    /// Returns the members of a list, split at commas outside quotes.
    private static func listMembers(_ list: String) -> [String] {
        var members = [""]
        var isQuoted = false
        for character in list {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { members.append("") } else { members[members.count - 1].append(character) }
        }
        return members
    }

    /// The longest lifetime in seconds, ten years.
    private static let maxLifetime = 315_360_000

    /// Returns a number of seconds, capped; nil if the text is no number.
    private static func seconds(_ text: String) -> Int? {
        // bounded: a constant
        UntrustedInteger(digits: text.trimmingCharacters(in: .whitespaces))?.int(clampedTo: 0...maxLifetime)
    }

    /// Returns a number of seconds, which some servers give with a fraction, rounded up.
    private static func delay(_ text: String) -> Double? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard text.first?.isNumber == true, !text.contains(where: { "eE".contains($0) }) else { return nil }
        return UntrustedDecimal(text)?.within(0...Double.greatestFiniteMagnitude).map {
            min($0.rounded(.up), Double(maxLifetime))
        }
    }

    /// Returns the date of a Retry-After in seconds or as a date (RFC 9110 §10.2.3); nil if missing or past.
    static func retryAfter(_ headers: HTTPHeaders, now: Date, atMost longest: Duration) -> Date? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        let until = delay(text).map { now.addingTimeInterval($0) } ?? HTTPDate.parse(text, now: now)
        guard let until, until > now else { return nil }
        return min(until, now.addingTimeInterval(longest.seconds))
    }
}
