import Fetching
import News
import URLs

/// The request state of a thread, stored to recognize unchanged threads.
struct WordPressThreadState: Codable, Equatable {
    /// The version of the mapping; increase it when the same responses would give other comments.
    static let currentVersion = 3

    /// The ways to load a thread, best first.
    enum Transport: String, Codable {
        case api = "interface"
        case page
        case feed
    }

    var reading = Self.currentVersion
    var way: Transport
    var root: RESTRoot?
    var number: Int?
    /// The validators of the page that shows whether anything has changed: the API's last page, or the story's own
    /// page.
    var answer: StoredHTTPValidators
    var pages = 1
    /// The value of that page that also covers all others: the API's total, or a hash of the story's page; nil if there
    /// is none.
    var changes: String?
    var quality: ThreadQuality
    /// A hash of the comments.
    var comments: String
    var isOpen: Bool?

    /// Decodes a stored state; nil if there is none or its version differs.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: WordPressThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    init(
        transport: Transport, root: RESTRoot? = nil, number: Int?, response: StoredHTTPValidators, pages: Int = 1,
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
    /// The comments, with siblings in the origin's order.
    var comments: [FetchedComment]
    var isOpen: Bool?
    var missingCount = 0
    /// True if all comments were loaded; nil to derive the value from `missingCount`.
    var isComplete: Bool?
    /// The number of comments that the origin states, pingbacks included; nil if it states none.
    var statedCount: Int?
    /// True if the document was cut before its end.
    var isCut = false
    var diagnostics: [String] = []

    /// The number of comments except those awaiting approval, which no origin counts.
    var shownCount: Int { comments.count { $0.moderationState == .shown } }

    /// A hash of the comments, independent of the rest of the page.
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

    /// Compares the thread with the stored one.
    /// - Throws: `.unreadable` if the thread is worse.
    func verify(_ thread: LoadedThread, isWindow: Bool = false) throws(SourceError) {
        let isWanted = discussion.reason == .manual
        guard let fault = previousState?.quality.fault(in: thread, isWindow: isWindow, isWanted: isWanted),
            !isLasting(fault)
        else { return }
        throw .unreadable(FailureCause(.comments(fault), at: discussion.link?.host ?? discussion.storyKey))
    }

    /// Returns true if the same part was missing for so long that it is considered gone for good. A wrong guess is
    /// corrected by the next good page, which is stored like any other.
    private func isLasting(_ fault: FailureCause.CommentFault) -> Bool {
        guard case .lost = fault else { return false }
        return discussion.lastingFailure?.has(fault) ?? false
    }

    /// Returns the previous state if it came by this transport, else nil.
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
