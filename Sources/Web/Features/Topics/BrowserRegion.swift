import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Untrusted

/// The country and the languages that a browser reports.
struct BrowserRegion: Equatable {
    /// The country as ISO 3166-1 alpha-2 in lower case; nil if unknown.
    var country: String?
    /// The languages as BCP 47 tags, the preferred first.
    var languages: [String]

    /// Creates the region.
    /// - Parameters:
    ///   - acceptLanguage: the header (RFC 9110 §12.5.4), whose first region counts.
    ///   - zone: the IANA time zone, from the cookie that script sets; gives the country if no language has a region.
    init(acceptLanguage: String?, zone: String?) {
        languages = Self.languages(acceptLanguage ?? "")
        country = languages.lazy.compactMap(Self.region).first ?? zone.flatMap { Self.countries[$0] }
    }

    init(of scope: RequestScope) {
        self.init(
            acceptLanguage: scope.request.headers[.acceptLanguage],
            zone: RequestCookies(of: scope.request)["zone"]?.removingPercentEncoding)
    }

    private static let maxLanguages = 20

    private static func languages(_ header: String) -> [String] {
        let weighted = header.split(separator: ",").prefix(maxLanguages).compactMap {
            entry -> (tag: String, weight: Double)? in
            let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first, !tag.isEmpty, tag != "*", tag.utf8.count <= 35 else { return nil }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map {
                    UntrustedDecimal($0.dropFirst(2))?.within(0...1) ?? 0
                } ?? 1
            return weight > 0 ? (String(tag), weight) : nil
        }
        // The sort is stable: languages of equal weight keep their order.
        return weighted.enumerated().sorted {
            ($0.element.weight, -$0.offset) > ($1.element.weight, -$1.offset)
        }.map(\.element.tag)
    }

    /// Returns the two letters after the language, or after its script ("zh-Hant-TW"), in lower case.
    private static func region(_ tag: String) -> String? {
        tag.split(separator: "-").dropFirst().first {
            $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
        }?.lowercased()
    }

    /// The countries by time zone, for zones that few countries share, which therefore identify the country.
    private static let countries: [String: String] = {
        let zones = [
            "ar": "America/Argentina/Buenos_Aires America/Buenos_Aires", "at": "Europe/Vienna",
            "au": "Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide "
                + "Australia/Hobart Australia/Darwin",
            "be": "Europe/Brussels", "br": "America/Sao_Paulo", "ch": "Europe/Zurich", "cz": "Europe/Prague",
            "ca": "America/Toronto America/Vancouver America/Montreal America/Edmonton America/Winnipeg "
                + "America/Halifax America/St_Johns",
            "de": "Europe/Berlin Europe/Busingen", "dk": "Europe/Copenhagen", "es": "Europe/Madrid Atlantic/Canary",
            "fi": "Europe/Helsinki", "fr": "Europe/Paris", "gb": "Europe/London Europe/Belfast",
            "gr": "Europe/Athens", "hu": "Europe/Budapest", "ie": "Europe/Dublin",
            "in": "Asia/Kolkata Asia/Calcutta", "it": "Europe/Rome", "jp": "Asia/Tokyo", "kr": "Asia/Seoul",
            "mx": "America/Mexico_City", "nl": "Europe/Amsterdam", "no": "Europe/Oslo",
            "nz": "Pacific/Auckland", "pl": "Europe/Warsaw", "pt": "Europe/Lisbon", "se": "Europe/Stockholm",
            "sg": "Asia/Singapore", "ua": "Europe/Kyiv Europe/Kiev",
            "us": "America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix "
                + "America/Detroit America/Anchorage Pacific/Honolulu",
            "za": "Africa/Johannesburg",
        ]
        let pairs = zones.flatMap { country, names in names.split(separator: " ").map { (String($0), country) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()
}
