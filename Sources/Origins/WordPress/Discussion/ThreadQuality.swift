import News

/// How much of a thread was understood, so that less does not take the place of more: a page may be cut in the middle,
/// or a theme's new names unknown here.
struct ThreadQuality: Codable, Equatable {
    /// By people, and shown: pingbacks and what waits for approval come by some transports only.
    var count: Int
    var authors: Int
    var times: Int
    var parents: Int
    /// Counted by the origin and not shown, for good with some themes.
    var hidden: Int

    init(_ thread: LoadedThread) {
        let comments = thread.comments.filter { $0.kind == .comment && $0.moderationState == .shown }
        count = comments.count
        authors = comments.count { $0.author != nil }
        times = comments.count { $0.publishedAt != nil }
        parents = comments.count { $0.parentKey != nil }
        hidden = max(0, (thread.statedCount ?? 0) - thread.shownCount)
    }

    /// Fewer cannot be told from chance.
    private static let minCount = 3
    private static let minCountWithoutStatement = 8

    /// Why a later thread is doubtful; nil if it may take the place of this one.
    func fault(in thread: LoadedThread) -> FailureCause.CommentFault? {
        let other = ThreadQuality(thread)
        if other.count < count {
            if thread.isCut { return .cutShort }
            // What moderators took away is not counted any more either.
            if other.hidden > hidden {
                return .fewer(shown: thread.shownCount, counted: thread.shownCount + other.hidden)
            }
            if thread.statedCount == nil, count >= Self.minCountWithoutStatement, other.count < count / 2 {
                return .fewerThanBefore(shown: other.count, before: count)
            }
        }
        if isLost(authors, other.authors, of: other.count) { return .lost(.authors) }
        if isLost(times, other.times, of: other.count) { return .lost(.times) }
        return isLost(parents, other.parents, of: other.count) ? .lost(.parents) : nil
    }

    /// Whether less than half as many have it, in proportion.
    private func isLost(_ number: Int, _ later: Int, of laterCount: Int) -> Bool {
        number >= Self.minCount && laterCount >= Self.minCount
            && Double(later) / Double(laterCount) < Double(number) / Double(count) / 2
    }
}

extension FailureCause.CommentFault {
    /// The thread was read, and is less than the stored one.
    var isDoubt: Bool {
        switch self {
        case .cutShort, .fewer, .fewerThanBefore, .lost: true
        default: false
        }
    }
}

extension FailureCause {
    /// Another transport would not help.
    var isFinal: Bool {
        switch reason {
        case .passwordProtected: true
        case .comments(let fault, _): fault.isDoubt
        default: false
        }
    }
}
