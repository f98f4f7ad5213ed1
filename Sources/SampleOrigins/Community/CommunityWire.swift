internal import Foundation

/// The community in the words of the official interface.
struct CommunityWire: Sendable {
    let view: CommunityView

    func item(_ id: Int) -> JSONText {
        guard let item = view.item(id) else { return .nothing }
        var members: [(String, JSONText)] = []
        if item.standing != .deleted { members.append(("by", .text(item.by))) }
        switch item.standing {
        case .shown: break
        case .deleted: members.append(("deleted", .flag(true)))
        case .dead, .flagged: members.append(("dead", .flag(true)))
        }
        if item.kind == .story || item.kind == .poll {
            members.append(("descendants", .number(view.count(below: id))))
        }
        members.append(("id", .number(id)))
        if !item.kids.isEmpty { members.append(("kids", .list(item.kids.map(JSONText.number)))) }
        if item.kind == .comment { members.append(("parent", .number(item.parent))) }
        if !item.parts.isEmpty { members.append(("parts", .list(item.parts.map(JSONText.number)))) }
        if item.kind == .pollopt { members.append(("poll", .number(item.story))) }
        if item.kind != .comment { members.append(("score", .number(item.score))) }
        if let text = text(item) { members.append(("text", .text(text))) }
        members.append(("time", .number(item.time)))
        if item.isStory { members.append(("title", .text(CommunityText.escaped(item.title)))) }
        members.append(("type", .text(item.kind.rawValue)))
        if item.kind == .job || item.url != nil { members.append(("url", .text(item.url ?? ""))) }
        return .object(members)
    }

    /// What was hidden by readers or rules is withheld.
    private func text(_ item: CommunityItem) -> String? {
        switch item.standing {
        case .shown: item.text.isEmpty ? nil : item.text
        case .deleted: nil
        case .dead: "[dead]"
        case .flagged: "[flagged]"
        }
    }

    func person(_ name: String) -> JSONText {
        let submitted = view.submitted(by: name)
        guard let person = view.records.people[name], !submitted.isEmpty else { return .nothing }
        var members: [(String, JSONText)] = []
        if !person.about.isEmpty { members.append(("about", .text(person.about))) }
        members.append(("created", .number(Int(person.joinedAt.timeIntervalSince1970))))
        members.append(("id", .text(person.name)))
        members.append(("karma", .number(person.karma)))
        members.append(("submitted", .list(submitted.map { .number($0.id) })))
        return .object(members)
    }

    var updates: JSONText {
        let people = view.changed.compactMap { view.item($0)?.by }
        return .object([
            ("items", .list(view.changed.map(JSONText.number))),
            ("profiles", .list(Set(people).sorted().map(JSONText.text))),
        ])
    }
}
