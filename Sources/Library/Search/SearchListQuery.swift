import News

/// A query for the stories that a search finds, which are a list like others.
struct SearchListQuery {
    let transaction: Transaction
    let reader: Int64

    /// The number of latest matching arrivals, which are then sorted.
    static let window = 1000
    /// The number of feeds whose lists are merged if a query has no words.
    private static let maxFeeds = 50

    /// The stories found, without duplicates, in the query's order.
    struct Found {
        var references: [StoryReference] = []
        /// True if there may be more than the window holds.
        var isFull = false
        var fault: SearchFault?
    }

    /// - Parameter list: the list that is searched; nil for all followed channels.
    func find(_ query: SearchQuery, in list: StoryList?) throws -> Found {
        if let fault = query.fault { return Found(fault: fault) }
        let scope = try list.map { try StoryScope($0, for: reader, transaction) } ?? .followed
        var feeds: [(channels: [Int64], isExcluded: Bool)] = []
        for feed in query.filter.feeds {
            let channels = try channels(named: feed.name, in: scope)
            guard !channels.isEmpty else { return Found(fault: .unknownFeed(feed.name)) }
            feeds.append((channels, feed.isExcluded))
        }
        guard query.expression != nil else { return try withoutWords(query, list, scope, feeds) }
        let condition = Self.condition(list) + query.filter.condition(feeds)
        func matches(_ expression: String) throws -> [StorySearchIndex.Match] {
            try StorySearchIndex(transaction: transaction).matches(
                expression, reader: reader, scope: scope, condition: condition, limit: Self.window,
                isRanked: query.order == .best)
        }
        // A prefix query reads every match (90 ms for a million stories), an exact query only up to the limit (4 ms).
        var latest = try query.exactExpression.map(matches) ?? []
        if latest.count < Self.window, let expression = query.expression { latest = try matches(expression) }
        let isFull = latest.count >= Self.window
        let sorted = latest.sorted { ($0.rank, $1.reference.cursor) < ($1.rank, $0.reference.cursor) }
        return Found(references: Self.deduplicated(sorted.map(\.reference)), isFull: isFull)
    }

    private static func deduplicated(_ references: [StoryReference]) -> [StoryReference] {
        var seen = Deduplicator()
        return references.filter { seen.insert($0) }
    }

    private static func condition(_ list: StoryList?) -> String {
        switch list {
        case .saved, .within(_, .saved): " and k.is_set = 1"
        case .within(_, .ticked): " and t.is_set = 1"
        case .unread, .within(_, .unread): " and \(SearchFilter.isUnreadSQL)"
        default: ""
        }
    }

    /// Returns the reader's channels in a scope whose titles have all the words; those of exactly this title if there are any.
    private func channels(named name: String, in scope: StoryScope) throws -> [Int64] {
        let phrase = PhraseMatcher(name)
        let known = try transaction.all(
            """
            select u.channel_id, coalesce(u.title, c.title) as title from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ?\(scope.conditionIncludingMuted)
            """, [.number(reader)] + scope.arguments
        ) { (id: $0.number("channel_id"), title: MatchableText($0.text("title"))) }
        let exact = known.filter { $0.title.words == phrase.words }
        return (exact.isEmpty ? known.filter { phrase.matches($0.title) } : exact).map(\.id).sorted()
    }
}

// MARK: - Queries without words

extension SearchListQuery {
    /// Finds stories by their list's own order, as no index of words is needed.
    private func withoutWords(
        _ query: SearchQuery, _ list: StoryList?, _ scope: StoryScope, _ feeds: [(channels: [Int64], isExcluded: Bool)]
    ) throws -> Found {
        let filter = query.filter
        // No index has what was read, and all that is not of a feed is too much.
        guard !filter.isEmpty, query.terms.isEmpty, filter.states[.read] == nil, !filter.states.values.contains(false),
            feeds.allSatisfy({ !$0.isExcluded })
        else { return Found(fault: .needsWord) }
        let isSaved = filter.states[.saved] == true || list?.markKind == .saved
        let stories = StoryFilter(isUnreadOnly: filter.states[.unread] == true || list?.isUnread == true)
        var found: [StoryReference] = []
        if isSaved || list?.isMarked == true {
            let marked = MarkedStoriesQuery(
                transaction: transaction, reader: reader, kind: isSaved ? .saved : .ticked, scope: scope)
            found = try marked.first(Self.window, filter: stories).filter { reference in
                feeds.allSatisfy { $0.channels.contains(reference.channel) }
            }
        } else {
            let scopes = feeds.first.map { $0.channels.prefix(Self.maxFeeds).map { StoryScope.channel($0) } } ?? [scope]
            for scope in scopes { found += try latest(in: scope, stories, query.filter) }
        }
        found = found.filter { reference in
            filter.after.map { reference.sortKey >= $0.milliseconds } ?? true
                && filter.before.map { reference.sortKey < $0.milliseconds } ?? true
        }.sorted { $0.cursor > $1.cursor }
        let isFull = found.count >= Self.window
        return Found(references: Self.deduplicated(Array(found.prefix(Self.window))), isFull: isFull)
    }

    private func latest(in scope: StoryScope, _ stories: StoryFilter, _ filter: SearchFilter) throws -> [StoryReference]
    {
        var cursor = try MergedStoryCursor(
            transaction, reader: reader, scope: scope, filter: stories, sortKey: .date,
            below: filter.before.map { ListCursor(sortKey: $0.milliseconds, story: .min) })
        var latest: [StoryReference] = []
        while latest.count < Self.window, let reference = try cursor.next(),
            filter.after.map({ reference.sortKey >= $0.milliseconds }) ?? true
        {
            latest.append(reference)
        }
        return latest
    }
}
