internal import Foundation

/// The community in the words of its search service.
struct CommunitySearch: Sendable {
    let view: CommunityView
    let manners: CommunityManners
    /// What the service knows: it is late.
    private let known: CommunityView

    init(view: CommunityView, manners: CommunityManners) {
        self.view = view
        self.manners = manners
        known = CommunityView(records: view.records, now: view.now.addingTimeInterval(-manners.searchLag))
    }

    // MARK: Trees

    /// Nil for what it does not know.
    func tree(_ id: Int) -> JSONText? {
        guard let item = known.item(id) else { return nil }
        // What was hidden has neither author nor text.
        let isDeleted = item.standing != .shown
        // Oldest first: not the site's order.
        let kids = isDeleted && manners.forgetsBelowDeleted ? [] : item.kids.sorted()
        return .object([
            ("author", isDeleted ? .nothing : .text(item.by)),
            ("children", .list(kids.compactMap(tree))),
            ("created_at", .text(Instant(item.at).rfc3339)),
            ("created_at_i", .number(item.time)),
            ("id", .number(id)),
            ("options", .list(item.parts.compactMap(tree))),
            ("parent_id", item.kind == .comment ? .number(item.parent) : .nothing),
            ("points", item.isStory ? .number(item.score) : .nothing),
            ("story_id", .number(item.story)),
            ("text", isDeleted || item.text.isEmpty ? .nothing : .text(item.text)),
            ("title", item.isStory ? .text(item.title) : .nothing),
            ("type", .text(item.kind.rawValue)),
            ("url", item.url.map(JSONText.text) ?? .nothing),
        ])
    }

    func person(_ name: String) -> JSONText? {
        guard let person = view.records.people[name] else { return nil }
        return .object([
            ("username", .text(person.name)), ("about", .text(person.about)), ("karma", .number(person.karma)),
            ("created_at_i", .number(Int(person.joinedAt.timeIntervalSince1970))),
        ])
    }

    // MARK: Searching

    /// Why a question is not answered.
    struct Refusal: Error { let words: String }

    func result(_ fields: [String: String], isByDate: Bool) throws(Refusal) -> JSONText {
        var found = known.records.items.values.filter {
            $0.at <= known.now && $0.kind != .pollopt && $0.standing == .shown
        }
        for group in Self.groups(fields["tags"] ?? "") {
            found = found.filter { item in group.contains { tags(item).contains($0) } }
        }
        for filter in (fields["numericFilters"] ?? "").split(separator: ",") {
            let test = try test(String(filter))
            found = found.filter(test)
        }
        let field = fields["restrictSearchableAttributes"]
        let words = (fields["query"] ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
        found = found.filter { item in
            let text = field == "url" ? (item.url ?? "").lowercased() : haystack(item)
            return words.allSatisfy { text.contains($0) }
        }
        found.sort { isByDate ? $0.id > $1.id : ($0.score, $0.id) > ($1.score, $1.id) }
        let size = min(1_000, max(1, Int(fields["hitsPerPage"] ?? "") ?? 20))
        let page = max(0, Int(fields["page"] ?? "") ?? 0)
        let shown = found.dropFirst(page * size).prefix(size)
        return .object([
            ("hits", .list(shown.map(hit))), ("hitsPerPage", .number(size)), ("nbHits", .number(found.count)),
            ("nbPages", .number((found.count + size - 1) / size)), ("page", .number(page)),
            ("query", .text(fields["query"] ?? "")),
        ])
    }

    private func haystack(_ item: CommunityItem) -> String {
        "\(item.title) \(item.text) \(item.by) \(item.url ?? "")".lowercased()
    }

    private func tags(_ item: CommunityItem) -> Set<String> {
        var tags: Set = [item.kind.rawValue, "author_\(item.by)", "story_\(item.story)"]
        if item.title.hasPrefix("Ask HN") { tags.insert("ask_hn") }
        if item.title.hasPrefix("Show HN") { tags.insert("show_hn") }
        return tags
    }

    /// Commas mean and; within brackets they mean or.
    private static func groups(_ tags: String) -> [[String]] {
        var groups: [[String]] = []
        var rest = tags[...]
        while !rest.isEmpty {
            if rest.first == "(", let end = rest.firstIndex(of: ")") {
                groups.append(rest[rest.index(after: rest.startIndex)..<end].split(separator: ",").map(String.init))
                rest = rest[rest.index(after: end)...].drop { $0 == "," }
            } else {
                groups.append([String(rest.prefix { $0 != "," })])
                rest = rest.drop { $0 != "," }.drop { $0 == "," }
            }
        }
        return groups.filter { $0 != [""] }
    }

    private func test(_ filter: String) throws(Refusal) -> (CommunityItem) -> Bool {
        let name = filter.prefix { $0.isLetter || $0 == "_" }
        let sign = filter.dropFirst(name.count).prefix { "<>=".contains($0) }
        guard let number = Int(filter.dropFirst(name.count + sign.count)) else {
            throw Refusal(words: "invalid numericFilters")
        }
        if name != "created_at_i", manners.refusesPoints || !["points", "num_comments"].contains(name) {
            throw Refusal(
                words:
                    "invalid numeric attribute(\(name)), attribute not specified in numericAttributesForFiltering setting"
            )
        }
        let view = known
        return { item in
            let value: Int
            switch name {
            case "points": value = item.isStory ? item.score : -1
            case "num_comments": value = item.isStory ? view.count(below: item.id) : -1
            default: value = item.time
            }
            switch sign {
            case "<": return value < number
            case "<=": return value <= number
            case ">": return value > number
            case ">=": return value >= number
            default: return value == number
            }
        }
    }

    private func hit(_ item: CommunityItem) -> JSONText {
        let story = view.records.items[item.story]
        let isComment = item.kind == .comment
        return .object([
            ("_tags", .list(tags(item).sorted().map(JSONText.text))),
            ("author", .text(item.by)),
            ("comment_text", isComment ? .text(item.text) : .nothing),
            ("created_at", .text(Instant(item.at).rfc3339)),
            ("created_at_i", .number(item.time)),
            ("num_comments", item.isStory && item.kind != .job ? .number(view.count(below: item.id)) : .nothing),
            ("objectID", .text("\(item.id)")),
            ("parent_id", isComment ? .number(item.parent) : .nothing),
            ("points", item.isStory ? .number(item.score) : .nothing),
            ("story_id", .number(item.story)),
            ("story_text", item.isStory && !item.text.isEmpty ? .text(item.text) : .nothing),
            ("story_title", isComment ? .text(story?.title ?? "") : .nothing),
            ("title", item.isStory ? .text(item.title) : .nothing),
            ("url", item.url.map(JSONText.text) ?? .nothing),
        ])
    }
}
