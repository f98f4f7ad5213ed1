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
        let waitUntil = try backoff.waitUntil(address.hostKey)
        guard let (page, isCurrent, found) = try row(address) else {
            var details = LinkedPageDetails(address: address)
            details.backoffUntil = waitUntil
            return details
        }
        var details = found
        let state = try OnDemandFetchState.read(.linkedPage(page), transaction)
        let isStored = details.fetchedAt != nil && isCurrent
        details.isFetching = state.leasedUntil > now
        details.failure = state.failure
        details.needsRefresh =
            policy.fetching.skipped(state, isStored: isStored, reason: .viewed, at: now) == nil
        details.backoffUntil = waitUntil
        let partCount = try transaction.count(
            "select count(*) from linked_page_part where page_id = ?", [.number(page)])
        guard partCount > 0 else { return details }
        details.partCount = partCount
        details.part = min(max(1, part), partCount)
        details.body = try transaction.text(
            "select html from linked_page_part where page_id = ? and part = ?",
            [.number(page), .number(details.part - 1)]
        ).map { SafeHTML(restoring: $0) }
        details.pictures = try transaction.all(
            """
            select p.id, p.address, p.width, p.height, p.mean_colour, o.alt, o.caption, o.credit, p.retry_at
            from linked_page_picture o join picture p on p.id = o.picture_id where o.page_id = ? order by o.position
            """, [.number(page)], { PictureDetails($0, now: now) }
        ).compactMap(\.self)
        return details
    }

    private func row(_ address: WebAddress) throws -> (page: Int64, isCurrent: Bool, details: LinkedPageDetails)? {
        try transaction.first(
            """
            select id, resolved_address, title, site_name, byline, published_at, language, is_right_to_left, word_count, is_truncated, diagnostic,
              fetched_at, rules_version
            from linked_page where address = ?
            """, [.text(address.text)]
        ) { row in
            var details = LinkedPageDetails(address: address)
            details.resolvedAddress = row.optionalText("resolved_address").flatMap { WebAddress($0) } ?? address
            details.title = row.optionalText("title")
            details.siteName = row.optionalText("site_name")
            details.byline = row.optionalText("byline")
            details.publishedAt = row.optionalDate("published_at")
            details.language = row.optionalText("language")
            details.direction = row.bool("is_right_to_left") ? .rtl : .ltr
            details.wordCount = row.int("word_count")
            details.isTruncated = row.bool("is_truncated")
            details.notice = JSONColumn.decodeIfReadable(row.optionalText("diagnostic"))
            details.fetchedAt = row.optionalDate("fetched_at")
            return (row.number("id"), row.int("rules_version") == FullTextAssembler.rulesVersion, details)
        }
    }
}
