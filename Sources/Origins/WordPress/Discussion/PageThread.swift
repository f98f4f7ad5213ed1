import Feeds
import Fetching
import Foundation
import Markup
import News

/// Reads a thread from the story's page, and from the pages that a long one is cut into.
struct PageThread: Sendable {
    let fetcher: Fetcher

    /// A thread of more pages is cut, and says so.
    private static let mostPages = 40
    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    /// What the first page gave, also when its comments are not understood.
    struct Opening {
        var reading: PageReading
        var answer: FetchAnswer
    }

    /// - Returns: nil when the page says that nothing has changed.
    func open(_ question: ThreadQuestion) async throws(SourceError) -> Opening? {
        guard let link = question.request.link else { throw .unreadable(why: "The story has no page.") }
        let known = question.known(.page)
        // Of a thread of several pages the others change behind the first one's back.
        let answer = try await fetch(link, remembering: known?.pages == 1 ? known?.answer : nil)
        if answer.isUnmodified { return nil }
        return Opening(reading: try reading(of: answer, link), answer: answer)
    }

    /// The whole thread behind an opening.
    /// - Throws: `.unreadable` when what it shows is not understood.
    func thread(_ opening: Opening, _ question: ThreadQuestion) async throws(SourceError) -> WayAnswer {
        guard let link = question.request.link else { throw .unreadable(why: "The story has no page.") }
        var found = FoundThread(comments: [], isOpen: opening.reading.isOpen, complaints: opening.reading.complaints)
        var pages = 1
        switch opening.reading.finding {
        case .notUnderstood(let why): throw .unreadable(why: "\(link.host)'s page \(why).")
        case .none:
            // An empty place for comments is no proof against a count that says otherwise.
            if let count = question.request.count, count > 0 {
                throw .unreadable(
                    why: "\(link.host)'s page shows none of the \(count) comments that the site counts.")
            }
        case .comments(let comments):
            let whole = try await whole(comments, opening.reading, link)
            (found.comments, pages, found.isWhole) = (whole.comments, whole.pages, whole.isWhole)
        }
        if let count = question.request.count { found.missing = max(0, count - found.comments.count) }
        let memory = ThreadMemory(
            way: .page, root: opening.reading.root, number: opening.reading.number ?? question.number,
            answer: AnswerMemory(reading: ThreadMemory.reading, opening.answer), pages: pages, thread: found)
        if let known = question.known(.page), known.comments == memory.comments { return .unchanged(memory) }
        return .thread(found, memory)
    }

    /// All pages' comments, by the pages' numbers; the story's own page is the first of them or the last. When every page
    /// was read they are whole, whatever was counted: the count may be of before somebody took a comment away.
    /// - Throws: `.unreadable` for a page that is not understood, which is not one without comments.
    private func whole(
        _ first: [ArrivingComment], _ reading: PageReading, _ link: WebAddress
    ) async throws(SourceError) -> (comments: [ArrivingComment], pages: Int, isWhole: Bool) {
        // What could not be read of a page is there all the same.
        var isWhole = reading.complaints.isEmpty
        var ahead = reading.otherPages
        var done: [Int: [ArrivingComment]] = [:]
        while let number = ahead.subtracting(done.keys).min(), done.count < Self.mostPages {
            guard let address = PageReading.address(ofPage: number, of: link) else { break }
            let other = try self.reading(of: try await fetch(address, remembering: nil), link)
            switch other.finding {
            case .comments(let comments): done[number] = comments
            case .none: done[number] = []
            case .notUnderstood(let why):
                throw .unreadable(why: "\(link.host)'s page \(number) of the comments \(why).")
            }
            isWhole = isWhole && other.complaints.isEmpty
            ahead.formUnion(other.otherPages)
        }
        let ordered = done.sorted { $0.key < $1.key }.flatMap(\.value)
        let known = Set(ordered.map(\.key))
        let own = first.filter { !known.contains($0.key) }
        let isFirst = done[1] == nil
        return (
            CommentOrder.threaded(isFirst ? own + ordered : ordered + own), done.count + 1,
            isWhole && ahead.isSubset(of: done.keys)
        )
    }

    private func reading(of answer: FetchAnswer, _ link: WebAddress) throws(SourceError) -> PageReading {
        let here = WebAddress(answer.address) ?? link
        let html: String
        do { html = try DocumentText.page(answer.body, charset: answer.charset) } catch {
            throw .unreadable(why: error.sentence)
        }
        let linked = answer.links.target(of: RESTRoot.relation).flatMap { WebAddress($0, base: here) }
        // The page may have led elsewhere, as `?p=12` does; what stands on it is told by where it is.
        return PageReading(
            html, at: here, of: here.bareHost == link.bareHost ? Self.story(here) : link,
            linked: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// The story's own address, of whichever page of its comments.
    private static func story(_ address: WebAddress) -> WebAddress {
        let bare = address.withoutFragment
        guard let mark = bare.path.firstRange(of: "/comment-page-") else { return bare }
        return WebAddress(bare.origin + bare.path[..<mark.lowerBound] + "/") ?? bare
    }

    private func fetch(
        _ address: WebAddress, remembering memory: AnswerMemory?
    ) async throws(SourceError) -> FetchAnswer {
        var request = FetchRequest(
            address: address.withoutFragment.text, accept: Self.accept, validators: memory?.validators,
            limit: StoryPages.largestPage)
        request.validatorsFrom = memory?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }
}
