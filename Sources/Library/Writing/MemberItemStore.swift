import Foundation
import News

/// The store of the states of stories and comments that one reader sees as a member. The story itself has an empty key.
struct MemberItemStore {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    private static let columns = "item_key, vote, available_actions, is_own, is_favourite, is_hidden, is_flagged"

    // MARK: Reading

    /// Returns the states by story and key, with the reader's actions in progress already applied.
    /// - Parameter isStoryOnly: True to leave out the comments.
    func items(of stories: [Int64], isStoryOnly: Bool = false) throws -> [Int64: [String: MemberItemState]] {
        let list = SQLList(stories)
        let stored = try transaction.all(
            """
            select story_id, \(Self.columns) from member_item
            where reader_id = ? and story_id in \(list.sql)\(isStoryOnly ? " and item_key = ''" : "")
            """, [.number(reader)] + list.arguments
        ) { (story: $0.number("story_id"), key: $0.text("item_key"), item: Self.decode($0)) }
        var items: [Int64: [String: MemberItemState]] = [:]
        for (story, key, item) in stored { items[story, default: [:]][key] = item }
        for (story, key, action) in try sending(of: list) {
            items[story, default: [:]][key, default: MemberItemState()].apply(action)
        }
        return items
    }

    /// Returns the stories, among the given ones, that are hidden at their origin, as the origin has confirmed.
    func hidden(among stories: [Int64]) throws -> [Int64] {
        let list = SQLList(stories)
        return try transaction.numbers(
            """
            select story_id from member_item
            where reader_id = ? and item_key = '' and is_hidden = 1 and story_id in \(list.sql)
            """, [.number(reader)] + list.arguments)
    }

    /// Returns the time of the last fetch; nil if the view was never fetched.
    func fetchedAt(of story: Int64) throws -> Date? {
        try transaction.date(
            "select fetched_at from member_item where reader_id = ? and story_id = ? and item_key = ''",
            [.number(reader), .number(story)])
    }

    private static func decode(_ row: SQLRow) -> MemberItemState {
        func flag(_ column: String) -> Bool? { row.optionalNumber(column).map { $0 != 0 } }
        let (vote, actions) = (Vote(rawValue: row.text("vote")) ?? .none, row.text("available_actions"))
        let names: [String] = JSONColumn.decodeList(actions)
        return MemberItemState(
            vote: vote, availableActions: Set(names.compactMap { MemberItemState.Offer(rawValue: $0) }),
            isOwn: row.bool("is_own"),
            isFavourite: flag("is_favourite"), isHidden: flag("is_hidden"), isFlagged: flag("is_flagged"))
    }

    /// Returns the actions in progress, which are shown as done until the origin refuses them.
    private func sending(of stories: SQLList) throws -> [(story: Int64, key: String, action: RemoteAction)] {
        try transaction.all(
            """
            select story_id, payload, comment_key from outbox where reader_id = ? and story_id in \(stories.sql)
              and state = '\(OutboxEntry.State.sending.code)' order by id
            """, [.number(reader)] + stories.arguments
        ) { row -> (story: Int64, key: String, action: RemoteAction)? in
            let story = row.number("story_id")
            let action: RemoteAction? = JSONColumn.decodeIfReadable(row.optionalText("payload"))
            let key = row.text("comment_key")
            return action.map { (story: story, key: key, action: $0) }
        }.compactMap(\.self)
    }

    // MARK: Writing

    /// Replaces the states of a story and its comments.
    func replace(_ view: MemberThreadState, story: Int64, storyKey: String, source: Int64) throws {
        try transaction.run(
            "delete from member_item where reader_id = ? and story_id = ?", [.number(reader), .number(story)])
        // The story's row is always written, because it records the time of the fetch.
        try write(view.items[storyKey] ?? MemberItemState(), "", story, source, fetchedAt: now)
        for (key, item) in view.items where key != storyKey && !key.isEmpty {
            try write(item, key, story, source, fetchedAt: now)
        }
    }

    /// Applies an action that the origin has accepted.
    func apply(_ action: RemoteAction, story: Int64, source: Int64) throws {
        let key = action.item?.commentKey ?? ""
        let known = try transaction.first(
            """
            select \(Self.columns), fetched_at from member_item
            where reader_id = ? and story_id = ? and item_key = ?
            """, [.number(reader), .number(story), .text(key)]
        ) { row in
            let item = Self.decode(row)
            return (item: item, fetchedAt: row.optionalDate("fetched_at"))
        }
        var item = known?.item ?? MemberItemState()
        item.apply(action)
        try write(item, key, story, source, fetchedAt: known?.fetchedAt)
    }

    private func write(
        _ item: MemberItemState, _ key: String, _ story: Int64, _ source: Int64, fetchedAt: Date?
    ) throws {
        func flag(_ value: Bool?) -> SQLValue { value.map { .bool($0) } ?? .null }
        try transaction.insert(
            into: "member_item",
            [
                "reader_id": .number(reader), "story_id": .number(story), "item_key": .text(key),
                "source_id": .number(source), "vote": .text(item.vote.rawValue),
                "available_actions": .text(try JSONColumn.encode(item.availableActions.map(\.rawValue).sorted())),
                "is_own": .bool(item.isOwn), "is_favourite": flag(item.isFavourite),
                "is_hidden": flag(item.isHidden), "is_flagged": flag(item.isFlagged), "fetched_at": .date(fetchedAt),
            ],
            onConflict: """
                (reader_id, story_id, item_key) do update set vote = excluded.vote,
                  available_actions = excluded.available_actions, is_own = excluded.is_own, is_favourite = excluded.is_favourite, is_hidden = excluded.is_hidden,
                  is_flagged = excluded.is_flagged, fetched_at = excluded.fetched_at
                """)
    }
}

extension MemberItemState {
    /// Changes the state to that which the origin shows after an action.
    fileprivate mutating func apply(_ action: RemoteAction) {
        switch action {
        case .vote(_, let new):
            vote = new
            if new == .none {
                availableActions.remove(.unvote)
                availableActions.insert(.voteUp)
            } else {
                availableActions.subtract([.voteUp, .voteDown])
                availableActions.insert(.unvote)
            }
        case .favourite(_, let isOn): isFavourite = isOn
        case .hide(_, let isOn): isHidden = isOn
        case .flag(_, let isOn): isFlagged = isOn
        case .comment, .submit, .edit, .delete, .updateProfile: return
        }
    }
}
