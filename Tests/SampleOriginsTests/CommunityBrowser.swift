import Foundation
import SampleOrigins

/// Someone with a browser at the sample community: keeps one cookie, follows no redirects.
struct CommunityBrowser {
    let community: SampleCommunity
    var cookie: String?

    func get(_ target: String) async throws -> RawHTTPResponse {
        try await RawHTTPResponse.fetch(
            community.origin.port, Self.path(target), cookie.map { ["Cookie": $0] } ?? [:])
    }

    /// Without the fragment, which is never sent.
    private static func path(_ target: String) -> String {
        let sent = String(target.prefix { $0 != "#" })
        return sent.hasPrefix("/") ? sent : "/" + sent
    }

    func post(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> RawHTTPResponse {
        var headers = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Cookie"] = cookie
        let body = fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return try await RawHTTPResponse.fetch(community.origin.port, path, headers, method: "POST", body: body)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    /// Signs in, and keeps the cookie if one came.
    @discardableResult
    mutating func signIn(
        _ name: String = "juniper", _ password: String = "rosemary", goto: String = "news"
    ) async throws -> RawHTTPResponse {
        let response = try await post("/login", ["acct": name, "pw": password, "goto": goto])
        if let value = response.header("set-cookie")?.split(separator: ";").first { cookie = String(value) }
        return response
    }
}

extension String {
    /// The part between two texts, unescaped; nil unless both are there.
    func part(after start: String, before end: String) -> String? {
        guard let from = range(of: start), let to = range(of: end, range: from.upperBound..<endIndex) else {
            return nil
        }
        let part = String(self[from.upperBound..<to.lowerBound])
        return part.replacing("&amp;", with: "&").replacing("&#x2F;", with: "/")
    }

    /// The address of the first link with this id.
    func link(id: String) -> String? {
        part(after: "id='\(id)'", before: "</a>")?.part(after: "href='", before: "'")
    }

    /// The address of the first link to a page.
    func link(to page: String) -> String? {
        part(after: "<a href=\"\(page)", before: "\"").map { page + $0 }
    }

    /// The value of a form's field.
    func field(_ name: String) -> String? { part(after: "name=\"\(name)\" value=\"", before: "\"") }
}
