import Foundation
import News

/// Writes pages as stories of the pack's source. The pages are in the search index, but in no group, topic or mute.
struct PackStoryWriter {
    let transaction: Transaction
    let now: Date
    let source: Int64
    let channels: [Int64]

    private var rows: StoryImporter {
        StoryImporter(transaction: transaction, now: now, channel: channels.first ?? 0, source: source)
    }

    private var index: StorySearchIndex { StorySearchIndex(transaction: transaction) }

    private var purger: StoryPurger { StoryPurger(transaction: transaction, retention: .standard, now: now) }

    /// Returns every page that is or was installed, in the order of their IDs.
    func known() throws -> [PackPageMatcher.Known] {
        try transaction.all(
            """
            select s.id, s.origin_key, s.title, s.link, s.content_hash, s.purged_at, p.parent_slug, case when exists (
                select 1 from mark k where k.story_id = s.id and \(MarkKind.keptCondition("k"))
              ) then 1 else 0 end as is_kept
            from story s left join pack_page p on p.story_id = s.id where s.source_id = ? order by s.id
            """, [.number(source)]
        ) {
            PackPageMatcher.Known(
                story: $0.number("id"), slug: $0.text("origin_key"), title: $0.text("title"),
                address: $0.optionalText("link"),
                contentHash: $0.number("content_hash"), isInstalled: $0.optionalNumber("purged_at") == nil,
                isKept: $0.bool("is_kept"), parent: $0.optionalText("parent_slug"))
        }
    }

    /// Frees the slugs of a new version from the stories of other pages, as keys are unique.
    func freeKeys(of known: [PackPageMatcher.Known], for matches: [String: PackPageMatcher.Known], slugs: Set<String>)
        throws
    {
        for page in known where slugs.contains(page.slug) && matches[page.slug]?.story != page.story {
            // The changed key has a space, which no slug has.
            try transaction.run(
                "update story set origin_key = ? where id = ?",
                [.text("\(page.slug) \(page.story)"), .number(page.story)])
        }
    }

    func insert(_ story: PreparedStory) throws -> Int64 {
        let id = try rows.insertRow(story)
        try rows.writeText(id, story)
        try index.add(id, story.indexEntry)
        try list(id)
        return id
    }

    /// Updates slug, channels and text; returns true if anything that readers see has changed.
    func update(_ known: PackPageMatcher.Known, to story: PreparedStory) throws -> Bool {
        if known.slug != story.story.key {
            try transaction.run(
                "update story set origin_key = ? where id = ?", [.text(story.story.key), .number(known.story)])
        }
        try list(known.story)
        guard known.contentHash != story.contentHash || !known.isInstalled else { return false }
        // The deletion includes what was fetched for the old text.
        try purger.deleteContent(of: known.story)
        try rows.updateRow(known.story, story, commentCount: nil)
        try transaction.run("update story set purged_at = null where id = ?", [.number(known.story)])
        try rows.writeText(known.story, story)
        try index.add(known.story, story.indexEntry)
        return true
    }

    /// Removes a page from all lists. The row stays with key, title and address, so that its marks return with the
    /// page.
    func remove(_ known: PackPageMatcher.Known) throws {
        try transaction.run("delete from channel_story where story_id = ?", [.number(known.story)])
        try purger.deleteContent(of: known.story)
        try transaction.run(
            "update story set purged_at = ?, dek = null where id = ?", [.date(now), .number(known.story)])
    }

    private func list(_ story: Int64) throws {
        for channel in channels {
            try transaction.run(
                """
                insert into channel_story (channel_id, story_id, shown_at)
                select cast(? as bigint), id, shown_at from story where id = ?
                on conflict (channel_id, story_id) do nothing
                """, [.number(channel), .number(story)])
        }
    }
}
