import Fetching
import News

/// What is to be known again when a thread is asked for the next time: by which way it came, and what it held.
struct ThreadMemory: Codable, Equatable {
    /// Grows whenever the same answers may give other comments.
    static let reading = 1

    /// The ways to a thread, best first.
    enum Way: String, Codable {
        case interface
        case page
        case feed
    }

    var reading = Self.reading
    var way: Way
    /// The interface that it came from.
    var root: RESTRoot?
    /// The post's number, however it was found.
    var number: Int?
    /// What the first answer gave to ask with.
    var answer: AnswerMemory
    /// How many answers there were.
    var pages = 1
    /// A fingerprint of the comments.
    var comments: String
    var isOpen: Bool?

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: ChannelMemory?) {
        guard let read = memory?.read(as: ThreadMemory.self), read.reading == Self.reading else { return nil }
        self = read
    }

    init(way: Way, root: RESTRoot? = nil, number: Int?, answer: AnswerMemory, pages: Int = 1, thread: FoundThread) {
        self.way = way
        self.root = root
        self.number = number
        self.answer = answer
        self.pages = pages
        comments = thread.fingerprint
        isOpen = thread.isOpen
    }

    var kept: ChannelMemory? { ChannelMemory(writing: self) }
}

/// A thread as one of the ways gave it.
struct FoundThread {
    /// Parents before their answers.
    var comments: [ArrivingComment]
    var isOpen: Bool?
    var missing = 0
    /// `DiscussionAnswer.isWhole`; nil where nothing missing says so.
    var isWhole: Bool?
    var complaints: [String] = []

    /// The same for the same comments, whatever else the page shows.
    var fingerprint: String {
        let parts = comments.map {
            "\($0.key)\u{1F}\($0.parent ?? "")\u{1F}\($0.standing.rawValue)\u{1F}\($0.original)"
        }
        return Fingerprint.of(Array((parts + ["\(isOpen.map { "\($0)" } ?? "?")"]).joined(separator: "\u{1E}").utf8))
    }
}

/// A question about one story's thread, with what is known of it.
struct ThreadQuestion {
    var request: DiscussionRequest
    var number: Int?
    var known: ThreadMemory?

    init(_ request: DiscussionRequest) {
        self.request = request
        known = ThreadMemory(request.memory)
        number = PostNumber.of(key: request.story, link: request.link) ?? known?.number
    }

    /// What was remembered of one way.
    func known(_ way: ThreadMemory.Way) -> ThreadMemory? { known?.way == way ? known : nil }
}

/// What one way gave.
enum WayAnswer {
    case thread(FoundThread, ThreadMemory)
    /// It is as it was.
    case unchanged(ThreadMemory)
}
