import Foundation
import Markup
public import News
public import URLs

/// A service that fetches and stores linked pages (decision 0014).
public struct LinkedPageService: Sendable {
    private let context: LibraryContext
    private let policy: LinkedPagePolicy

    init(context: LibraryContext, policy: LinkedPagePolicy = .standard) {
        self.context = context
        self.policy = policy
    }

    private var fetcher: OnDemandFetcher { OnDemandFetcher(context: context, policy: policy.fetching) }

    /// A request for a linked page.
    struct Request: Sendable {
        var page: Int64
        var address: WebAddress
        /// The story that links to the page, or whose own page it is.
        var story: Int64?
        /// The source state for a conditional request; nil without a current text, for which a 304 would be useless.
        var sourceState: SourceState?
    }

    /// A response, and its text prepared outside the transaction.
    struct PreparedResponse: Sendable {
        var response: ArticleResponse
        var page: PreparedLinkedPage?
    }

    /// Returns the stored page; only its address if the page was never fetched.
    /// - Parameter part: The number of the part, from 1.
    public func details(of address: WebAddress, part: Int = 1) async throws(LibraryError) -> LinkedPageDetails {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.database.read { transaction in
            try LinkedPageQuery(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .details(address.withoutFragment, part: part)
        }
    }

    /// Fetches a page unless it is fresh or the policy forbids the fetch.
    /// - Parameters:
    ///   - story: The story that links to the page; also gets the text if the page is its own.
    ///   - isManual: False if the page was only opened.
    public func fetch(
        _ address: WebAddress, for story: StoryID?, isManual: Bool
    ) async throws(LibraryError) -> FetchOutcome {
        try await fetcher.fetch(
            acquire: { [policy] leases in
                try LinkedPageStore(transaction: leases.transaction, policy: policy).acquire(
                    address.withoutFragment, for: story?.rawValue, reason: isManual ? .manual : .viewed, leases)
            },
            load: { [context] request, _ in
                let response = try await context.sources.articles.article(
                    for: ArticleFetchRequest(address: request.address, sourceState: request.sourceState))
                guard case .fullText(let text) = response.content else { return PreparedResponse(response: response) }
                return PreparedResponse(
                    response: response, page: try PreparedLinkedPage(text, forStory: request.story != nil))
            },
            save: { [policy] response, attempt, leases in
                try LinkedPageResultWriter(leases: leases, policy: policy, attempt: attempt).write(response)
            },
            didFail: { [policy] error, attempt, leases in
                try LinkedPageResultWriter(leases: leases, policy: policy, attempt: attempt).recordFailure(error)
            })
    }

    /// Waits until a fetch in progress has ended, or its time limit has passed.
    public func wait(for address: WebAddress) async throws(LibraryError) {
        let page = try await context.database.read { transaction in
            try transaction.number(
                "select id from linked_page where address = ?", [.text(address.withoutFragment.text)])
        }
        if let page { try await fetcher.wait(for: .linkedPage(page)) }
    }
}
