/// A list over many channels, newest first: the channels' own lists, each in the order of its index, merged. It reads
/// little more than what is taken from it: a channel is opened only when its newest story could come next.
struct Listing {
    private let session: Session
    private let reader: Int64
    private let scope: Scope
    private let filter: StoryFilter
    private let start: Place
    private let exceptions: Set<Int64>
    private var waiting: [FollowedChannel] = []
    private var nextWaiting = 0
    private var pageEnd = (newestAt: Int64.max, channel: Int64.max)
    private var isLastPage = false
    private var open: [ChannelStream] = []

    /// - Parameter start: only stories below this place come.
    init(
        _ session: Session, reader: Int64, scope: Scope, filter: StoryFilter = StoryFilter(), below start: Place = .top
    ) throws {
        self.session = session
        self.reader = reader
        self.scope = scope
        self.filter = filter
        self.start = start
        exceptions =
            filter.isUnreadOnly ? try FollowedChannel.withExceptions(session, reader: reader) : []
    }

    /// The next story in order; a story that lies in several channels or groups comes as often as it lies there.
    mutating func next() throws -> Candidate? {
        while true {
            let best = try bestOpen()
            let bestShownAt = best?.candidate.shownAt ?? .min
            if let followed = try nextChannel(), followed.newestAt >= bestShownAt {
                nextWaiting += 1
                if mayHold(followed) {
                    open.append(ChannelStream(reader: reader, followed: followed, filter: filter, below: start))
                }
                continue
            }
            guard let best else { return nil }
            open[best.index].take()
            return best.candidate
        }
    }

    private mutating func bestOpen() throws -> (index: Int, candidate: Candidate)? {
        var best: (index: Int, candidate: Candidate)?
        var index = 0
        while index < open.count {
            guard let head = try open[index].head(session) else {
                open.swapAt(index, open.count - 1)
                open.removeLast()
                continue
            }
            if best.map({ $0.candidate.place < head.place }) ?? true { best = (index, head) }
            index += 1
        }
        return best
    }

    /// The channel with the newest story among those not opened yet.
    private mutating func nextChannel() throws -> FollowedChannel? {
        if nextWaiting == waiting.count, !isLastPage {
            let size = 64
            waiting = try FollowedChannel.page(session, reader: reader, scope: scope, after: pageEnd, size: size)
            nextWaiting = 0
            isLastPage = waiting.count < size
            if let last = waiting.last { pageEnd = (last.newestAt, last.channel) }
        }
        return nextWaiting < waiting.count ? waiting[nextWaiting] : nil
    }

    private func mayHold(_ followed: FollowedChannel) -> Bool {
        guard followed.newestStory > 0 else { return false }
        guard filter.isUnreadOnly else { return true }
        return followed.newestStory > followed.readThrough || exceptions.contains(followed.channel)
    }
}
