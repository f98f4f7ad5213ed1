import Foundation
import Markup
import News
import Untrusted

/// What can be looked for: stories and comments by words, what somebody wrote, where a page is discussed.
struct HackerNewsFinding: Sendable {
    let interface: HackerNewsInterface
    let finder: AlgoliaSearch
    let reading: HackerNewsReading

    private static let pageSize = 30
    /// Pages of a hundred that are looked through when the service does not compare points itself.
    private static let mostPages = 5

    private var found: SearchReading { SearchReading(reading: reading) }

    // MARK: Words

    /// `SearchWords` says what can be written beside plain words.
    func stories(matching text: String, after cursor: Cursor?) async throws(SourceError) -> SearchAnswer {
        let words = SearchWords(text)
        let place = Place(cursor)
        guard words.counts, !place.isLocal else { return try await local(words, from: place) }
        do {
            let hits = try await finder.hits(words.question(page: place.page, isCounting: true))
            return SearchAnswer(
                stories: hits.hits.compactMap(found.story),
                next: hits.hasMore ? Place(page: hits.page + 1, isLocal: false).cursor : nil)
        } catch .refused(status: 400, _) {
            // Since 2026 the service refuses to compare points.
            return try await local(words, from: Place(page: 0, isLocal: true))
        }
    }

    /// Leaves out what has too few points or comments, page after page, until there is something to show.
    private func local(_ words: SearchWords, from place: Place) async throws(SourceError) -> SearchAnswer {
        guard words.counts else {
            let hits = try await finder.hits(words.question(page: place.page, isCounting: true))
            return SearchAnswer(
                stories: hits.hits.compactMap(found.story),
                next: hits.hasMore ? Place(page: hits.page + 1, isLocal: false).cursor : nil)
        }
        var stories: [ArrivingStory] = []
        var page = place.page
        for _ in 0..<Self.mostPages {
            let hits = try await finder.hits(words.question(page: page, isCounting: false))
            stories += hits.hits.filter(words.fits).compactMap(found.story)
            guard hits.hasMore else { return SearchAnswer(stories: stories) }
            page += 1
            if stories.count >= Self.pageSize { break }
        }
        return SearchAnswer(stories: stories, next: Place(page: page, isLocal: true).cursor)
    }

    /// Where a search goes on.
    private struct Place {
        var page = 0
        /// Whether the service is not asked to compare points.
        var isLocal = false

        static let farthest = 1_000_000

        init(page: Int, isLocal: Bool) {
            self.page = page
            self.isLocal = isLocal
        }

        init(_ cursor: Cursor?) {
            guard let text = cursor?.rawValue else { return }
            isLocal = text.hasPrefix("l")
            // A cursor goes through a person's address bar; nobody comes to the end of this.
            page = UntrustedInteger(digits: text.filter(\.isNumber))?.int(clampedTo: 0...Self.farthest) ?? 0
        }

        var cursor: Cursor { Cursor(rawValue: (isLocal ? "l" : "p") + "\(page)") }
    }

    // MARK: People

    /// What the official interface says; of somebody who has done nothing in public it says nothing, and the search
    /// service may.
    func person(_ name: String) async throws(SourceError) -> Person {
        do {
            if let value = try await interface.person(name) {
                return reading.person(
                    value["id"]?.name ?? name, karma: value["karma"]?.int,
                    joinedAt: value["created"]?.instant,
                    about: value["about"]?.string)
            }
        } catch .busy(let until) { throw .busy(until: until) } catch {
            do { return try await personFound(name) } catch let other { _ = other }
            throw error
        }
        return try await personFound(name)
    }

    private func personFound(_ name: String) async throws(SourceError) -> Person {
        let value = try await finder.person(name)
        guard let given = value["username"]?.name else { throw .notThere }
        return reading.person(
            given, karma: value["karma"]?.int,
            joinedAt: value["created_at_i"]?.instant,
            about: value["about"]?.string)
    }

    func stories(by name: String, after cursor: Cursor?) async throws(SourceError) -> SearchAnswer {
        if let place = Submitted(cursor) { return try await submittedStories(name, place) }
        do {
            let hits = try await hits(by: name, "(story,poll,job)", cursor)
            return SearchAnswer(stories: hits.hits.compactMap(found.story), next: Self.next(hits))
        } catch {
            guard cursor == nil, error.mayBeHelped else { throw error }
            return try await submittedStories(name, Submitted())
        }
    }

    func comments(by name: String, after cursor: Cursor?) async throws(SourceError) -> SaidAnswer {
        if let place = Submitted(cursor) { return try await submittedComments(name, place) }
        do {
            let hits = try await hits(by: name, "comment", cursor)
            return SaidAnswer(comments: hits.hits.compactMap(found.said), next: Self.next(hits))
        } catch {
            guard cursor == nil, error.mayBeHelped else { throw error }
            return try await submittedComments(name, Submitted())
        }
    }

    private func hits(by name: String, _ tag: String, _ cursor: Cursor?) async throws(SourceError) -> SearchHits {
        var question = SearchQuestion(isByDate: true, tags: [tag, "author_\(name)"])
        question.page = Place(cursor).page
        return try await finder.hits(question)
    }

    private static func next(_ hits: SearchHits) -> Cursor? {
        hits.hasMore ? Place(page: hits.page + 1, isLocal: false).cursor : nil
    }

    // MARK: Without the search service

    /// A place in what the official interface says that somebody submitted: stories and comments in one list.
    private struct Submitted {
        var offset = 0

        init() {}

        init?(_ cursor: Cursor?) {
            guard let text = cursor?.rawValue, text.hasPrefix("s"),
                let offset = UntrustedInteger(text.dropFirst())?.int(clampedTo: 0...Place.farthest)
            else { return nil }
            self.offset = offset
        }
    }

    private func submitted(
        _ name: String, _ place: Submitted
    ) async throws(SourceError) -> (items: [HackerNewsItem], next: Cursor?) {
        guard let value = try await interface.person(name) else { throw .notThere }
        let ids = value["submitted"]?.elements?.compactMap(\.int) ?? []
        let page = Array(ids.dropFirst(place.offset).prefix(Self.pageSize))
        let answers = await interface.items(page)
        if answers.items.isEmpty, let failure = answers.failure { throw failure }
        let end = place.offset + page.count
        return (page.compactMap { answers.items[$0] }, end < ids.count ? Cursor(rawValue: "s\(end)") : nil)
    }

    private func submittedStories(_ name: String, _ place: Submitted) async throws(SourceError) -> SearchAnswer {
        let (items, next) = try await submitted(name, place)
        return SearchAnswer(stories: items.compactMap { reading.story($0) }, next: next)
    }

    /// The interface does not say which story a comment is under, only what it answers, which has a thread too.
    private func submittedComments(_ name: String, _ place: Submitted) async throws(SourceError) -> SaidAnswer {
        let (items, next) = try await submitted(name, place)
        let comments = items.filter { $0.type == "comment" && !$0.isDeleted }.map { item in
            SaidComment(comment: reading.comment(item, of: nil), story: "\(item.parent ?? item.id)")
        }
        return SaidAnswer(comments: comments, next: next)
    }

    // MARK: Addresses

    /// Stories about a page, whichever of its usual spellings they name, the most discussed first.
    func stories(about page: WebAddress) async throws(SourceError) -> [ArrivingStory] {
        let wanted = Self.plain(page)
        let question = SearchQuestion(words: wanted, tags: ["story"], field: "url")
        let hits = try await finder.hits(question)
        return hits.hits.compactMap(found.story)
            .filter { $0.externalLink.map(Self.plain) == wanted }
            .sorted { ($0.commentCount ?? 0, $0.points ?? 0) > ($1.commentCount ?? 0, $1.points ?? 0) }
    }

    /// Host and path without what differs between two ways of writing one address.
    private static func plain(_ address: WebAddress) -> String {
        let bare = address.withoutFragment.withoutTracking
        let host = bare.host.hasPrefix("www.") ? String(bare.host.dropFirst(4)) : bare.host
        var path = bare.path
        while path.hasSuffix("/") { path.removeLast() }
        let port = bare.port == 80 || bare.port == 443 ? "" : ":\(bare.port)"
        return host + port + path + (bare.query.map { $0.isEmpty ? "" : "?\($0)" } ?? "")
    }
}

extension SourceError {
    /// Whether another way of asking may do.
    fileprivate var mayBeHelped: Bool {
        switch self {
        case .refused, .unreadable, .unreachable, .busy, .gone, .notThere: true
        case .signInNeeded, .notAllowed: false
        }
    }
}
