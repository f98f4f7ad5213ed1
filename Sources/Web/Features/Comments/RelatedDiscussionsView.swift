import Library
import Markup
import News
import URLs

/// A view of other discussions of the linked page, if the reader allows the lookup; script starts it when a story is
/// opened.
struct RelatedDiscussionsView {
    let scope: RequestScope
    let story: StoryID
    let list: StoryList?
    /// The discussions; nil without permission.
    let details: RelatedDiscussionsService.RelatedDiscussions?

    func write(into w: inout HTMLWriter) {
        guard let details, details.needsRefresh || !details.discussions.isEmpty else { return }
        w.element(.div, class: "story-aside related-discussions", [.data(.comments, "0")]) { w in
            for mention in details.discussions { writeLink(mention, &w) }
            // Script submits the form at once, so the form requires a user's navigation.
            if details.needsRefresh, scope.intent.allowsSideEffects {
                ActionForm(
                    scope, .relatedDiscussions, returnPath: scope.path(Route.story(story, in: list)),
                    fields: [("story", String(story.rawValue))]
                ).writeButton(Strings.findDiscussions, style: "quiet", into: &w)
            }
        }
    }

    private func writeLink(_ mention: RelatedDiscussionsService.RelatedDiscussion, _ w: inout HTMLWriter) {
        w.element(.a, class: "quiet", [.href(scope.path(Route.comments(mention.row.id, in: nil)))]) { w in
            Icon.comments.write(scope, into: &w)
            w.element(
                .span, text: Strings.discussedOn(mention.row.commentCount, on: SiteName.of(mention.source, in: scope)))
        }
    }
}

/// An action that looks up other discussions, only if the reader's preferences allow it.
struct RelatedDiscussionsAction {
    let scope: RequestScope

    func perform(_ form: StoryForm) async throws(LibraryError) -> ActionOutcome {
        guard scope.preferences.looksForMentions else { throw .invalid(why: "No story was named.") }
        let hasFetched = try await scope.library.relatedDiscussions.fetch(about: form.story, for: scope.reader)
        return .done(count: hasFetched ? 1 : 0)
    }
}
