import Library
import News

/// The actions that follow, unfollow and move the topics of an edition.
struct TopicActions {
    let scope: RequestScope
    let form: QueryParameters

    private var service: TopicService { scope.library.topics }

    private func options() throws(LibraryError) -> TopicOptions {
        guard let options = scope.edition.topics else { throw .notThere }
        return options
    }

    func follow() async throws(LibraryError) -> ActionHandler.Outcome {
        let options = try options()
        let publishers =
            form["kind"] == "publisher" ? try await service.publishers(in: scope.edition, for: scope.reader) : []
        let subject: TopicSubject
        do { subject = try TopicForm.subject(in: form, options: options, publishers: publishers) } catch {
            return rejected(error.userMessage)
        }
        let known = try await service.topics(in: scope.edition.id, for: scope.reader)
        guard known.count < TopicService.maxTopics || known.contains(where: { $0.subject == subject }) else {
            return rejected(Strings.topicLimit(known.count))
        }
        let topic = try await service.follow(subject, in: scope.edition, for: scope.reader)
        return ActionHandler.Outcome(count: 1, words: Strings.following(Strings.topic(topic.subject, in: options)))
    }

    /// Returns the outcome of rejected input. Without script the page shows the reason and keeps the typed words.
    private func rejected(_ sentence: String) -> ActionHandler.Outcome {
        let typed = form["kind"] == "words" ? form["value"] ?? "" : nil
        let query = typed.map { "?words=\(QueryParameters.encoded(String($0.prefix(300))))#words" } ?? ""
        return ActionHandler.Outcome(words: sentence, go: scope.path(Route.topics) + query, failed: true)
    }

    func unfollow() async throws(LibraryError) -> ActionHandler.Outcome {
        let topic = try await namedTopic()
        let title = Strings.topic(topic.subject, in: try options())
        try await service.unfollow(topic.id, for: scope.reader)
        if form["forget"] == "1" {
            return ActionHandler.Outcome(count: 1, words: Strings.forgotten(title), go: scope.path(Route.places))
        }
        let filter = PublisherFilter(form).query
        let query = TopicForm.query(of: topic.subject) + (filter.isEmpty ? "" : "&\(filter)")
        return ActionHandler.Outcome(
            count: 1, words: Strings.unfollowed(title), go: "\(scope.path(Route.topics))?\(query)")
    }

    func move() async throws(LibraryError) -> ActionHandler.Outcome {
        let topic = try await namedTopic()
        let isUp = form["direction"] == "up"
        try await service.move(topic.id, isUp: isUp, for: scope.reader)
        return ActionHandler.Outcome(words: Strings.moved(Strings.topic(topic.subject, in: try options()), isUp: isUp))
    }

    func refreshPublishers() async throws(LibraryError) -> ActionHandler.Outcome {
        _ = try options()
        try await service.refreshPublishers(in: scope.edition, for: scope.reader)
        return ActionHandler.Outcome(words: Strings.publishersUpdated)
    }

    private func namedTopic() async throws(LibraryError) -> FollowedTopic {
        let id = form.id("topic").map { TopicID(rawValue: $0) }
        let known = try await service.topics(in: scope.edition.id, for: scope.reader)
        guard let topic = known.first(where: { $0.id == id }) else { throw .invalid(why: Strings.noSuchTopic) }
        return topic
    }
}
