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
    /// That may be counted and hidden, or a tenth: a theme may hide pingbacks, while moderators take comments away.
    private static let maxHidden = 2

    /// Why a later thread is doubtful; nil if it may take the place of this one.
    /// - Parameters:
    ///   - isWindow: only the newest comments, of which others may be fewer, and answer less.
    ///   - isWanted: by a person, who is believed where nothing on the page speaks against it.
    func fault(
        in thread: LoadedThread, isWindow: Bool = false, isWanted: Bool = false
    ) -> FailureCause.CommentFault? {
        let other = ThreadQuality(thread)
        let removed = max(0, count - other.count)
        if removed > 0 {
            if thread.isCut { return .cutShort }
            // What moderators took away is not counted any more either.
            let stated = thread.shownCount + other.hidden
            if other.hidden - hidden > max(Self.maxHidden, stated / 10) {
                return .fewer(shown: thread.shownCount, counted: stated)
            }
            if !isWindow, !isWanted, thread.statedCount == nil, count >= Self.minCountWithoutStatement,
                other.count < count / 2
            {
                return .fewerThanBefore(shown: other.count, before: count)
            }
        }
        guard other.count >= Self.minCount else { return nil }
        if isLost(authors, other.authors, removed: removed) { return .lost(.authors) }
        if isLost(times, other.times, removed: removed) { return .lost(.times) }
        return !isWindow && isLost(parents, other.parents, removed: removed) ? .lost(.parents) : nil
    }

    /// Whether less than half as many have it, more than were removed. New comments may be without it: a thread also
    /// grows where nobody answers.
    private func isLost(_ number: Int, _ later: Int, removed: Int) -> Bool {
        number >= Self.minCount && later < (number + 1) / 2 && number - later > removed
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
    /// Alone or among others.
    func has(_ fault: CommentFault) -> Bool {
        switch reason {
        case .comments(let own, _): own == fault
        case .several(let causes): causes.contains { $0.has(fault) }
        default: false
        }
    }

    /// Another transport would not help.
    var isFinal: Bool {
        switch reason {
        case .passwordProtected: true
        case .comments(let fault, _): fault.isDoubt
        default: false
        }
    }
}
