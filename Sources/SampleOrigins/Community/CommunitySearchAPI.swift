internal import Foundation

/// The search API of the community.
struct CommunitySearchAPI: Sendable {
    let snapshot: CommunitySnapshot
    let behaviour: CommunityBehaviour
    /// The community as it was `searchLag` seconds ago.
    private let indexed: CommunitySnapshot

    init(snapshot: CommunitySnapshot, behaviour: CommunityBehaviour) {
        self.snapshot = snapshot
        self.behaviour = behaviour
        indexed = CommunitySnapshot(
            dataset: snapshot.dataset, now: snapshot.now.addingTimeInterval(-behaviour.searchLag),
            memberNow: snapshot.memberNow.addingTimeInterval(-behaviour.searchLag))
    }

    // MARK: Trees

    /// Returns the tree below an item; nil for unknown IDs.
    func tree(_ id: Int) -> OrderedJSON? {
        let count = behaviour.newestOmittedBySearch
        let newest = count > 0 ? indexed.comments(below: id).map(\.id).sorted(by: >).prefix(count) : []
        return tree(id, without: Set(newest))
    }

    private func tree(_ id: Int, without omitted: Set<Int>) -> OrderedJSON? {
        guard !omitted.contains(id), let item = indexed.item(id) else { return nil }
        // Hidden items have no author and no text.
        let isDeleted = item.visibility != .shown
        // The search API sorts replies oldest first, unlike the site.
        let kids = isDeleted && behaviour.omitsRepliesToDeleted ? [] : item.kids.sorted()
        return .object([
            ("author", isDeleted ? .null : .string(item.by)),
            ("children", .array(kids.compactMap { tree($0, without: omitted) })),
            ("created_at", .string(TimestampFormatter(item.at).rfc3339)),
            ("created_at_i", .number(item.time)),
            ("id", .number(id)),
            ("options", .array(item.parts.compactMap { tree($0, without: omitted) })),
            ("parent_id", item.kind == .comment ? .number(item.parent) : .null),
            ("points", item.isStory ? .number(item.score) : .null),
            ("story_id", .number(item.story)),
            ("text", isDeleted || item.text.isEmpty ? .null : .string(item.text)),
            ("title", item.isStory ? .string(item.title) : .null),
            ("type", .string(item.kind.rawValue)),
            ("url", item.url.map(OrderedJSON.string) ?? .null),
        ])
    }

    func user(_ name: String) -> OrderedJSON? {
        guard let person = snapshot.dataset.users[name] else { return nil }
        return .object([
            ("username", .string(person.name)), ("about", .string(person.about)), ("karma", .number(person.karma)),
            ("created_at_i", .number(Int(person.joinedAt.timeIntervalSince1970))),
        ])
    }

    // MARK: Searching

    struct InvalidQuery: Error { let message: String }

    func result(_ fields: [String: String], isByDate: Bool) throws(InvalidQuery) -> OrderedJSON {
        var found = indexed.dataset.items.values.filter {
            indexed.isPublished($0) && $0.kind != .pollopt && $0.visibility == .shown
        }
        for group in Self.tagGroups(fields["tags"] ?? "") {
            found = found.filter { item in group.contains { tags(item).contains($0) } }
        }
        for filter in (fields["numericFilters"] ?? "").split(separator: ",") {
            let test = try predicate(String(filter))
            found = found.filter(test)
        }
        let field = fields["restrictSearchableAttributes"]
        let words = (fields["query"] ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
        found = found.filter { item in
            let text = field == "url" ? (item.url ?? "").lowercased() : searchableText(item)
            return words.allSatisfy { text.contains($0) }
        }
        found.sort { isByDate ? $0.id > $1.id : ($0.score, $0.id) > ($1.score, $1.id) }
        let size = min(1_000, max(1, Int(fields["hitsPerPage"] ?? "") ?? 20))
        let page = max(0, Int(fields["page"] ?? "") ?? 0)
        let shown = found.dropFirst(page * size).prefix(size)
        return .object([
            ("hits", .array(shown.map(hit))), ("hitsPerPage", .number(size)), ("nbHits", .number(found.count)),
            ("nbPages", .number((found.count + size - 1) / size)), ("page", .number(page)),
            ("query", .string(fields["query"] ?? "")),
        ])
    }

    private func searchableText(_ item: CommunityItem) -> String {
        "\(item.title) \(item.text) \(item.by) \(item.url ?? "")".lowercased()
    }

    private func tags(_ item: CommunityItem) -> Set<String> {
        var tags: Set = [item.kind.rawValue, "author_\(item.by)", "story_\(item.story)"]
        if item.title.hasPrefix("Ask HN") { tags.insert("ask_hn") }
        if item.title.hasPrefix("Show HN") { tags.insert("show_hn") }
        return tags
    }

    /// Splits a tag filter into groups: commas mean AND, within parentheses OR.
    private static func tagGroups(_ tags: String) -> [[String]] {
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

    private func predicate(_ filter: String) throws(InvalidQuery) -> (CommunityItem) -> Bool {
        let name = filter.prefix { $0.isLetter || $0 == "_" }
        let sign = filter.dropFirst(name.count).prefix { "<>=".contains($0) }
        guard let number = Int(filter.dropFirst(name.count + sign.count)) else {
            throw InvalidQuery(message: "invalid numericFilters")
        }
        if name != "created_at_i", behaviour.rejectsPointsFilter || !["points", "num_comments"].contains(name) {
            throw InvalidQuery(
                message:
                    "invalid numeric attribute(\(name)), attribute not specified in numericAttributesForFiltering setting"
            )
        }
        let snapshot = indexed
        return { item in
            let value: Int
            switch name {
            case "points": value = item.isStory ? item.score : -1
            case "num_comments": value = item.isStory ? snapshot.count(below: item.id) : -1
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

    private func hit(_ item: CommunityItem) -> OrderedJSON {
        let story = snapshot.dataset.items[item.story]
        let isComment = item.kind == .comment
        return .object([
            ("_tags", .array(tags(item).sorted().map(OrderedJSON.string))),
            ("author", .string(item.by)),
            ("comment_text", isComment ? .string(item.text) : .null),
            ("created_at", .string(TimestampFormatter(item.at).rfc3339)),
            ("created_at_i", .number(item.time)),
            ("num_comments", item.isStory && item.kind != .job ? .number(snapshot.count(below: item.id)) : .null),
            ("objectID", .string("\(item.id)")),
            ("parent_id", isComment ? .number(item.parent) : .null),
            ("points", item.isStory ? .number(item.score) : .null),
            ("story_id", .number(item.story)),
            ("story_text", item.isStory && !item.text.isEmpty ? .string(item.text) : .null),
            ("story_title", isComment ? .string(story?.title ?? "") : .null),
            ("title", item.isStory ? .string(item.title) : .null),
            ("url", item.url.map(OrderedJSON.string) ?? .null),
        ])
    }
}
