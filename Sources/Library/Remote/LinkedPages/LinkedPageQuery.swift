import Foundation
import Markup
import News
import URLs

struct LinkedPageQuery {
    let transaction: Transaction
    let now: Date
    let policy: LinkedPagePolicy
    let pollingPolicy: PollingPolicy

    func details(_ address: WebAddress, part: Int) throws -> LinkedPageDetails {
        let backoff = HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
        let waitUntil = try backoff.waitUntil(HostKey.key(of: address))
        guard let (page, found) = try row(address) else {
            var details = LinkedPageDetails(address: address)
            details.backoffUntil = waitUntil
            return details
        }
        var details = found
        details.backoffUntil = waitUntil
        let partCount = try transaction.count(
            "select count(*) from linked_page_part where page_id = ?", [.number(page)])
        guard partCount > 0 else { return details }
        details.partCount = partCount
        details.part = min(max(1, part), partCount)
        details.body = try transaction.first(
            "select html from linked_page_part where page_id = ? and piece = ?",
            [.number(page), .number(details.part - 1)]
        ) { SafeHTML(restoring: $0.text()) }
        details.pictures = try transaction.all(
            """
            select p.id, p.address, p.width, p.height, p.colour, o.alt, o.caption, o.credit, p.failed_until
            from linked_page_picture o join picture p on p.id = o.picture_id where o.page_id = ? order by o.position
            """, [.number(page)], { PictureDetails(&$0, now: now) }
        ).compactMap(\.self)
        return details
    }

    private func row(_ address: WebAddress) throws -> (page: Int64, details: LinkedPageDetails)? {
        try transaction.first(
            """
            select id, found_at, title, site, byline, published_at, language, is_rtl, words, is_cut_short, remark,
              fetched_at, fresh_until, claimed_until, tried_at, rules, error, http_status, why
            from linked_page where address = ?
            """, [.text(address.text)]
        ) { row in
            var details = LinkedPageDetails(address: address)
            let page = row.number()
            details.resolvedAddress = row.optionalText().flatMap { WebAddress($0) } ?? address
            details.title = row.optionalText()
            details.siteName = row.optionalText()
            details.byline = row.optionalText()
            details.publishedAt = row.optionalDate()
            details.language = row.optionalText()
            details.direction = row.bool() ? .rtl : .ltr
            details.wordCount = row.int()
            details.isTruncated = row.bool()
            details.notice = row.optionalText()
            details.fetchedAt = row.optionalDate()
            let (fresh, claimed, tried, rules) = (row.number(), row.number(), row.number(), row.int())
            details.isFetching = claimed > now.milliseconds
            let (code, status, detail) = (row.optionalText(), row.optionalInt(), row.optionalText())
            details.failure = code.map { FetchFailure(code: $0, status: status, detail: detail) }
            let isFresh =
                details.fetchedAt != nil && fresh > now.milliseconds && rules == FullTextAssembler.rulesVersion
            let isRetryDue = details.failure == nil || tried + policy.reopenMinimum.milliseconds <= now.milliseconds
            details.needsRefresh = !details.isFetching && !isFresh && isRetryDue
            return (page, details)
        }
    }
}
