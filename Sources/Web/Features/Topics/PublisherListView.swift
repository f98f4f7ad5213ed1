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
        w.raw(
            "<section class=\"topic-group\" aria-labelledby=\"publishers\"><h2 class=\"group-heading\" id=\"publishers\">"
        )
        w.text(Strings.publishers)
        w.raw("</h2>")
        writeFilter(&w)
        w.raw("<div id=\"publisher-list\">")
        writeRows(&w)
        w.raw("</div>")
        if let service = options.service { writeRefreshForm(service.site.host, &w) }
        w.raw("</section>")
    }

    private func writeFilter(_ w: inout HTMLWriter) {
        w.raw("<form method=\"get\" class=\"publisher-filter\" role=\"search\"")
        w.attribute("aria-label", Strings.publishers)
        w.attribute("action", scope.path(Route.topics) + "#publishers")
        w.raw("><input class=\"input\" type=\"search\" name=\"q\" maxlength=\"100\"")
        w.raw(" autocapitalize=\"off\" autocomplete=\"off\"")
        w.attribute("aria-label", Strings.searchPublishers)
        w.attribute("placeholder", Strings.searchPublishers)
        w.attribute("value", filter.words)
        w.raw(">")
        let categories = Set(publishers.compactMap(\.category))
        TopicSelect.write(
            "category", Strings.category, none: Strings.anyCategory, chosen: filter.category?.rawValue,
            NewsCategory.allCases.filter(categories.contains).map { ($0.rawValue, Strings.category($0)) }, into: &w)
        let languages = Set(publishers.compactMap(\.language).map(PublisherFilter.base))
        TopicSelect.write(
            "language", Strings.language, none: Strings.anyLanguage, chosen: filter.language,
            languages.map { ($0, Strings.language($0)) }.sorted { $0.1 < $1.1 }, into: &w)
        w.raw("<button class=\"button\" data-no-script>")
        w.text(Strings.filter)
        w.raw("</button></form>")
    }

    private func writeRows(_ w: inout HTMLWriter) {
        let found = publishers.filter(filter.accepts)
        guard !found.isEmpty else {
            w.raw("<p class=\"note\" role=\"status\">")
            w.text(Strings.noPublishers)
            return w.raw("</p>")
        }
        let shown = filter.showsAll ? found[...] : found.prefix(Self.pageSize)
        w.raw("<p class=\"note\" role=\"status\">")
        w.text(Strings.publisherCount(shown.count, of: found.count))
        w.raw("</p><ul class=\"publishers\">")
        for (index, listed) in shown.enumerated() { write(listed, index, &w) }
        w.raw("</ul>")
        guard shown.count < found.count else { return }
        var all = filter
        all.showsAll = true
        w.raw("<div class=\"more\"><a class=\"button wide-button\"")
        w.attribute("href", "\(scope.path(Route.topics))?\(all.query)#publishers")
        w.raw(">")
        w.text(Strings.showAllPublishers)
        w.raw("</a></div>")
    }

    private func write(_ listed: ListedPublisher, _ index: Int, _ w: inout HTMLWriter) {
        let title = listed.publisher.title
        let code = TopicForm.code(of: listed.publisher)
        let followed = topics.first { topic in
            if case .publisher(let known) = topic.subject { TopicForm.code(of: known) == code } else { false }
        }
        w.raw("<li class=\"feed-row\"><span class=\"name\"><b>")
        w.text(title)
        w.raw("</b>")
        let details = [
            listed.category.map(Strings.category), listed.language.map { Strings.language(PublisherFilter.base($0)) },
            listed.country.map { Strings.country($0, in: options) },
        ].compactMap(\.self)
        if !details.isEmpty {
            w.raw("<small>")
            w.text(details.joined(separator: " · "))
            w.raw("</small>")
        }
        w.raw("</span>")
        TopicToggle(scope: scope, subject: .publisher(listed.publisher), followed: followed, returnPath: returnPath)
            .write(
                id: "publisher-\(index)", style: "chip",
                label: followed == nil ? Strings.follow : Strings.followsNow, accessibleLabel: title, into: &w)
        w.raw("</li>")
    }

    /// Writes the form that updates the list; script sends it once when the page is opened, since a GET causes no
    /// fetch.
    private func writeRefreshForm(_ host: String, _ w: inout HTMLWriter) {
        ActionForm(scope, .refreshPublishers, returnPath: returnPath, style: "native-submit topic-form card-form")
            .write(
                into: &w
            ) { w in
                w.raw("<button class=\"quiet\" id=\"update-publishers\">")
                Icon.refresh.write(scope, into: &w)
                w.text(Strings.updatePublishers(host))
                w.raw("</button>")
            }
    }
}

enum TopicSelect {
    /// Writes a `select` element.
    /// - Parameter none: the label for no choice; nil to omit the option.
    static func write(
        _ name: StaticString, _ label: String, none: String?, chosen: String?,
        _ choices: [(value: String, label: String)], into w: inout HTMLWriter
    ) {
        w.raw("<select class=\"input\" name=\"")
        w.raw(name)
        w.raw("\"")
        w.attribute("aria-label", label)
        w.raw(">")
        if let none {
            w.raw("<option value=\"\">")
            w.text(none)
            w.raw("</option>")
        }
        for choice in choices {
            w.raw("<option")
            w.attribute("value", choice.value)
            if choice.value == chosen { w.raw(" selected") }
            w.raw(">")
            w.text(choice.label)
            w.raw("</option>")
        }
        w.raw("</select>")
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
        let fields = followed.map { [(name: "topic", value: String($0.id.rawValue))] } ?? TopicForm.fields(of: subject)
        let filter = followed == nil ? [] : PublisherFilter(scope.query).fields
        ActionForm(
            scope, followed == nil ? .followTopic : .unfollowTopic, returnPath: returnPath, fields: fields + filter,
            style: "native-submit topic-form"
        ).write(into: &w) { w in
            w.raw("<button class=\"")
            w.raw(style)
            w.raw("\"")
            w.attribute("id", id)
            w.attribute("aria-pressed", followed == nil ? "false" : "true")
            if let accessibleLabel { w.attribute("aria-label", "\(label) \(accessibleLabel)") }
            w.raw("><span>")
            w.text(label)
            w.raw("</span>")
            (followed == nil ? Icon.plus : Icon.check).write(scope, into: &w)
            w.raw("</button>")
        }
    }
}
