internal import Foundation

/// The community in the words of the search service of 2013.
struct CommunityOldSearch: Sendable {
    let view: CommunityView

    /// A number of seven digits, a hyphen and five hexadecimal digits.
    static func name(_ id: Int) -> String {
        let digits = String(Dice.seed(of: "\(id)") & 0xFFFFF, radix: 16)
        return "\(id % 10_000_000)-" + String(repeating: "0", count: 5 - digits.count) + digits
    }

    private func item(named name: String) -> CommunityItem? {
        view.records.items.keys.first { Self.name($0) == name }.flatMap(view.item)
    }

    var feed: String {
        let items = (view.list("top") ?? []).map { item in
            "<item><title>\(CommunityText.escaped(item.title))</title><hnsearch_id>\(Self.name(item.id))</hnsearch_id></item>"
        }
        return
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>bigrss</title>\(items.joined())</channel></rss>"
    }

    /// In no order of the question's.
    func items(_ names: [String]) -> JSONText { .list(names.compactMap(item).sorted { $0.id < $1.id }.map(object)) }

    func comments(of name: String, start: Int, limit: Int) -> JSONText {
        let all = item(named: name).map { view.comments(below: $0.id) } ?? []
        // By points, which comments do not show: in no order at all.
        let shuffled = all.filter { $0.standing == .shown }.sorted {
            Dice.seed(of: "\($0.id)") < Dice.seed(of: "\($1.id)")
        }
        let shown = start > 1_000 ? [] : Array(shuffled.dropFirst(start).prefix(min(100, limit)))
        return .object([
            ("hits", .number(shuffled.count)),
            ("results", .list(shown.map { .object([("item", object($0)), ("score", .number(1))]) })),
            ("time", .number(1)), ("facet_results", .object([])), ("warnings", .list([])), ("request", .object([])),
        ])
    }

    private func object(_ item: CommunityItem) -> JSONText {
        .object([
            ("_id", .text(Self.name(item.id))), ("id", .number(item.id)),
            ("type", .text(item.kind == .comment ? "comment" : "submission")), ("username", .text(item.by)),
            ("points", .number(item.score)),
            ("num_comments", item.isStory ? .number(view.count(below: item.id)) : .nothing),
            ("title", item.isStory ? .text(item.title) : .nothing), ("url", item.url.map(JSONText.text) ?? .nothing),
            ("text", item.text.isEmpty ? .nothing : .text(item.text)), ("create_ts", .text(Instant(item.at).rfc3339)),
            ("parent_sigid", item.parent > 0 ? .text(Self.name(item.parent)) : .nothing),
            ("discussion", item.story > 0 ? .object([("sigid", .text(Self.name(item.story)))]) : .nothing),
        ])
    }
}
