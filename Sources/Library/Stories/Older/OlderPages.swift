import Foundation
import Markup
import News

/// What the database knows of where channels go on at their origins.
struct OlderPages {
    let session: Session
    let reader: Int64
    let now: Date

    /// A page that this process, and no other, may ask for now.
    struct Claim: Sendable {
        var channel: Int64
        var source: Int64
        var kind: SourceKind
        var site: WebAddress
        var address: WebAddress
        var title: String
        var cursor: Cursor
        var token: Int64
    }

    enum Found: Sendable {
        /// Every origin of the list has told all it has.
        case none
        case claimed(Claim)
        case underWay
        case waiting(until: Date)
    }

    private struct Open {
        var claim: Claim
        var claimedUntil: Int64
        var waitUntil: Int64
        var oldest: Int64
    }

    /// Claims the next page of the channel whose stories reach back least.
    func claim(_ list: StoryList, bounds: PollingBounds) throws -> Found {
        let token = now.milliseconds + bounds.claim.milliseconds
        guard let nearest = try open(list, token: token).max(by: { $0.oldest < $1.oldest }) else { return .none }
        guard nearest.claimedUntil <= now.milliseconds else { return .underWay }
        guard nearest.waitUntil <= now.milliseconds else {
            return .waiting(until: Date(milliseconds: nearest.waitUntil))
        }
        try session.run(
            "update channel set claimed_until = ? where id = ?", [.number(token), .number(nearest.claim.channel)])
        return .claimed(nearest.claim)
    }

    private func open(_ list: StoryList, token: Int64) throws -> [Open] {
        let scope = try Scope(list, session)
        return try session.all(
            """
            select c.id, c.source_id, s.kind, s.address, c.address, c.title, c.next_page, c.claimed_until,
              coalesce(c.wait_until, 0),
              coalesce((select min(cs.shown_at) from channel_story cs where cs.channel_id = c.id), 0)
            from subscription u join channel c on c.id = u.channel_id join source s on s.id = c.source_id
            where u.reader_id = ? and c.next_page is not null\(scope.condition)
            """, [.number(reader)] + scope.value
        ) { row -> Open? in
            let (channel, source) = (row.number(), row.number())
            let kind = SourceKind(rawValue: row.words())
            let (site, address) = (WebAddress(row.words()), WebAddress(row.words()))
            let (title, cursor) = (row.words(), Cursor(rawValue: row.words()))
            let (claimedUntil, waitUntil, oldest) = (row.number(), row.number(), row.number())
            guard let site, let address else { return nil }
            let claim = Claim(
                channel: channel, source: source, kind: kind, site: site, address: address, title: title,
                cursor: cursor, token: token)
            return Open(claim: claim, claimedUntil: claimedUntil, waitUntil: waitUntil, oldest: oldest)
        }.compactMap(\.self)
    }

    /// Whether an origin of the list has more than the Library.
    static func goesOn(_ list: StoryList, reader: Int64, _ session: Session) throws -> Bool {
        let scope = try Scope(list, session)
        return try session.number(
            """
            select 1 from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and c.next_page is not null\(scope.condition) limit 1
            """, [.number(reader)] + scope.value) != nil
    }

    /// Takes a page in, and ends its claim.
    /// - Returns: how many stories have come into the channel.
    static func record(
        _ stories: [PreparedStory], next: Cursor?, rank: Int?, of page: Claim, _ session: Session, now: Date
    ) throws -> Int {
        let count = "select count(*) from channel_story where channel_id = ?"
        let before = try session.count(count, [.number(page.channel)])
        var intake = StoryIntake(session: session, now: now, channel: page.channel, source: page.source)
        let revival = Revival(session: session, source: page.source, now: now)
        let gone = try revival.begin(stories)
        _ = try intake.take(stories)
        try revival.end(gone, stories)
        if let rank {
            try RankedPlaces(session: session, channel: page.channel, source: page.source, now: now)
                .place(stories.map(\.story.key), from: rank)
        }
        try ChannelRecords(session: session, now: now).noteNewest(of: page.channel)
        // A page that leads to itself would never end. A refresh may have begun the list anew meanwhile.
        let further = next == page.cursor ? nil : next?.rawValue
        try session.run(
            "update channel set next_page = ? where id = ? and next_page = ?",
            [.words(further), .number(page.channel), .words(page.cursor.rawValue)])
        try release(page, session)
        return try session.count(count, [.number(page.channel)]) - before
    }

    static func release(_ page: Claim, _ session: Session) throws {
        try session.run(
            "update channel set claimed_until = 0 where id = ? and claimed_until = ?",
            [.number(page.channel), .number(page.token)])
    }

    /// Where a channel goes on after its newest page has come: behind what is known already, where the page and that
    /// hang together; else behind the page, so that nothing between the two is passed over.
    /// - Returns: nil to leave it as it is; a nil within for the end.
    static func next(
        after answer: ChannelAnswer, of channel: Int64, source: Int64, _ session: Session
    ) throws -> Cursor?? {
        guard let stories = answer.stories else { return nil }
        guard let next = answer.next else { return .some(nil) }
        for story in stories {
            let isKnown = try session.number(
                """
                select 1 from story s join channel_story cs on cs.story_id = s.id and cs.channel_id = ?
                where s.source_id = ? and s.key = ?
                """, [.number(channel), .number(source), .words(story.key)])
            if isKnown != nil { return nil }
        }
        return .some(next)
    }
}
