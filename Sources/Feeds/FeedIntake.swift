import Markup

struct FeedIntake {
    init(address: WebAddress?, contentType: String?, charset: String?, limits: FeedLimits) {}
    mutating func take(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {}
    mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed { throw .unreadable("not yet") }
}
