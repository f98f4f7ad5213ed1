import News

/// The amount of a thread that was understood, used to avoid that a worse result replaces a better one: a page may be
/// cut in the middle, or a theme's new class names may be unknown.
struct ThreadQuality: Codable, Equatable {
    /// The number of visible comments by people; pingbacks and comments awaiting approval come by some transports only.
    var count: Int
    var authors: Int
    var times: Int
    var parents: Int
    /// The number of comments that the origin counts but does not show, which is permanent with some themes.
    var hidden: Int

    init(_ thread: LoadedThread) {
        let comments = thread.comments.filter { $0.kind == .comment && $0.moderationState == .shown }
        count = comments.count
        authors = comments.count { $0.author != nil }
        times = comments.count { $0.publishedAt != nil }
        parents = comments.count { $0.parentKey != nil }
        hidden = max(0, (thread.statedCount ?? 0) - thread.shownCount)
    }

    /// The minimum numbers of comments for a comparison; fewer comments may differ by chance.
    private static let minCount = 3
    private static let minCountWithoutStatement = 8
    /// The number of comments that may be counted but hidden, or a tenth if that is more: a theme may hide pingbacks,
    /// while moderators remove comments.
    private static let maxHidden = 2

    /// Returns the reason why a later thread is doubtful; nil if it may replace this one.
    /// - Parameters:
    ///   - isWindow: true if the thread has only the newest comments, which may be fewer and contain fewer replies.
    ///   - isWanted: true if a person requested the refresh, which is trusted if nothing on the page contradicts it.
    func fault(
        in thread: LoadedThread, isWindow: Bool = false, isWanted: Bool = false
    ) -> FailureCause.CommentFault? {
        let other = ThreadQuality(thread)
        let removed = max(0, count - other.count)
        if removed > 0 {
            if thread.isCut { return .cutShort }
            // Comments that moderators removed are not counted any more either.
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

    /// Returns true if fewer than half as many comments as before have the property, and more lost it than were
    /// removed. New comments may lack the property: a thread also grows without replies.
    private func isLost(_ number: Int, _ later: Int, removed: Int) -> Bool {
        number >= Self.minCount && later < (number + 1) / 2 && number - later > removed
    }
}

extension FailureCause.CommentFault {
    /// True if the thread was read but is worse than the stored one.
    var isDoubt: Bool {
        switch self {
        case .cutShort, .fewer, .fewerThanBefore, .lost: true
        default: false
        }
    }
}

extension FailureCause {
    /// Returns true if the cause is the fault, or contains it among several.
    func has(_ fault: CommentFault) -> Bool {
        switch reason {
        case .comments(let own, _): own == fault
        case .several(let causes): causes.contains { $0.has(fault) }
        default: false
        }
    }

    /// True if another transport would not help.
    var isFinal: Bool {
        switch reason {
        case .passwordProtected: true
        case .comments(let fault, _): fault.isDoubt
        default: false
        }
    }
}
