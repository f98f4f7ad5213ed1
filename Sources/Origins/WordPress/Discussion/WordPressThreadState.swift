import Fetching
import News

/// What is to be known again when a thread is asked for the next time: by which way it came, and what it held.
struct WordPressThreadState: Codable, Equatable {
    /// Grows whenever the same answers may give other comments.
    static let currentVersion = 1

    /// The ways to a thread, best first.
    enum Transport: String, Codable {
        case api = "interface"
        case page
        case feed
    }

    var reading = Self.currentVersion
    var way: Transport
    /// The interface that it came from.
    var root: RESTRoot?
    /// The post's number, however it was found.
    var number: Int?
    /// What the first answer gave to ask with.
    var answer: ValidatorState
    /// How many answers there were.
    var pages = 1
    /// A fingerprint of the comments.
    var comments: String
    var isOpen: Bool?

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: SourceState?) {
        guard let read = memory?.decode(as: WordPressThreadState.self), read.reading == Self.currentVersion else {
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

/// A thread as one of the ways gave it.
struct LoadedThread {
    /// Parents before their answers.
    var comments: [FetchedComment]
    var isOpen: Bool?
    var missing = 0
    /// `DiscussionResponse.isWhole`; nil where nothing missing says so.
    var isWhole: Bool?
    var diagnostics: [String] = []

    /// The same for the same comments, whatever else the page shows.
    var fingerprint: String {
        let parts = comments.map {
            "\($0.key)\u{1F}\($0.parentKey ?? "")\u{1F}\($0.moderationState.rawValue)\u{1F}\($0.original)"
        }
        return ContentHash.of(Array((parts + ["\(isOpen.map { "\($0)" } ?? "?")"]).joined(separator: "\u{1E}").utf8))
    }
}

/// A question about one story's thread, with what is known of it.
struct ThreadRequest {
    var discussion: DiscussionRequest
    var postID: Int?
    var previousState: WordPressThreadState?

    init(_ request: DiscussionRequest) {
        self.discussion = request
        previousState = WordPressThreadState(request.sourceState)
        postID = WordPressPostID.of(key: request.storyKey, link: request.link) ?? previousState?.number
    }

    /// What was remembered of one way.
    func previousState(_ way: WordPressThreadState.Transport) -> WordPressThreadState? {
        previousState?.way == way ? previousState : nil
    }
}

/// What one way gave.
enum ThreadResult {
    case thread(LoadedThread, WordPressThreadState)
    /// It is as it was.
    case unchanged(WordPressThreadState)
}
