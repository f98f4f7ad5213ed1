import Library
import Markup
import News
import URLs

/// The actions that an origin offers a reader on a story or comment: as its page shows them to the member, else by its
/// rules.
struct AvailableActions: Sendable {
    let rules: PostingRules
    /// The state of the item for the member; nil if unknown.
    let item: MemberItemState?

    private func takes(_ kind: RemoteAction.Kind) -> Bool { rules.actions.contains(kind) }
    /// True if the page does not tell which actions it offers.
    private var isOpen: Bool { item?.availableActions.isEmpty ?? true }

    var vote: Vote { item?.vote ?? .none }
    /// True if the item can be voted on: not the member's own, nor one whose page has no arrow.
    var hasVotes: Bool {
        guard takes(.vote), item?.isOwn != true else { return false }
        return isOpen || vote != .none || item?.availableActions.contains(.voteUp) == true
    }
    /// True if the page has a control to vote down (HN-44, HN-45).
    var hasVoteDown: Bool { hasVotes && (item?.availableActions.contains(.voteDown) == true || vote == .down) }
    /// True if a vote can be taken back, which is possible for a while.
    var canUnvote: Bool { isOpen || item?.availableActions.contains(.unvote) == true }
    var hasFavourite: Bool {
        takes(.favourite) && (isOpen || item?.isFavourite != nil || item?.availableActions.contains(.favourite) == true)
    }
    var hasHide: Bool {
        takes(.hide) && (isOpen || item?.isHidden != nil || item?.availableActions.contains(.hide) == true)
    }
    /// True if the item can be flagged. Sites let only some members flag, so the rules alone do not suffice.
    var hasFlag: Bool { takes(.flag) && (item?.isFlagged != nil || item?.availableActions.contains(.flag) == true) }
    var hasEdit: Bool { takes(.edit) && item?.availableActions.contains(.edit) == true }
    var hasDelete: Bool { takes(.delete) && item?.availableActions.contains(.delete) == true }
}

/// The vote arrows beside a story or comment. They belong to the page's one form for votes, which works without script.
struct VoteButtons {
    let code: StoryOrCommentReference
    let offers: AvailableActions
    /// The ID of the form.
    let form: StaticString
    /// The item as named in the labels, such as "the comment by ada".
    let what: String

    func write(into w: inout HTMLWriter) {
        guard offers.hasVotes else { return }
        w.element(.span, class: "votes", [.data(.voteItem, code.text)]) { w in
            write(.up, Strings.voteUp(what), &w)
            if offers.hasVoteDown { write(.down, Strings.voteDown(what), &w) }
        }
    }

    private func write(_ vote: Vote, _ label: String, _ w: inout HTMLWriter) {
        let isGiven = offers.vote == vote
        let sent = isGiven ? Vote.none : vote
        w.element(
            .button,
            [
                .class("vote", vote == .up ? "up" : "down"), .form(form.description), .name(sent.rawValue),
                .value(code.text), .aria("label", label), .title(label), .aria("pressed", isGiven ? "true" : "false"),
                .disabled(isGiven && !offers.canUnvote),
            ])
    }

    /// Writes the form that the arrows of a page belong to.
    /// - Parameter mark: the `SessionFingerprint`, if no other element of the page has it.
    static func writeForm(_ scope: RequestScope, id: String, mark: String? = nil, into w: inout HTMLWriter) {
        var form = ActionForm(
            scope, .vote, returnPath: scope.currentURI, fields: [("token", FormToken.make())],
            style: "native-submit"
        )
        form.id = id
        form.write(into: &w) { w in
            guard let mark else { return }
            w.element(.span, [.hidden(), .data(.sessionFingerprint, mark)])
        }
    }
}

/// The votes in the rows of a list: only in editions whose sources accept votes, and looked up only for readers with an
/// account.
struct RowVotes: Sendable {
    let rules: PostingRules
    let items: [StoryID: MemberItemState]
    let mark: String

    /// Returns the votes of the stories; nil if rows have no votes.
    static func load(_ stories: [StoryID], for scope: RequestScope) async throws(LibraryError) -> RowVotes? {
        guard scope.edition.theme.rowStyle == .counted, let rules = scope.votingRules, !stories.isEmpty else {
            return nil
        }
        let accounts = try await scope.library.memberAccounts.accounts(for: scope.reader)
        let isMember = accounts.contains { $0.state == .signedIn }
        let items = try await isMember ? scope.library.memberViews.items(of: stories, for: scope.reader) : [:]
        return RowVotes(rules: rules, items: items, mark: SessionFingerprint.all(accounts))
    }

    /// Writes the form of the votes, before the rows.
    func writeForm(_ scope: RequestScope, into w: inout HTMLWriter) {
        VoteButtons.writeForm(scope, id: "\(Self.formID)", mark: mark, into: &w)
    }

    static let formID: StaticString = "votes"

    /// Writes the arrows after the row's link, since interactive elements must not be inside a link.
    func write(_ row: StoryRow, into w: inout HTMLWriter) {
        guard row.kind != .job else { return }
        VoteButtons(
            code: StoryOrCommentReference(story: row.id, comment: nil),
            offers: AvailableActions(rules: rules, item: items[row.id]),
            form: Self.formID, what: row.title
        ).write(into: &w)
    }
}

extension RequestScope {
    /// The rules of the edition's first source that accepts votes; reads no database.
    var votingRules: PostingRules? {
        editionSources.lazy.compactMap { $0.posting?.rules }.first { $0.actions.contains(.vote) }
    }

    /// True if a source of the edition has members; reads no database.
    var hasMembers: Bool { editionSources.contains { $0.membership != nil } }

    /// The sources of the edition, each once, in the order of its sections.
    private var editionSources: [any Source] {
        guard case .listed(let sections) = edition.sections else { return [] }
        var known: Set<[String]> = []
        return sections.flatMap(\.channels).compactMap { channel in
            guard known.insert([channel.kind.rawValue, channel.site.text]).inserted else { return nil }
            return library.sources.source(of: channel.kind, at: channel.site)
        }
    }
}
