import Foundation
import NIOHTTP1
import Untrusted

/// How long an answer may be used without asking again (RFC 9111 §4.2), and how long a host wants peace.
///
/// Tidings is no cache but a reader: freshness says when asking again can bring anything new. So `no-store` and
/// `no-cache` give no freshness, and validators are kept all the same: a conditional question (RFC 9110 §13) is
/// for anybody who still holds what was sent. The age is the one that caches on the way report, which §4.2.3 allows,
/// so that an origin whose clock is wrong is not asked more often for it.
struct Freshness: Sendable {
    let freshnessLifetime: Duration?
    let isStorable: Bool

    init(_ headers: HTTPHeaders, now: Date) {
        let directives = Self.directives(headers)
        isStorable = !directives.contains { $0.name == "no-store" }
        // With field names as its argument `no-cache` is about those fields only (§5.2.2.4).
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

    /// The private cache's view: max-age goes before Expires, s-maxage is for others.
    private static func lifetime(
        _ headers: HTTPHeaders, _ directives: [(name: String, value: String)], now: Date
    ) -> Int? {
        if let given = directives.first(where: { $0.name == "max-age" }) { return seconds(given.value) ?? 0 }
        guard let expires = headers.first(name: "expires") else { return nil }
        // An Expires that is no date, as the common "0" and "-1", means "already".
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

    /// The members of a list; commas within quotes belong to them.
    private static func listMembers(_ list: String) -> [String] {
        var members = [""]
        var isQuoted = false
        for character in list {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { members.append("") } else { members[members.count - 1].append(character) }
        }
        return members
    }

    /// Ten years: longer lifetimes are a way of saying "for ever".
    private static let maxLifetime = 315_360_000

    /// A number of seconds; one too large to count is ten years, anything else nil.
    private static func seconds(_ text: String) -> Int? {
        // bounded: a constant
        UntrustedInteger(digits: text.trimmingCharacters(in: .whitespaces))?.int(clampedTo: 0...maxLifetime)
    }

    /// Until when a host asked to be left alone, by seconds or by date (RFC 9110 §10.2.3); nil when it did not say,
    /// or said something that is over.
    static func retryAfter(_ headers: HTTPHeaders, now: Date, atMost longest: Duration) -> Date? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        let until = seconds(text).map { now.addingTimeInterval(Double($0)) } ?? HTTPDate.parse(text, now: now)
        guard let until, until > now else { return nil }
        return min(until, now.addingTimeInterval(longest.seconds))
    }
}
