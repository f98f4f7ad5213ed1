import Library
import Markup
import News

/// An invitation to follow topics, below the headlines; shown until a topic is followed, or the reader selects "Not
/// now".
struct TopicInvitation {
    let scope: RequestScope

    /// Creates the invitation; nil without topics in the edition, if a topic is followed, or after "Not now".
    init?(for scope: RequestScope) async throws(LibraryError) {
        guard scope.edition.topics != nil, !scope.preferences.topicsOffered else { return nil }
        let topics = try await scope.library.topics.topics(in: scope.edition.id, for: scope.reader)
        let isChosen = topics.contains { topic in
            if case .headlines = topic.subject { false } else { true }
        }
        guard !isChosen else { return nil }
        self.scope = scope
    }

    func write(into w: inout HTMLWriter) {
        w.element(.aside, class: "topic-invitation full-width", [.aria("labelledby", "invitation")]) { w in
            w.element(.h2, [.id("invitation")], text: Strings.invitation)
            w.element(.p, text: Strings.invitationHint)
            writeCategories(&w)
            w.element(.div, class: "invitation-actions") { w in
                w.element(.a, class: "quiet", [.href(scope.path(Route.topics))], text: Strings.furtherTopics)
                ActionForm(
                    scope, .preferences, returnPath: scope.currentURI, fields: [("topicsOffered", "1")],
                    style: "native-submit"
                ).writeButton(Strings.notNow, style: "quiet", into: &w)
            }
        }
    }

    /// Writes a form that follows a category and leads to the page of topics, which has more choices.
    private func writeCategories(_ w: inout HTMLWriter) {
        ActionForm(
            scope, .followTopic, returnPath: scope.path(Route.topics), fields: [("kind", "category")],
            style: "native-submit chips"
        ).write(into: &w) { w in
            for category in NewsCategory.allCases {
                w.element(.button, class: "chip", [.name("value"), .value(category.rawValue)]) { w in
                    Icon.plus.write(scope, into: &w)
                    w.element(.span, class: "visually-hidden", text: "\(Strings.follow) ")
                    w.text(Strings.category(category))
                }
            }
        }
    }
}
