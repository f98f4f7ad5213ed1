import Fetching
import News
import URLs

/// Stored to recognise unchanged threads.
struct WordPressThreadState: Codable, Equatable {
    /// Increase when the same responses would give other comments.
    static let currentVersion = 3

    /// Best first.
    enum Transport: String, Codable {
        case api = "interface"
        case page
        case feed
    }

    var reading = Self.currentVersion
    var way: Transport
    var root: RESTRoot?
    var number: Int?
    /// Of the page that shows whether anything has changed: the API's last, or the story's own.
    var answer: ValidatorState
    var pages = 1
    /// Of that page, where it tells about all the others; a hash.
    var changes: String?
    var quality: ThreadQuality
    /// A hash.
    var comments: String
    var isOpen: Bool?

    /// Nil if absent or of another version.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: WordPressThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    init(
        transport: Transport, root: RESTRoot? = nil, number: Int?, response: ValidatorState, pages: Int = 1,
        thread: LoadedThread
    ) {
        way = transport
        self.root = root
        self.number = number
        answer = response
        self.pages = pages
        quality = ThreadQuality(thread)
        comments = thread.fingerprint
        isOpen = thread.isOpen
    }

    var sourceState: SourceState? { SourceState(encoding: self) }
}

struct LoadedThread {
    /// Siblings in the origin's order.
    var comments: [FetchedComment]
    var isOpen: Bool?
    var missingCount = 0
    /// Nil to derive it from `missingCount`.
    var isComplete: Bool?
    /// How many the origin says there are, pingbacks included; nil if it says nothing.
    var statedCount: Int?
    /// The document was cut before its end.
    var isCut = false
    var diagnostics: [String] = []

    /// Without what waits for approval, which no origin counts.
    var shownCount: Int { comments.count { $0.moderationState == .shown } }

    /// Independent of the rest of the page.
    var fingerprint: String {
        let parts = comments.map {
            "\($0.key)\u{1F}\($0.parentKey ?? "")\u{1F}\($0.moderationState.rawValue)\u{1F}\($0.original)"
        }
        return ContentHash.of(Array((parts + ["\(isOpen.map { "\($0)" } ?? "?")"]).joined(separator: "\u{1E}").utf8))
    }
}

struct ThreadRequest {
    var discussion: DiscussionRequest
    var postID: Int?
    var previousState: WordPressThreadState?

    init(_ request: DiscussionRequest) {
        self.discussion = request
        previousState = WordPressThreadState(request.sourceState)
        postID = WordPressPostID.of(key: request.storyKey, link: request.link) ?? previousState?.number
    }

    /// - Throws: `.unreadable` if the thread is less than the stored one.
    func verify(_ thread: LoadedThread, isWindow: Bool = false) throws(SourceError) {
        let isWanted = discussion.reason == .manual
        guard let fault = previousState?.quality.fault(in: thread, isWindow: isWindow, isWanted: isWanted),
            !isLasting(fault)
        else { return }
        throw .unreadable(FailureCause(.comments(fault), at: discussion.link?.host ?? discussion.storyKey))
    }

    /// Whether the same was lost for so long that it is gone for good. A wrong guess ends with the next good page,
    /// which is stored as any.
    private func isLasting(_ fault: FailureCause.CommentFault) -> Bool {
        guard case .lost = fault else { return false }
        return discussion.lastingFailure?.has(fault) ?? false
    }

    /// Only if it came by this transport.
    func previousState(_ transport: WordPressThreadState.Transport) -> WordPressThreadState? {
        previousState?.way == transport ? previousState : nil
    }
}

enum ThreadResult {
    case thread(LoadedThread, WordPressThreadState)
    case unchanged(WordPressThreadState)
}

extension SourceError {
    static func noStoryPage(_ request: ThreadRequest) -> SourceError {
        .unreadable(FailureCause(.comments(.noStoryPage), at: request.discussion.storyKey))
    }
}
