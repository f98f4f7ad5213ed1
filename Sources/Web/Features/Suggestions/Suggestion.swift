import Library
import News
import Places
import URLs

/// Something to follow, with the reason why it is suggested.
struct Suggestion: Sendable {
    /// The key by which it is dismissed.
    let key: String
    let title: String
    /// The kind of the thing, and where it would be followed.
    let place: String
    let reason: String
    /// The action that follows it, and the edition that it is sent to.
    let action: ActionName
    let edition: EditionID
    let fields: [(name: String, value: String)]
}

/// The suggestions for a reader, computed when a page is made.
struct SuggestionFinder {
    let scope: RequestScope

    /// The number of suggestions of each kind.
    private static let maxCount = 5

    /// Returns the suggestions for a page where a reader looks for feeds (`follow`) or topics (`followTopic`), those first.
    func suggestions(beginningWith action: ActionName) async throws(LibraryError) -> [Suggestion] {
        let all = try await suggestions()
        return all.filter { $0.action == action } + all.filter { $0.action != action }
    }

    /// Returns the suggestions without dismissed ones and those that the reader follows; none while they are off.
    func suggestions() async throws(LibraryError) -> [Suggestion] {
        let choice = scope.preferences.suggestions
        guard choice.isOn else { return [] }
        let interests = try await scope.library.suggestions.interests(for: scope.reader)
        let dismissed = Set(choice.dismissed)
        let all = try await subjects(interests.words) + feeds(interests)
        return all.filter { !dismissed.contains($0.key) }
    }

    // MARK: - Words and places

    /// The newspaper whose topics are suggested: this one, or the first that has any.
    private var topicEdition: Edition? {
        scope.edition.topics != nil ? scope.edition : scope.shownEditions.first { $0.topics != nil }
    }

    private func subjects(_ words: [ReadingInterests.Word]) async throws(LibraryError) -> [Suggestion] {
        guard let edition = topicEdition else { return [] }
        let followed = Set(
            try await scope.library.topics.topics(in: edition.id, for: scope.reader).compactMap { topic in
                switch topic.subject {
                case .words(let words): words.lowercased()
                case .place(let place): place.name.lowercased()
                case .headlines, .category, .publisher: nil
                }
            })
        return words.filter { !followed.contains($0.text.lowercased()) }.prefix(Self.maxCount).map { word in
            let place = word.isName ? Self.town(named: word.text) : nil
            let subject = place.map { TopicSubject.place($0.place) } ?? .words(word.text)
            return Suggestion(
                key: "\(place == nil ? "words" : "place"):\(word.text.lowercased())",
                title: place?.fullName ?? "“\(word.text)”",
                place: Strings.suggestedTopic(isPlace: place != nil, in: edition.title),
                reason: Strings.suggestionReason(word.count, about: word.text), action: .followTopic,
                edition: edition.id, fields: TopicForm.fields(of: subject))
        }
    }

    private static func town(named name: String) -> GazetteerEntry? {
        Gazetteer.shared.search(name, limit: 1).first { $0.place.name.lowercased() == name.lowercased() }
    }

    // MARK: - Feeds

    /// Returns feeds that are read in other newspapers, and those of the catalogue to whose sites the stories lead.
    private func feeds(_ interests: ReadingInterests) async throws(LibraryError) -> [Suggestion] {
        guard let own = scope.dependencies.editions.first(where: \.usesFolders) else { return [] }
        let known = FeedCatalog(try await scope.library.subscriptions.knownFeeds(for: scope.reader), in: scope)
        let read = interests.channels.prefix(Self.maxCount).map { channel in
            Suggestion(
                key: "channel:\(channel.id.rawValue)", title: channel.title,
                place: Strings.suggestedFeed(in: own.title),
                reason: Strings.suggestionReason(channel.count, of: channel.title), action: .follow, edition: own.id,
                fields: [("channel", String(channel.id.rawValue))])
        }
        let channels = Set(interests.channels.map(\.id))
        let linked = known.entries(at: Set(interests.hosts.keys)).filter { entry in
            !entry.isFollowed && entry.channel.map { !channels.contains($0) } ?? true
        }.prefix(Self.maxCount).compactMap { entry -> Suggestion? in
            guard let count = interests.hosts[entry.address.bareHost] else { return nil }
            return Suggestion(
                key: "feed:\(entry.address.text)", title: entry.title, place: Strings.suggestedFeed(in: own.title),
                reason: Strings.suggestionReason(count, leadingTo: entry.address.bareHost),
                action: .follow, edition: own.id,
                fields: entry.channel.map { [("channel", String($0.rawValue))] }
                    ?? [("address", entry.address.text), ("title", entry.title)])
        }
        return read + linked
    }
}
