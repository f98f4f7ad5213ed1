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
        w.raw("<aside class=\"topic-invitation full-width\" aria-labelledby=\"invitation\"><h2 id=\"invitation\">")
        w.text(Strings.invitation)
        w.raw("</h2><p>")
        w.text(Strings.invitationHint)
        w.raw("</p>")
        // The form leads to the page of topics, which has more choices.
        ActionForm(
            scope, .followTopic, returnPath: scope.path(Route.topics), fields: [("kind", "category")],
            style: "native-submit chips"
        ).write(into: &w) { w in
            for category in NewsCategory.allCases {
                w.raw("<button class=\"chip\" name=\"value\"")
                w.attribute("value", category.rawValue)
                w.raw(">")
                Icon.plus.write(scope, into: &w)
                w.raw("<span class=\"visually-hidden\">")
                w.text(Strings.follow)
                w.raw(" </span>")
                w.text(Strings.category(category))
                w.raw("</button>")
            }
        }
        w.raw("<div class=\"invitation-actions\"><a class=\"quiet\"")
        w.attribute("href", scope.path(Route.topics))
        w.raw(">")
        w.text(Strings.furtherTopics)
        w.raw("</a>")
        ActionForm(
            scope, .preferences, returnPath: scope.currentURI, fields: [("topicsOffered", "1")], style: "native-submit"
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            w.text(Strings.notNow)
            w.raw("</button>")
        }
        w.raw("</div></aside>")
    }
}
