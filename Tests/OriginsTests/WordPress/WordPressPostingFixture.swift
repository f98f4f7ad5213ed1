import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

extension PostingFixture {
    static let wordPress = PostingFixture(name: "wordpress") { proxy, body in
        let clock = TestClock(FeedFixture.start)
        try await SampleWordPress.open(startAt: clock.now, site: proxy.site, now: { clock.now }) { sample in
            proxy.forward(to: sample.origin)
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: [proxy.host].compactMap { AllowedAddress($0) }),
                userAgent: "Tidings tests", now: { clock.now })
            let story = try #require(sample.story(WordPressFixture.longestStory))
            let target = RemoteItem(storyKey: "\(proxy.site)/?p=\(story.id)", page: WebAddress(story.link))
            let posting = try #require(WordPressSource(fetcher: fetcher, now: { clock.now }).posting)
            let site = Site(
                origin: sample.origin, posting: posting,
                action: .comment(NewComment(target: target, text: "Who holds the key?", author: .example)),
                now: { clock.now }, count: { sample.visitorComments.count })
            do {
                try await body(site)
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }
}

extension GuestAuthor {
    static let example = GuestAuthor(name: "Ada Quill", email: "ada@example.org")
}

extension WordPressFixture {
    var posting: any PostingCapability { get throws { try #require(source.posting) } }

    /// Returns a comment to post.
    /// - Parameter page: The path of the known page; nil for the story's own.
    func comment(
        _ text: String = "Who holds the key?", on slug: String = longestStory, parent: String? = nil,
        author: GuestAuthor? = .example, page: String? = nil
    ) throws -> RemoteAction {
        let story = try #require(sample.story(slug))
        let target = RemoteItem(
            storyKey: "\(sample.origin.site)/?p=\(story.id)", commentKey: parent,
            page: WebAddress(page.map { story.link + $0 } ?? story.link))
        return .comment(NewComment(target: target, text: text, author: author))
    }

    func prepared(_ action: RemoteAction) async throws -> PreparedAction {
        switch try await posting.prepare(action, as: nil) {
        case .ready(let prepared): return prepared
        case .ended(let outcome): throw Ended(outcome: outcome)
        }
    }

    struct Ended: Error { let outcome: RemoteActionOutcome }

    /// Returns the outcome of preparing and, if a form is found, sending an action.
    func post(_ action: RemoteAction, changing: (inout PreparedAction) -> Void = { _ in }) async throws
        -> RemoteActionOutcome
    {
        switch try await posting.prepare(action, as: nil) {
        case .ready(var prepared):
            changing(&prepared)
            return await (try posting).send(prepared, as: nil)
        case .ended(let outcome): return outcome
        }
    }

    func post(_ text: String = "Who holds the key?") async throws -> RemoteActionOutcome {
        try await post(try comment(text))
    }

    /// The fields of the last POST.
    var sent: [String: String] {
        let fields = sample.origin.requests.last { $0.method == "POST" }?.form ?? []
        return Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
}

extension RemoteActionOutcome {
    var refusal: RemoteRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }

    var location: RemoteLocation? {
        switch self {
        case .accepted(let location), .pending(let location): location
        default: nil
        }
    }

    var isAccepted: Bool { if case .accepted = self { true } else { false } }
    var isPending: Bool { if case .pending = self { true } else { false } }
}
