internal import Foundation

/// The HNSearch API of 2013.
struct CommunityHNSearchAPI: Sendable {
    let snapshot: CommunitySnapshot

    /// Returns a signed ID: up to seven digits, a hyphen, five hexadecimal digits.
    static func signedID(_ id: Int) -> String {
        let digits = String(SeededRandom.seed(of: "\(id)") & 0xFFFFF, radix: 16)
        return "\(id % 10_000_000)-" + String(repeating: "0", count: 5 - digits.count) + digits
    }

    private func item(named name: String) -> CommunityItem? {
        snapshot.dataset.items.keys.first { Self.signedID($0) == name }.flatMap(snapshot.item)
    }

    var feed: String {
        let items = (snapshot.list("top") ?? []).map { item in
            "<item><title>\(CommunityTextFormatter.escaped(item.title))</title><hnsearch_id>\(Self.signedID(item.id))</hnsearch_id></item>"
        }
        return
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>bigrss</title>\(items.joined())</channel></rss>"
    }

    /// Returns the items in ascending order of ID, which is not the requested order.
    func items(_ names: [String]) -> OrderedJSON { .array(names.compactMap(item).sorted { $0.id < $1.id }.map(object)) }

    func comments(of name: String, start: Int, limit: Int) -> OrderedJSON {
        let all = item(named: name).map { snapshot.comments(below: $0.id) } ?? []
        // Comments have no points, so sorting by points is arbitrary.
        let shuffled = all.filter { $0.visibility == .shown }.sorted {
            SeededRandom.seed(of: "\($0.id)") < SeededRandom.seed(of: "\($1.id)")
        }
        let shown = start > 1_000 ? [] : Array(shuffled.dropFirst(start).prefix(min(100, limit)))
        return .object([
            ("hits", .number(shuffled.count)),
            ("results", .array(shown.map { .object([("item", object($0)), ("score", .number(1))]) })),
            ("time", .number(1)), ("facet_results", .object([])), ("warnings", .array([])), ("request", .object([])),
        ])
    }

    private func object(_ item: CommunityItem) -> OrderedJSON {
        .object([
            ("_id", .string(Self.signedID(item.id))), ("id", .number(item.id)),
            ("type", .string(item.kind == .comment ? "comment" : "submission")), ("username", .string(item.by)),
            ("points", .number(item.score)),
            ("num_comments", item.isStory ? .number(snapshot.count(below: item.id)) : .null),
            ("title", item.isStory ? .string(item.title) : .null), ("url", item.url.map(OrderedJSON.string) ?? .null),
            ("text", item.text.isEmpty ? .null : .string(item.text)),
            ("create_ts", .string(TimestampFormatter(item.at).rfc3339)),
            ("parent_sigid", item.parent > 0 ? .string(Self.signedID(item.parent)) : .null),
            ("discussion", item.story > 0 ? .object([("sigid", .string(Self.signedID(item.story)))]) : .null),
        ])
    }
}
