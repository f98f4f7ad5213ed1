import Library
import News

/// The form of an action on a followed topic.
struct FollowedTopicForm: FormValue {
    let topic: TopicID
    /// `up` or `down`.
    let direction: String?
    /// True to unfollow a place on the page of places.
    let forget: Bool
    /// The filter of the publishers shown.
    let filter: QueryParameters

    static let faults = ["topic": Strings.noSuchTopic]
}

/// The actions that follow, unfollow and move the topics of an edition.
struct TopicActions {
    let scope: RequestScope

    private var service: TopicService { scope.library.topics }

    private func options() throws(LibraryError) -> TopicOptions {
        guard let options = scope.edition.topics else { throw .notThere }
        return options
    }

    func follow(_ form: TopicForm) async throws(LibraryError) -> ActionOutcome {
        let options = try options()
        let publishers =
            form.kind == "publisher" ? try await service.publishers(in: scope.edition, for: scope.reader) : []
        let subject: TopicSubject
        do { subject = try form.subject(options: options, publishers: publishers) } catch {
            return rejected(form, error.userMessage)
        }
        let known = try await service.topics(in: scope.edition.id, for: scope.reader)
        guard known.count < TopicService.maxTopics || known.contains(where: { $0.subject == subject }) else {
            return rejected(form, Strings.topicLimit(known.count))
        }
        let topic = try await service.follow(subject, in: scope.edition, for: scope.reader)
        return .done(Strings.following(Strings.topic(topic.subject, in: options)), count: 1)
    }

    /// Returns the outcome of rejected input. Without script the page shows the reason and keeps the typed words.
    private func rejected(_ form: TopicForm, _ sentence: String) -> ActionOutcome {
        let typed = form.kind == "words" ? form.value ?? "" : nil
        let query = typed.map { "?words=\(QueryParameters.encoded(String($0.prefix(300))))#words" } ?? ""
        return .failed(sentence, go: scope.path(Route.topics) + query)
    }

    func unfollow(_ form: FollowedTopicForm) async throws(LibraryError) -> ActionOutcome {
        let topic = try await namedTopic(form)
        let title = Strings.topic(topic.subject, in: try options())
        try await service.unfollow(topic.id, for: scope.reader)
        if form.forget {
            return .done(Strings.forgotten(title), count: 1, go: scope.path(Route.places))
        }
        let filter = PublisherFilter(form.filter).query
        let query = TopicForm.query(of: topic.subject) + (filter.isEmpty ? "" : "&\(filter)")
        return .done(Strings.unfollowed(title), count: 1, go: "\(scope.path(Route.topics))?\(query)")
    }

    func move(_ form: FollowedTopicForm) async throws(LibraryError) -> ActionOutcome {
        let topic = try await namedTopic(form)
        let isUp = form.direction == "up"
        try await service.move(topic.id, isUp: isUp, for: scope.reader)
        return .done(Strings.moved(Strings.topic(topic.subject, in: try options()), isUp: isUp))
    }

    func refreshPublishers() async throws(LibraryError) -> ActionOutcome {
        _ = try options()
        try await service.refreshPublishers(in: scope.edition, for: scope.reader)
        return .done(Strings.publishersUpdated)
    }

    private func namedTopic(_ form: FollowedTopicForm) async throws(LibraryError) -> FollowedTopic {
        let known = try await service.topics(in: scope.edition.id, for: scope.reader)
        guard let topic = known.first(where: { $0.id == form.topic }) else { throw .invalid(why: Strings.noSuchTopic) }
        return topic
    }
}
