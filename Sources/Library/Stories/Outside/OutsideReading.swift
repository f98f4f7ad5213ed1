import Foundation
import Markup
import News

/// Reads what is kept of a page outside.
struct OutsideReading {
    let session: Session
    let now: Date
    let bounds: OutsideBounds
    let polling: PollingBounds

    func facts(_ address: WebAddress, piece: Int) throws -> OutsideFacts {
        let wait = HostWait(session: session, now: now, bounds: polling)
        let waitUntil = try wait.until(Hosts.key(of: address))
        guard let (page, found) = try row(address) else {
            var none = OutsideFacts(address: address)
            none.waitUntil = waitUntil
            return none
        }
        var facts = found
        facts.waitUntil = waitUntil
        let pieces = try session.count("select count(*) from outside_piece where page_id = ?", [.number(page)])
        guard pieces > 0 else { return facts }
        facts.pieces = pieces
        facts.piece = min(max(1, piece), pieces)
        facts.body = try session.first(
            "select html from outside_piece where page_id = ? and piece = ?",
            [.number(page), .number(facts.piece - 1)]
        ) { SafeHTML(restoring: $0.words()) }
        facts.pictures = try session.all(
            """
            select p.id, p.address, p.width, p.height, p.colour, o.alt, o.caption, o.credit, p.failed_until
            from outside_picture o join picture p on p.id = o.picture_id where o.page_id = ? order by o.position
            """, [.number(page)], { PictureFact(&$0, now: now) }
        ).compactMap(\.self)
        return facts
    }

    private func row(_ address: WebAddress) throws -> (page: Int64, facts: OutsideFacts)? {
        try session.first(
            """
            select id, found_at, title, site, byline, published_at, language, is_rtl, words, is_cut_short, remark,
              fetched_at, fresh_until, claimed_until, tried_at, rules, error, http_status, why
            from outside_page where address = ?
            """, [.words(address.text)]
        ) { row in
            var facts = OutsideFacts(address: address)
            let page = row.number()
            facts.foundAt = row.optionalWords().flatMap { WebAddress($0) } ?? address
            facts.title = row.optionalWords()
            facts.siteName = row.optionalWords()
            facts.byline = row.optionalWords()
            facts.publishedAt = row.optionalInstant()
            facts.language = row.optionalWords()
            facts.direction = row.flag() ? .rtl : .ltr
            facts.words = row.int()
            facts.isCutShort = row.flag()
            facts.remark = row.optionalWords()
            facts.fetchedAt = row.optionalInstant()
            let (fresh, claimed, tried, rules) = (row.number(), row.number(), row.number(), row.int())
            facts.isUnderWay = claimed > now.milliseconds
            let (code, status, words) = (row.optionalWords(), row.optionalInt(), row.optionalWords())
            facts.failure = code.map { FullTextFailure(code: $0, status: status, words: words) }
            let isFresh = facts.fetchedAt != nil && fresh > now.milliseconds && rules == FullTextReading.rules
            let mayAsk = facts.failure == nil || tried + bounds.opened.milliseconds <= now.milliseconds
            facts.isDue = !facts.isUnderWay && !isFresh && mayAsk
            return (page, facts)
        }
    }
}
