import Library
import Markup
import News
import URLs

/// The filter of the publishers shown.
struct PublisherFilter: Equatable {
    var words = ""
    var category: NewsCategory?
    var language: String?
    var showsAll = false

    init(_ form: QueryParameters) {
        words = (form["q"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(100).lowercased()
        category = form["category"].flatMap(NewsCategory.init(rawValue:))
        language = form["language"].flatMap { $0.isEmpty ? nil : String($0.prefix(35)) }
        showsAll = form["all"] == "1"
    }

    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if !words.isEmpty { fields.append(("q", words)) }
        if let category { fields.append(("category", category.rawValue)) }
        if let language { fields.append(("language", language)) }
        if showsAll { fields.append(("all", "1")) }
        return fields
    }

    var query: String { fields.map { "\($0.name)=\(QueryParameters.encoded($0.value))" }.joined(separator: "&") }

    func accepts(_ listed: ListedPublisher) -> Bool {
        (words.isEmpty || listed.publisher.title.lowercased().contains(words))
            && (category == nil || listed.category == category)
            && (language == nil || listed.language.map(Self.base) == language)
    }

    /// Returns the base of a language tag: "en" of "en-GB".
    static func base(_ language: String) -> String {
        language.split(separator: "-").first.map { $0.lowercased() } ?? language
    }
}

/// A list of the publishers that can be followed, with a search.
struct PublisherListView {
    let scope: RequestScope
    let options: TopicOptions
    let publishers: [ListedPublisher]
    let topics: [FollowedTopic]
    let filter: PublisherFilter
    let returnPath: String

    /// The number of rows before *Show all*.
    static let pageSize = 30

    func write(into w: inout HTMLWriter) {
        TopicGroupView.write("publishers", Strings.publishers, into: &w) { w in
            writeFilter(&w)
            w.element(.div, [.id("publisher-list")]) { w in writeRows(&w) }
            if let service = options.service { writeRefreshForm(service.site.host, &w) }
        }
    }

    private func writeFilter(_ w: inout HTMLWriter) {
        let categories = Set(publishers.compactMap(\.category))
        let languages = Set(publishers.compactMap(\.language).map(PublisherFilter.base))
        w.element(
            .form,
            [
                .method("get"), .class("publisher-filter"), .role("search"), .aria("label", Strings.publishers),
                .action(scope.path(Route.topics) + "#publishers"),
            ]
        ) { w in
            w.void(
                .input, class: "input",
                [
                    .type("search"), .name("q"), .maxlength(100), .autocapitalize("off"),
                    .autocomplete("off"), .aria("label", Strings.searchPublishers),
                    .placeholder(Strings.searchPublishers), .value(filter.words),
                ])
            TopicSelect.write(
                "category", Strings.category, none: Strings.anyCategory, chosen: filter.category?.rawValue,
                NewsCategory.allCases.filter(categories.contains).map { ($0.rawValue, Strings.category($0)) },
                into: &w)
            TopicSelect.write(
                "language", Strings.language, none: Strings.anyLanguage, chosen: filter.language,
                languages.map { ($0, Strings.language($0)) }.sorted { $0.1 < $1.1 }, into: &w)
            w.element(.button, class: "button", [.data(.noScript)], text: Strings.filter)
        }
    }

    private func writeRows(_ w: inout HTMLWriter) {
        let found = publishers.filter(filter.accepts)
        guard !found.isEmpty else {
            return w.element(.p, class: "note", [.role("status")], text: Strings.noPublishers)
        }
        let shown = filter.showsAll ? found[...] : found.prefix(Self.pageSize)
        w.element(
            .p, class: "note", [.role("status")], text: Strings.publisherCount(shown.count, of: found.count))
        w.element(.ul, class: "publishers") { w in
            for (index, listed) in shown.enumerated() { write(listed, index, &w) }
        }
        guard shown.count < found.count else { return }
        var all = filter
        all.showsAll = true
        let path = "\(scope.path(Route.topics))?\(all.query)#publishers"
        w.element(.div, class: "more") { w in
            w.element(.a, class: "button wide-button", [.href(path)], text: Strings.showAllPublishers)
        }
    }

    private func write(_ listed: ListedPublisher, _ index: Int, _ w: inout HTMLWriter) {
        let title = listed.publisher.title
        let code = TopicForm.code(of: listed.publisher)
        let followed = topics.first { topic in
            if case .publisher(let known) = topic.subject { TopicForm.code(of: known) == code } else { false }
        }
        let details = [
            listed.category.map(Strings.category), listed.language.map { Strings.language(PublisherFilter.base($0)) },
            listed.country.map { Strings.country($0, in: options) },
        ].compactMap(\.self)
        w.element(.li, class: "feed-row") { w in
            w.element(.span, class: "name") { w in
                w.element(.b, text: title)
                if !details.isEmpty { w.element(.small, text: details.joined(separator: " · ")) }
            }
            TopicToggle(
                scope: scope, subject: .publisher(listed.publisher), followed: followed, returnPath: returnPath
            ).write(
                id: "publisher-\(index)", style: "chip",
                label: followed == nil ? Strings.follow : Strings.followsNow, accessibleLabel: title, into: &w)
        }
    }

    /// Writes the form that updates the list; script sends it once when the page is opened, since a GET causes no
    /// fetch.
    private func writeRefreshForm(_ host: String, _ w: inout HTMLWriter) {
        ActionForm(scope, .refreshPublishers, returnPath: returnPath, style: "native-submit topic-form card-form")
            .write(into: &w) { w in
                w.element(.button, class: "quiet", [.id("update-publishers")]) { w in
                    Icon.refresh.write(scope, into: &w)
                    w.text(Strings.updatePublishers(host))
                }
            }
    }
}

enum TopicSelect {
    /// Writes a `select` element.
    /// - Parameter none: the label for no choice; nil to omit the option.
    static func write(
        _ name: String, _ label: String, none: String?, chosen: String?,
        _ choices: [(value: String, label: String)], into w: inout HTMLWriter
    ) {
        w.element(.select, class: "input", [.name(name), .aria("label", label)]) { w in
            if let none { w.element(.option, [.value("")], text: none) }
            for choice in choices {
                w.element(.option, [.value(choice.value), .selected(choice.value == chosen)], text: choice.label)
            }
        }
    }
}

/// A button that is pressed while a subject is followed.
struct TopicToggle {
    let scope: RequestScope
    let subject: TopicSubject
    let followed: FollowedTopic?
    let returnPath: String

    /// Writes the button.
    /// - Parameter accessibleLabel: the name of the subject, if the label does not have it.
    func write(
        id: String, style: StaticString, label: String, accessibleLabel: String? = nil, into w: inout HTMLWriter
    ) {
        let isFollowed = followed != nil
        let fields = followed.map { [(name: "topic", value: String($0.id.rawValue))] } ?? TopicForm.fields(of: subject)
        let filter = isFollowed ? PublisherFilter(scope.query).fields : []
        let fullLabel = accessibleLabel.map { "\(label) \($0)" }
        ActionForm(
            scope, isFollowed ? .unfollowTopic : .followTopic, returnPath: returnPath, fields: fields + filter,
            style: "native-submit topic-form"
        ).write(into: &w) { w in
            w.element(
                .button,
                [
                    .class(style), .id(id), .aria("pressed", isFollowed ? "true" : "false"),
                    .aria("label", fullLabel),
                ]
            ) { w in
                w.element(.span, text: label)
                (isFollowed ? Icon.check : Icon.plus).write(scope, into: &w)
            }
        }
    }
}
