internal import Foundation

/// The official API of the community.
struct CommunityAPI: Sendable {
    let snapshot: CommunitySnapshot

    func item(_ id: Int) -> OrderedJSON {
        guard let item = snapshot.item(id) else { return .null }
        var members: [(String, OrderedJSON)] = []
        if item.visibility != .deleted { members.append(("by", .string(item.by))) }
        switch item.visibility {
        case .shown: break
        case .deleted: members.append(("deleted", .bool(true)))
        case .dead, .flagged: members.append(("dead", .bool(true)))
        }
        if item.kind == .story || item.kind == .poll {
            members.append(("descendants", .number(snapshot.count(below: id))))
        }
        members.append(("id", .number(id)))
        if !item.kids.isEmpty { members.append(("kids", .array(item.kids.map(OrderedJSON.number)))) }
        if item.kind == .comment { members.append(("parent", .number(item.parent))) }
        if !item.parts.isEmpty { members.append(("parts", .array(item.parts.map(OrderedJSON.number)))) }
        if item.kind == .pollopt { members.append(("poll", .number(item.story))) }
        if item.kind != .comment { members.append(("score", .number(item.score))) }
        if let text = text(item) { members.append(("text", .string(text))) }
        members.append(("time", .number(item.time)))
        if item.isStory { members.append(("title", .string(CommunityTextFormatter.escaped(item.title)))) }
        members.append(("type", .string(item.kind.rawValue)))
        if item.kind == .job || item.url != nil { members.append(("url", .string(item.url ?? ""))) }
        return .object(members)
    }

    private func text(_ item: CommunityItem) -> String? {
        switch item.visibility {
        case .shown: item.text.isEmpty ? nil : item.text
        case .deleted: nil
        case .dead: "[dead]"
        case .flagged: "[flagged]"
        }
    }

    func user(_ name: String) -> OrderedJSON {
        let submitted = snapshot.submitted(by: name)
        guard let person = snapshot.dataset.users[name], !submitted.isEmpty else { return .null }
        var members: [(String, OrderedJSON)] = []
        if !person.about.isEmpty { members.append(("about", .string(person.about))) }
        members.append(("created", .number(Int(person.joinedAt.timeIntervalSince1970))))
        members.append(("id", .string(person.name)))
        members.append(("karma", .number(person.karma)))
        members.append(("submitted", .array(submitted.map { .number($0.id) })))
        return .object(members)
    }

    var updates: OrderedJSON {
        let people = snapshot.recentlyChangedIDs.compactMap { snapshot.item($0)?.by }
        return .object([
            ("items", .array(snapshot.recentlyChangedIDs.map(OrderedJSON.number))),
            ("profiles", .array(Set(people).sorted().map(OrderedJSON.string))),
        ])
    }
}
