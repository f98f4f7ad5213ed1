import Library
import Markup
import News
import URLs

/// A page with the topics that a reader follows in an edition, and others to follow.
struct TopicsPage {
    /// Returns the page.
    /// - Throws: `.notThere` for an edition without topics.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let options = scope.edition.topics else { throw .notThere }
        let service = scope.library.topics
        let view = TopicsView(
            scope: scope, options: options,
            topics: try await service.topics(in: scope.edition.id, for: scope.reader),
            publishers: try await service.publishers(in: scope.edition, for: scope.reader))
        var layout = PageLayout(
            scope: scope, title: Strings.yourTopics, left: .back(.today), barTitle: Strings.yourTopics, actions: [])
        layout.extras = [.stylesheet("settings.css"), .stylesheet("topics.css"), .module("topics.js")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<div class=\"page-column topics\" id=\"topics\"><h1 class=\"visually-hidden\">")
                w.text(Strings.yourTopics)
                w.raw("</h1>")
                view.write(into: &w)
                w.raw("</div>")
            })
    }
}

struct TopicsView {
    let scope: RequestScope
    let options: TopicOptions
    let topics: [FollowedTopic]
    let publishers: [ListedPublisher]

    private var filter: PublisherFilter { PublisherFilter(scope.query) }

    /// The path of this page with the filter.
    private var returnPath: String {
        let query = filter.query
        return scope.path(Route.topics) + (query.isEmpty ? "" : "?\(query)")
    }

    func write(into w: inout HTMLWriter) {
        writeUnfollowed(&w)
        FollowedTopicsView(scope: scope, options: options, topics: topics, returnPath: returnPath).write(into: &w)
        writeCategories(&w)
        writeWords(&w)
        writeHeadlines(&w)
        writeLinks(&w)
        PublisherListView(
            scope: scope, options: options, publishers: publishers, topics: topics, filter: filter,
            returnPath: returnPath
        ).write(into: &w)
    }

    /// Writes a note after a topic was unfollowed, with a button that follows it again.
    private func writeUnfollowed(_ w: inout HTMLWriter) {
        guard scope.query["kind"] != nil else { return }
        let subject: TopicSubject
        // A modified URL may name no valid subject.
        do { subject = try TopicForm.subject(in: scope.query, options: options, publishers: publishers) } catch {
            return
        }
        guard !topics.contains(where: { $0.subject == subject }) else { return }
        w.raw("<div class=\"unfollow-notice\" role=\"status\"><p>")
        w.text(Strings.isUnfollowed(Strings.topic(subject, in: options)))
        w.raw("</p>")
        ActionForm(
            scope, .followTopic, returnPath: returnPath, fields: TopicForm.fields(of: subject),
            style: "native-submit topic-form"
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\" id=\"follow-again\">")
            w.text(Strings.followAgain)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    private func writeGroup(
        _ id: StaticString, _ title: String, _ w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void
    ) {
        w.raw("<section class=\"topic-group\" aria-labelledby=\"")
        w.raw(id)
        w.raw("\"><h2 class=\"group-heading\" id=\"")
        w.raw(id)
        w.raw("\">")
        w.text(title)
        w.raw("</h2>")
        content(&w)
        w.raw("</section>")
    }

    private func writeCategories(_ w: inout HTMLWriter) {
        writeGroup("categories", Strings.categories, &w) { w in
            w.raw("<div class=\"tiles\">")
            for category in NewsCategory.allCases {
                TopicToggle(
                    scope: scope, subject: .category(category),
                    followed: topics.first { $0.subject == .category(category) }, returnPath: returnPath
                ).write(
                    id: "category-\(category.rawValue)", style: "tile", label: Strings.category(category), into: &w)
            }
            w.raw("</div>")
        }
    }

    private func writeWords(_ w: inout HTMLWriter) {
        let typed = scope.query["words"]
        writeGroup("words", Strings.words, &w) { w in
            ActionForm(
                scope, .followTopic, returnPath: returnPath, fields: [("kind", "words")],
                style: "native-submit topic-form inline-form"
            ).write(into: &w) { w in
                w.raw(
                    "<input class=\"input\" name=\"value\" id=\"typed-words\" autocapitalize=\"off\" autocomplete=\"off\""
                )
                w.raw(" required aria-describedby=\"words-note\"")
                w.attribute("aria-label", Strings.words)
                w.attribute("value", typed ?? "")
                w.raw("><button class=\"button\" id=\"follow-words\">")
                w.text(Strings.followWords)
                w.raw("</button>")
            }
            writeWordsNote(typed, &w)
        }
    }

    /// Writes the error in the words, or else a hint of their use.
    private func writeWordsNote(_ typed: String?, _ w: inout HTMLWriter) {
        var fault: String?
        if let typed {
            do { _ = try TopicForm.words(typed) } catch { fault = error.userMessage }
        }
        w.raw(fault == nil ? "<p class=\"note\"" : "<p class=\"error-note\" role=\"alert\"")
        w.raw(" id=\"words-note\">")
        w.text(fault ?? Strings.wordsHint)
        w.raw("</p>")
    }

    private func writeHeadlines(_ w: inout HTMLWriter) {
        let others = options.shelves.filter { shelf in
            !topics.contains { $0.subject == .headlines(country: shelf.country) }
        }
        guard !others.isEmpty else { return }
        writeGroup("countries", Strings.countries, &w) { w in
            ActionForm(
                scope, .followTopic, returnPath: returnPath, fields: [("kind", "headlines")],
                style: "native-submit topic-form inline-form"
            ).write(into: &w) { w in
                TopicSelect.write(
                    "value", Strings.country, none: nil, chosen: nil, others.map { ($0.country, $0.title) }, into: &w)
                w.raw("<button class=\"button\" id=\"follow-headlines\">")
                w.text(Strings.followHeadlines)
                w.raw("</button>")
            }
        }
    }

    private func writeLinks(_ w: inout HTMLWriter) {
        w.raw("<div class=\"topic-group topic-links\">")
        SettingsView.writeLink(scope, scope.path(Route.places), Strings.place, Strings.placeHint, into: &w)
        if let service = options.service {
            SettingsView.writeLink(
                scope, scope.path(Route.apiKey), Strings.apiKey(service.site.host), Strings.serviceKeyHint,
                into: &w)
        }
        w.raw("</div>")
    }
}

/// A view of the followed topics, in the reader's order.
struct FollowedTopicsView {
    let scope: RequestScope
    let options: TopicOptions
    let topics: [FollowedTopic]
    let returnPath: String

    func write(into w: inout HTMLWriter) {
        w.raw(
            "<section class=\"topic-group\" aria-labelledby=\"followed\"><h2 class=\"group-heading\" id=\"followed\" tabindex=\"-1\">"
        )
        w.text(Strings.followedTopics)
        w.raw("</h2><p class=\"note\">")
        let isFull = topics.count >= TopicService.maxTopics
        w.text(topics.isEmpty ? Strings.noTopics : isFull ? Strings.topicLimit(topics.count) : Strings.topicOrder)
        w.raw("</p>")
        if !topics.isEmpty {
            w.raw("<ol class=\"followed-topics\">")
            for (index, topic) in topics.enumerated() { write(topic, index, &w) }
            w.raw("</ol>")
        }
        w.raw("</section>")
    }

    private func write(_ topic: FollowedTopic, _ index: Int, _ w: inout HTMLWriter) {
        let title = Strings.topic(topic.subject, in: options)
        w.raw("<li class=\"feed-row\"><a class=\"name\"")
        w.attribute("href", scope.path(Route.section(topic.section, depth: 0)))
        w.raw("><b>")
        w.text(title)
        w.raw("</b><small>")
        w.text(Strings.topicDetail(topic.subject))
        w.raw("</small></a>")
        if index > 0 {
            writeButton(topic, .moveTopic, "up", Strings.moveUp(title), .down, [("direction", "up")], &w)
        }
        if index < topics.count - 1 {
            writeButton(topic, .moveTopic, "down", Strings.moveDown(title), .down, [("direction", "down")], &w)
        }
        writeButton(topic, .unfollowTopic, "unfollow", Strings.unfollow(title), .close, [], &w)
        w.raw("</li>")
    }

    private func writeButton(
        _ topic: FollowedTopic, _ action: Route.Action, _ name: String, _ label: String, _ icon: Icon,
        _ fields: [(name: String, value: String)], _ w: inout HTMLWriter
    ) {
        ActionForm(
            scope, action, returnPath: returnPath,
            fields: [("topic", String(topic.id.rawValue))] + fields + PublisherFilter(scope.query).fields,
            style: "native-submit topic-form"
        ).write(into: &w) { w in
            w.raw("<button class=\"icon-button\"")
            w.attribute("id", "\(name)-\(topic.id.rawValue)")
            w.attribute("data-topic-action", name)
            w.attribute("title", label)
            w.attribute("aria-label", label)
            w.raw(">")
            icon.write(scope, into: &w)
            w.raw("</button>")
        }
    }
}
