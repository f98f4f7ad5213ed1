import Fetching
import News

/// What is stored of a thread between two refreshes: how it was loaded, and a hash of the comments.
struct WordPressThreadState: Codable, Equatable {
    /// Increase when the same responses would give other comments.
    static let currentVersion = 1

    /// How a thread is loaded, best first.
    enum Transport: String, Codable {
        case api = "interface"
        case page
        case feed
    }

    var reading = Self.currentVersion
    var way: Transport
    /// The REST root it came from.
    var root: RESTRoot?
    /// The post's id, however it was found.
    var number: Int?
    /// Validators of the first response.
    var answer: ValidatorState
    /// Number of pages.
    var pages = 1
    /// Hash of the comments.
    var comments: String
    var isOpen: Bool?

    /// Nil if there is none or it has another version or format.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: WordPressThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    init(
        way: Transport, root: RESTRoot? = nil, number: Int?, response: ValidatorState, pages: Int = 1,
        thread: LoadedThread
    ) {
        self.way = way
        self.root = root
        self.number = number
        self.answer = response
        self.pages = pages
        comments = thread.fingerprint
        isOpen = thread.isOpen
    }

    var sourceState: SourceState? { SourceState(writing: self) }
}

/// A thread as loaded by one transport.
struct LoadedThread {
    /// Parents before replies.
    var comments: [FetchedComment]
    var isOpen: Bool?
    var missing = 0
    /// `DiscussionResponse.isComplete`; nil to derive it from `missing`.
    var isWhole: Bool?
    var diagnostics: [String] = []

    /// Hash of the comments, independent of the rest of the page.
    var fingerprint: String {
        let parts = comments.map {
            "\($0.key)\u{1F}\($0.parentKey ?? "")\u{1F}\($0.moderationState.rawValue)\u{1F}\($0.original)"
        }
        return ContentHash.of(Array((parts + ["\(isOpen.map { "\($0)" } ?? "?")"]).joined(separator: "\u{1E}").utf8))
    }
}

/// A request for a story's thread, with the stored state.
struct ThreadRequest {
    var discussion: DiscussionRequest
    var postID: Int?
    var previousState: WordPressThreadState?

    init(_ request: DiscussionRequest) {
        self.discussion = request
        previousState = WordPressThreadState(request.sourceState)
        postID = WordPressPostID.of(key: request.storyKey, link: request.link) ?? previousState?.number
    }

    /// The stored state if it came by this transport.
    func previousState(_ way: WordPressThreadState.Transport) -> WordPressThreadState? {
        previousState?.way == way ? previousState : nil
    }
}

/// The result of one transport.
enum ThreadResult {
    case thread(LoadedThread, WordPressThreadState)
    case unchanged(WordPressThreadState)
}
