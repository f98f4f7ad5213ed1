import Library
import Markup
import News
import URLs

/// What an origin lets a reader do with a story or comment: as its page offers it to the member, else by its rules.
struct ItemOffers: Sendable {
    let rules: PostingRules
    /// What the member sees of it; nil if that is not known.
    let item: MemberItem?

    private func takes(_ kind: RemoteAction.Kind) -> Bool { rules.actions.contains(kind) }
    /// A page that tells nothing of what it offers.
    private var isOpen: Bool { item?.offers.isEmpty ?? true }

    var vote: Vote { item?.vote ?? .none }
    /// Not for oneself, nor where the page has no arrow.
    var hasVotes: Bool {
        guard takes(.vote), item?.isOwn != true else { return false }
        return isOpen || vote != .none || item?.offers.contains(.voteUp) == true
    }
    /// Only where the page has the control (HN-44, HN-45).
    var hasVoteDown: Bool { hasVotes && (item?.offers.contains(.voteDown) == true || vote == .down) }
    /// Given votes can be taken back for a while.
    var canUnvote: Bool { isOpen || item?.offers.contains(.unvote) == true }
    var hasFavourite: Bool {
        takes(.favourite) && (isOpen || item?.isFavourite != nil || item?.offers.contains(.favourite) == true)
    }
    var hasHide: Bool { takes(.hide) && (isOpen || item?.isHidden != nil || item?.offers.contains(.hide) == true) }
    /// Sites let only some members flag, so it is not offered by the rules alone.
    var hasFlag: Bool { takes(.flag) && (item?.isFlagged != nil || item?.offers.contains(.flag) == true) }
    var hasEdit: Bool { takes(.edit) && item?.offers.contains(.edit) == true }
    var hasDelete: Bool { takes(.delete) && item?.offers.contains(.delete) == true }
}

/// Arrows beside a story or comment. They belong to the page's one form for votes, which works without script.
struct VoteButtons {
    let code: ItemCode
    let offers: ItemOffers
    /// Of the form.
    let form: StaticString
    /// "the comment by ada", in their labels.
    let what: String

    func write(into w: inout HTMLWriter) {
        guard offers.hasVotes else { return }
        w.raw("<span class=\"votes\"")
        w.attribute("data-votes", code.text)
        w.raw(">")
        write(.up, Strings.voteUp(what), &w)
        if offers.hasVoteDown { write(.down, Strings.voteDown(what), &w) }
        w.raw("</span>")
    }

    private func write(_ vote: Vote, _ label: String, _ w: inout HTMLWriter) {
        let isGiven = offers.vote == vote
        w.raw(vote == .up ? "<button class=\"vote up\" form=\"" : "<button class=\"vote down\" form=\"")
        w.raw(form)
        w.raw("\"")
        w.attribute("name", (isGiven ? Vote.none : vote).rawValue)
        w.attribute("value", code.text)
        w.attribute("aria-label", label)
        w.attribute("title", label)
        w.raw(isGiven ? " aria-pressed=\"true\"" : " aria-pressed=\"false\"")
        if isGiven, !offers.canUnvote { w.raw(" disabled") }
        w.raw("></button>")
    }

    /// The form that the arrows of a page belong to.
    /// - Parameter mark: `MemberMark`, where nothing else on the page tells it.
    static func writeForm(_ scope: RequestScope, id: String, mark: String? = nil, into w: inout HTMLWriter) {
        var form = ActionForm(
            scope, writing: .vote, returnPath: scope.currentURI, fields: [("token", FormToken.make())], style: "by-page"
        )
        form.id = id
        form.write(into: &w) { w in
            guard let mark else { return }
            w.raw("<span hidden")
            w.attribute("data-member", mark)
            w.raw("></span>")
        }
    }
}

/// Votes in the rows of a list: only in newspapers whose sources take votes, and looked up only for readers with an account.
struct RowVotes: Sendable {
    let rules: PostingRules
    let items: [StoryID: MemberItem]
    let mark: String

    /// Nil where rows have no votes.
    static func load(_ stories: [StoryID], for scope: RequestScope) async throws(LibraryError) -> RowVotes? {
        guard scope.edition.theme.rowStyle == .counted, let rules = scope.votingRules, !stories.isEmpty else {
            return nil
        }
        let accounts = try await scope.library.memberAccounts.accounts(for: scope.reader)
        let isMember = accounts.contains { $0.state == .signedIn }
        let items = try await isMember ? scope.library.memberViews.items(of: stories, for: scope.reader) : [:]
        return RowVotes(rules: rules, items: items, mark: MemberMark.all(accounts))
    }

    /// Before the rows.
    func writeForm(_ scope: RequestScope, into w: inout HTMLWriter) {
        VoteButtons.writeForm(scope, id: "\(Self.formID)", mark: mark, into: &w)
    }

    static let formID: StaticString = "votes"

    /// After the row's link: nothing that can be pressed stands in a link.
    func write(_ row: StoryRow, into w: inout HTMLWriter) {
        guard row.kind != .job else { return }
        VoteButtons(
            code: ItemCode(story: row.id, comment: nil), offers: ItemOffers(rules: rules, item: items[row.id]),
            form: Self.formID, what: row.title
        ).write(into: &w)
    }
}

extension RequestScope {
    /// Those of the edition's first source that takes votes; asks no database.
    var votingRules: PostingRules? {
        editionSources.lazy.compactMap { $0.posting?.rules }.first { $0.actions.contains(.vote) }
    }

    /// Whether a source of the edition has members; asks no database.
    var hasMembers: Bool { editionSources.contains { $0.membership != nil } }

    /// Each once, in the order of its sections.
    private var editionSources: [any Source] {
        guard case .listed(let sections) = edition.sections else { return [] }
        var known: Set<[String]> = []
        return sections.flatMap(\.channels).compactMap { channel in
            guard known.insert([channel.kind.rawValue, channel.site.text]).inserted else { return nil }
            return library.sources.source(of: channel.kind, at: channel.site)
        }
    }
}
