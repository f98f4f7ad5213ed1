import Foundation
import Markup
import News

/// Reads a story's thread for one reader.
struct ThreadReading {
    let session: Session
    let reader: Int64
    let now: Date
    let bounds: DiscussionBounds

    func facts(of story: Int64) throws -> ThreadFacts {
        let reading = StoryReading(session: session, reader: reader, now: now)
        let rows = StoryRows(session: session, reader: reader, now: now)
        guard let place = try reading.candidate(story, preferring: nil),
            let row = try rows.row(of: story, in: place.channel, group: place.group),
            let source = try StorySource.of(story: story, session)
        else { throw LibraryError.notThere }
        var facts = ThreadFacts(row: row, source: source)
        (facts.discussion, facts.poll) = try told(story)
        let before = try session.number(
            "select before_comment from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)])
        facts.comments = Self.counted(try comments(of: story, newAfter: before ?? .max))
        facts.newCount = facts.comments.count(where: \.isNew)
        try addStanding(of: story, to: &facts)
        facts.kept = try kept(facts)
        return facts
    }

    private func told(_ story: Int64) throws -> (WebAddress?, [PollOption]) {
        try session.first(
            "select coalesce(discussion, link), poll from story where id = ?", [.number(story)]
        ) { row in (row.optionalWords().flatMap { WebAddress($0) }, JSONText.list(row.words())) } ?? (nil, [])
    }

    private func comments(of story: Int64, newAfter seen: Int64) throws -> [CommentFact] {
        try session.all(
            """
            select id, key, depth, author, author_page, is_by_author, html, published_at, link, kind, standing, fade
            from comment where story_id = ? order by rank
            """, [.number(story)]
        ) { row in
            let id = row.number()
            return CommentFact(
                id: CommentID(rawValue: id), key: row.words(), depth: row.int(), author: row.optionalWords(),
                authorPage: row.optionalWords().flatMap { WebAddress($0) }, isByAuthor: row.flag(),
                body: SafeHTML(restoring: row.words()), publishedAt: row.optionalInstant(),
                link: row.optionalWords().flatMap { WebAddress($0) },
                kind: ArrivingComment.Kind(rawValue: row.words()) ?? .comment,
                standing: ArrivingComment.Standing(rawValue: row.words()) ?? .shown, fade: row.int(),
                isNew: id > seen)
        }
    }

    /// Parents and numbers of answers follow from the depths, since answers stand right behind what they answer.
    private static func counted(_ comments: [CommentFact]) -> [CommentFact] {
        var comments = comments
        var path: [Int] = []
        for index in comments.indices {
            let depth = min(max(0, comments[index].depth), path.count)
            path.removeLast(path.count - depth)
            comments[index].depth = depth
            comments[index].parent = path.last.map { comments[$0].id }
            for above in path { comments[above].answers += 1 }
            path.append(index)
        }
        return comments
    }

    private func addStanding(of story: Int64, to facts: inout ThreadFacts) throws {
        let now = now.milliseconds
        let bounds = bounds
        let told = try session.first(
            """
            select missing, is_open, asked_at, answered_at, claimed_until, fresh_until, wait_until, rules, error,
              http_status, why, complaints from discussion where story_id = ?
            """, [.number(story)]
        ) { [facts] row in
            var facts = facts
            facts.missing = row.int()
            facts.isOpen = row.optionalNumber().map { $0 != 0 }
            facts.askedAt = row.optionalInstant()
            facts.answeredAt = row.optionalInstant()
            facts.isUnderWay = row.number() > now
            let isFresh = row.number() > now && facts.answeredAt != nil
            facts.waitUntil = row.optionalInstant().flatMap { $0.milliseconds > now ? $0 : nil }
            let isCurrent = row.int() == CleaningRules.version
            let (code, status, why) = (row.optionalWords(), row.optionalInt(), row.optionalWords())
            facts.failure = code.map { FullTextFailure(code: $0, status: status, words: why) }
            facts.complaints = JSONText.list(row.words())
            let since = facts.askedAt.map { now - $0.milliseconds } ?? .max
            let mayAsk = facts.failure == nil ? !(isFresh && isCurrent) : since >= bounds.retried.milliseconds
            facts.isDue = !facts.isUnderWay && facts.waitUntil == nil && mayAsk
            return facts
        }
        if let told { facts = told } else { facts.isDue = true }
    }

    /// What of the same origin the comments link to and is kept here.
    private func kept(_ facts: ThreadFacts) throws -> [String: ThreadFacts.KeptPlace] {
        let hosts = Set([facts.discussion?.host, facts.source.site.host].compactMap(\.self))
        var found: [String: ThreadFacts.KeptPlace] = [:]
        // Each is looked for once, also where it is not here.
        var asked: Set<String> = []
        for comment in facts.comments where comment.body.holds("href=") {
            for address in LinksOfText.of(comment.body)
            where hosts.contains(address.host) && asked.insert(address.text).inserted {
                found[address.text] = try place(of: address, source: facts.source.id)
            }
        }
        return found
    }

    private func place(of address: WebAddress, source: Int64) throws -> ThreadFacts.KeptPlace? {
        let plain = SQLValue.words(address.withoutFragment.text)
        let story = try session.number(
            "select id from story where discussion = ? and source_id = ? and purged_at is null order by id limit 1",
            [plain, .number(source)])
        if let story { return ThreadFacts.KeptPlace(story: StoryID(rawValue: story)) }
        for text in Set([address.text, address.withoutFragment.text]).sorted(by: >) {
            let place = try session.first(
                """
                select c.story_id, c.id from comment c join story s on s.id = c.story_id
                where c.link = ? and s.source_id = ? limit 1
                """, [.words(text), .number(source)]
            ) { (story: StoryID(rawValue: $0.number()), comment: CommentID(rawValue: $0.number())) }
            if let place { return ThreadFacts.KeptPlace(story: place.story, comment: place.comment) }
        }
        guard let key = Likeness.canonical(address).map({ Fingerprint.of($0) }) else { return nil }
        let same = try session.number(
            """
            select id from story where link_key = ? and source_id = ? and link = ? and purged_at is null
            order by id limit 1
            """, [.number(key), .number(source), plain])
        return same.map { ThreadFacts.KeptPlace(story: StoryID(rawValue: $0)) }
    }
}
