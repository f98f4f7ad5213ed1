import Library
import News
import ServiceLifecycle
import Untrusted

/// The state that an open page follows while the reader uses another device: the marks of its stories, its unread counts
/// and the place in its story. The answer waits for a change, so that pages follow at once without asking often.
struct LiveMarks: Encodable {
    struct Marks: Encodable {
        let story: Int64
        let read, saved, ticked: Bool
    }

    /// The place where the text of the page's story was left.
    struct Place: Encodable {
        /// The part that was read, in ten-thousandths of its height.
        let position: Int64
        /// The index of the paragraph at the top of the screen.
        let anchor: Int64
    }

    let revision: Int64
    let marks: [Marks]
    let unread: [String: String]?
    let place: Place?

    /// The longest wait: proxies end quiet requests after 30 or 60 seconds.
    private static let longestWait = Duration.seconds(25)
    /// The limit of stories per request.
    private static let maxStories = 300

    /// Waits until the reader's revision is not the one that the page has seen; a page without one gets its state at once.
    init(for scope: RequestScope) async throws(LibraryError) {
        let (library, reader) = (scope.library, scope.reader)
        if let seen = scope.query.id("seen") {
            // A server that stops does not wait for its pages.
            await cancelWhenGracefulShutdown {
                _ = await library.nextRevision(after: seen, for: reader, within: Self.longestWait)
            }
        }
        // The revision is read before what it stands for, which is then of this revision or later.
        revision = library.revision(for: reader)
        let named = (scope.query["stories"] ?? "").split(separator: ",").prefix(Self.maxStories)
        let stories = named.compactMap { UntrustedInteger($0)?.id }.map { StoryID(rawValue: $0) }
        marks = try await library.marks.marks(of: stories, for: reader).map {
            Marks(story: $0.story.rawValue, read: $0.isRead, saved: $0.isSaved, ticked: $0.isTicked)
        }
        unread = try await LiveStatus.unreadCounts(for: scope)
        place =
            if let story = scope.query.id("story").map(StoryID.init(rawValue:)) {
                try await library.readingProgress.progress(in: story, for: reader)[.text].map {
                    Place(position: $0.position, anchor: $0.anchor)
                }
            } else { nil }
    }
}
