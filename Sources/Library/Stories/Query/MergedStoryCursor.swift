/// Merges channels' lists, newest first. Opens a channel only when its newest story could be next, to limit reads.
struct MergedStoryCursor {
    private let transaction: Transaction
    private let reader: Int64
    private let scope: StoryScope
    private let filter: StoryFilter
    private let start: ListCursor
    private let exceptions: Set<Int64>
    private var pendingChannels: [FollowedChannel] = []
    private var nextPending = 0
    private var pageEnd = (newestAt: Int64.max, channel: Int64.max)
    private var isLastPage = false
    private var openCursors: [ChannelCursor] = []

    /// - Parameter start: returns only stories below it.
    init(
        _ transaction: Transaction, reader: Int64, scope: StoryScope, filter: StoryFilter = StoryFilter(),
        below start: ListCursor = .top
    ) throws {
        self.transaction = transaction
        self.reader = reader
        self.scope = scope
        self.filter = filter
        self.start = start
        exceptions =
            filter.isUnreadOnly ? try FollowedChannel.withUnreadExceptions(transaction, reader: reader) : []
    }

    /// Once for each channel of a story.
    mutating func next() throws -> StoryRef? {
        while true {
            let best = try nextOpenCandidate()
            let bestShownAt = best?.ref.shownAt ?? .min
            if let followed = try nextChannel(), followed.newestAt >= bestShownAt {
                nextPending += 1
                if mayContain(followed) {
                    openCursors.append(ChannelCursor(reader: reader, followed: followed, filter: filter, below: start))
                }
                continue
            }
            guard let best else { return nil }
            openCursors[best.index].advance()
            return best.ref
        }
    }

    private mutating func nextOpenCandidate() throws -> (index: Int, ref: StoryRef)? {
        var best: (index: Int, ref: StoryRef)?
        var index = 0
        while index < openCursors.count {
            guard let head = try openCursors[index].peek(transaction) else {
                openCursors.swapAt(index, openCursors.count - 1)
                openCursors.removeLast()
                continue
            }
            if best.map({ $0.ref.cursor < head.cursor }) ?? true { best = (index, head) }
            index += 1
        }
        return best
    }

    private mutating func nextChannel() throws -> FollowedChannel? {
        if nextPending == pendingChannels.count, !isLastPage {
            let size = 64
            pendingChannels = try FollowedChannel.page(
                transaction, reader: reader, scope: scope, after: pageEnd, size: size)
            nextPending = 0
            isLastPage = pendingChannels.count < size
            if let last = pendingChannels.last { pageEnd = (last.newestAt, last.channel) }
        }
        return nextPending < pendingChannels.count ? pendingChannels[nextPending] : nil
    }

    private func mayContain(_ followed: FollowedChannel) -> Bool {
        guard followed.newestStory > 0 else { return false }
        guard filter.isUnreadOnly else { return true }
        return followed.newestStory > followed.readThrough || exceptions.contains(followed.channel)
    }
}
