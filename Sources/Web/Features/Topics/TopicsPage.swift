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
        let suggestions = try await SuggestionFinder(scope: scope).suggestions(beginningWith: .followTopic)
        var layout = PageLayout(
            scope: scope, title: Strings.yourTopics, left: .back(.today), barTitle: Strings.yourTopics, actions: [])
        layout.extras = [
            .stylesheet("settings.css"), .stylesheet("topics.css"), .stylesheet("feeds.css"), .module("topics.js"),
        ]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column topics", [.id("topics")]) { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.yourTopics)
                    SuggestionListView(scope: scope, suggestions: suggestions, isBeside: true).write(into: &w)
                    view.write(into: &w)
                }
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
        do { subject = try TopicForm(scope.query).subject(options: options, publishers: publishers) } catch {
            return
        }
        guard !topics.contains(where: { $0.subject == subject }) else { return }
        w.element(.div, class: "unfollow-notice", [.role("status")]) { w in
            w.element(.p, text: Strings.isUnfollowed(Strings.topic(subject, in: options)))
            ActionForm(
                scope, .followTopic, returnPath: returnPath, fields: TopicForm.fields(of: subject),
                style: "native-submit topic-form"
            ).write(into: &w) { w in
                w.element(.button, class: "quiet", [.id("follow-again")], text: Strings.followAgain)
            }
        }
    }

    private func writeCategories(_ w: inout HTMLWriter) {
        TopicGroupView.write("categories", Strings.categories, into: &w) { w in
            w.element(.div, class: "tiles") { w in
                for category in NewsCategory.allCases {
                    TopicToggle(
                        scope: scope, subject: .category(category),
                        followed: topics.first { $0.subject == .category(category) }, returnPath: returnPath
                    ).write(
                        id: "category-\(category.rawValue)", style: "tile", label: Strings.category(category),
                        into: &w)
                }
            }
        }
    }

    private func writeWords(_ w: inout HTMLWriter) {
        let typed = scope.query["words"]
        TopicGroupView.write("words", Strings.words, into: &w) { w in
            ActionForm(
                scope, .followTopic, returnPath: returnPath, fields: [("kind", "words")],
                style: "native-submit topic-form inline-form"
            ).write(into: &w) { w in
                w.void(
                    .input, class: "input",
                    [
                        .name("value"), .id("typed-words"), .autocapitalize("off"),
                        .autocomplete("off"), .required(), .aria("describedby", "words-note"),
                        .aria("label", Strings.words), .value(typed ?? ""),
                    ])
                w.element(.button, class: "button", [.id("follow-words")], text: Strings.followWords)
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
        let isFault = fault != nil
        w.element(
            .p, [.class(isFault ? "error-note" : "note"), .role(isFault ? "alert" : nil), .id("words-note")],
            text: fault ?? Strings.wordsHint)
    }

    private func writeHeadlines(_ w: inout HTMLWriter) {
        let others = options.shelves.filter { shelf in
            !topics.contains { $0.subject == .headlines(country: shelf.country) }
        }
        guard !others.isEmpty else { return }
        TopicGroupView.write("countries", Strings.countries, into: &w) { w in
            ActionForm(
                scope, .followTopic, returnPath: returnPath, fields: [("kind", "headlines")],
                style: "native-submit topic-form inline-form"
            ).write(into: &w) { w in
                TopicSelect.write(
                    "value", Strings.country, none: nil, chosen: nil, others.map { ($0.country, $0.title) }, into: &w)
                w.element(.button, class: "button", [.id("follow-headlines")], text: Strings.followHeadlines)
            }
        }
    }

    private func writeLinks(_ w: inout HTMLWriter) {
        w.element(.div, class: "topic-group topic-links") { w in
            SettingsView.writeLink(scope, scope.path(Route.places), Strings.place, Strings.placeHint, into: &w)
            if let service = options.service {
                SettingsView.writeLink(
                    scope, scope.path(Route.apiKey), Strings.apiKey(service.site.host), Strings.serviceKeyHint,
                    into: &w)
            }
        }
    }
}

/// A section of the pages of topics and places, with a heading that names it.
enum TopicGroupView {
    /// Writes the section.
    /// - Parameters:
    ///   - id: the ID of the heading.
    ///   - tabindex: the tab index of the heading; nil for a heading that script does not focus.
    static func write(
        _ id: String, _ title: String, tabindex: Int? = nil, into w: inout HTMLWriter,
        content: (inout HTMLWriter) -> Void
    ) {
        w.element(.section, class: "topic-group", [.aria("labelledby", id)]) { w in
            w.element(.h2, class: "group-heading", [.id(id), .tabindex(tabindex)], text: title)
            content(&w)
        }
    }
}

/// A view of the followed topics, in the reader's order.
struct FollowedTopicsView {
    let scope: RequestScope
    let options: TopicOptions
    let topics: [FollowedTopic]
    let returnPath: String

    func write(into w: inout HTMLWriter) {
        let isFull = topics.count >= TopicService.maxTopics
        let hint = isFull ? Strings.topicLimit(topics.count) : Strings.topicOrder
        TopicGroupView.write("followed", Strings.followedTopics, tabindex: -1, into: &w) { w in
            w.element(.p, class: "note", text: topics.isEmpty ? Strings.noTopics : hint)
            guard !topics.isEmpty else { return }
            w.element(.ol, class: "followed-topics") { w in
                for (index, topic) in topics.enumerated() { write(topic, index, &w) }
            }
        }
    }

    private func write(_ topic: FollowedTopic, _ index: Int, _ w: inout HTMLWriter) {
        let title = Strings.topic(topic.subject, in: options)
        w.element(.li, class: "feed-row") { w in
            w.element(.a, class: "name", [.href(scope.path(Route.section(topic.section, depth: 0)))]) { w in
                w.element(.b, text: title)
                w.element(.small, text: Strings.topicDetail(topic.subject))
            }
            if index > 0 {
                writeButton(topic, .moveTopic, "up", Strings.moveUp(title), .down, [("direction", "up")], &w)
            }
            if index < topics.count - 1 {
                writeButton(topic, .moveTopic, "down", Strings.moveDown(title), .down, [("direction", "down")], &w)
            }
            writeAlert(topic, title, &w)
            writeButton(topic, .unfollowTopic, "unfollow", Strings.unfollow(title), .close, [], &w)
        }
    }

    /// Writes a button that alerts of a topic's words or place, or else of all that its section brings.
    private func writeAlert(_ topic: FollowedTopic, _ title: String, _ w: inout HTMLWriter) {
        let offer = AlertOffer(subject: AlertOffer.subject(of: topic), rule: nil)
        ActionForm(
            scope, .saveAlert, returnPath: returnPath, fields: AlertRuleForm.fields(of: offer.subject),
            style: "native-submit"
        ).write(into: &w) { w in
            let label = "\(Strings.alertMe): \(title)"
            w.element(.button, class: "icon-button", [.title(label), .aria("label", label)]) { w in
                Icon.bell.write(scope, into: &w)
            }
        }
    }

    private func writeButton(
        _ topic: FollowedTopic, _ action: ActionName, _ name: String, _ label: String, _ icon: Icon,
        _ fields: [(name: String, value: String)], _ w: inout HTMLWriter
    ) {
        ActionForm(
            scope, action, returnPath: returnPath,
            fields: [("topic", String(topic.id.rawValue))] + fields + PublisherFilter(scope.query).fields,
            style: "native-submit topic-form"
        ).write(into: &w) { w in
            w.element(
                .button, class: "icon-button",
                [
                    .id("\(name)-\(topic.id.rawValue)"), .data(.topicAction, name),
                    .title(label), .aria("label", label),
                ]
            ) { w in icon.write(scope, into: &w) }
        }
    }
}
