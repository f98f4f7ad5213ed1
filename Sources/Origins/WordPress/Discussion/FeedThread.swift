import Feeds
import Fetching
import Foundation
import Markup
import News

/// Reads a thread from the feed of its comments, the last way: the newest ten alone, and nobody's answer is known as one.
struct FeedThread: Sendable {
    let fetcher: Fetcher

    /// - Parameter address: where the page says that the feed is; without it, where WordPress has it.
    func ask(_ question: ThreadQuestion, at address: WebAddress?) async throws(SourceError) -> WayAnswer {
        guard let address = address ?? question.request.link.flatMap(Self.usualPlace) else {
            throw .unreadable(why: "The story has no address below which its comments could be.")
        }
        let known = question.known(.feed)
        var request = FetchRequest(
            address: address.text, accept: SyndicationSource.accept, validators: known?.answer.validators)
        request.validatorsFrom = known?.answer.validatorsFrom
        let answer: FetchAnswer
        do { answer = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        if var known, known.answer.knows(answer) {
            known.answer.heed(answer)
            return .unchanged(known)
        }
        let thread = try thread(in: answer, question, address)
        let memory = ThreadMemory(
            way: .feed, number: question.number, answer: AnswerMemory(reading: ThreadMemory.reading, answer),
            thread: thread)
        return .thread(thread, memory)
    }

    /// Below the story's own address; with `feed=` where it is a question.
    static func usualPlace(_ link: WebAddress) -> WebAddress? {
        if link.query != nil { return link.with(query: "feed", "rss2") }
        return WebAddress(link.origin + (link.path.hasSuffix("/") ? link.path : link.path + "/") + "feed/")
    }

    private func thread(
        in answer: FetchAnswer, _ question: ThreadQuestion, _ address: WebAddress
    ) throws(SourceError) -> FoundThread {
        let entries: [FeedEntry]
        do {
            entries = try FeedParser.read(
                answer.body, address: WebAddress(answer.address), contentType: answer.contentType,
                charset: answer.charset
            ).entries
        } catch { throw SourceError(error, site: address.host) }
        // A feed of stories is none of comments: some sites answer with it to every question.
        let told = entries.filter { Self.number(of: $0) != nil }
        guard told.count == entries.count else {
            throw .unreadable(why: "\(address.host) has a feed there that holds no comments.")
        }
        var thread = FoundThread(comments: CommentOrder.threaded(told.reversed().compactMap { comment($0, question) }))
        if let count = question.request.count { thread.missing = max(0, count - thread.comments.count) }
        // The newest ten: without a count nobody knows whether that is all.
        thread.isWhole = question.request.count != nil && thread.missing == 0
        if !thread.comments.isEmpty {
            thread.complaints = ["The feed of comments does not say which of them are answers"]
        }
        return thread
    }

    private static func number(of entry: FeedEntry) -> String? {
        for text in [entry.link, entry.id] {
            guard let text, let mark = text.firstRange(of: "#comment-") else { continue }
            let digits = text[mark.upperBound...].prefix { $0.isNumber }
            if !digits.isEmpty { return String(digits) }
        }
        return nil
    }

    private func comment(_ entry: FeedEntry, _ question: ThreadQuestion) -> ArrivingComment? {
        guard let key = Self.number(of: entry) else { return nil }
        let named = entry.title.flatMap { title in
            ["By: ", "Comment by "].first { title.hasPrefix($0) }.map { String(title.dropFirst($0.count)) }
        }
        var comment = ArrivingComment(
            key: key, author: entry.author ?? named, publishedAt: entry.published ?? entry.updated,
            link: entry.link.flatMap { WebAddress($0) })
        comment.take(entry.content ?? entry.summary ?? "", base: question.request.link)
        return comment
    }
}
