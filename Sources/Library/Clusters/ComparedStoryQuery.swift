import News
import URLs

/// A story as its words are compared with others'.
struct ComparedStory {
    var title: String
    var terms: ClusterTerms
    var shownAt, arrivedAt: Int64
    /// The key of the publisher.
    var publisher: String
}

/// A query for stories whose words are to be compared.
struct ComparedStoryQuery {
    let transaction: Transaction

    /// The number of characters of a text that are read for its first words.
    private static let maxTextCharacters = 800

    /// Returns a story; nil if it was removed or is no news.
    func story(_ story: Int64) throws -> ComparedStory? {
        try transaction.first(
            """
            select s.title, s.dek, s.language, s.shown_at, s.arrived_at, s.is_external, s.site_name, o.kind, o.address,
              substr(t.plain_text, 1, \(Self.maxTextCharacters)) as text,
              (select min(c.site_address) from channel c where c.source_id = s.source_id and c.is_result_list = 0) as site
            from story s join source o on o.id = s.source_id left join story_text t on t.story_id = s.id
            where s.id = ? and s.purged_at is null
            """, [.number(story)]
        ) { row -> ComparedStory? in
            guard ![SourceKind.pack.rawValue, SourceKind.savedPages.rawValue].contains(row.text("kind")) else {
                return nil
            }
            let text = row.text("text")
            return ComparedStory(
                title: row.text("title"),
                terms: ClusterTerms(
                    title: row.text("title"), text: text.isEmpty ? row.text("dek") : text,
                    language: row.optionalText("language")),
                shownAt: row.number("shown_at"), arrivedAt: row.number("arrived_at"),
                publisher: Self.publisher(
                    site: row.bool("is_external") ? row.optionalText("site_name") : nil,
                    address: row.optionalText("site"), source: row.text("address")))
        } ?? nil
    }

    /// Returns a key of the publisher: the site that an external story links to, else the host of the feed's site. A
    /// feed at a host without a name (an address, this machine) is its own publisher, whatever site it states.
    private static func publisher(site: String?, address: String?, source: String) -> String {
        if let site { return site.lowercased() }
        guard let own = named(source) else { return source }
        return address.flatMap(named) ?? own
    }

    private static func named(_ address: String) -> String? {
        guard let host = WebAddress(address)?.bareHost, host.contains(where: \.isLetter), host.contains("."),
            !host.contains(":")
        else { return nil }
        return host
    }
}
