import Hummingbird
import Library
import News

/// The routes of pages on which readers write, and of their accounts.
extension Routes {
    func addWritingRoutes(on group: Group) {
        group.get("story/:id/reply") { request, context in
            let story = try StoryID(rawValue: Self.pathID(context))
            return try await responder.respond(request, context) { scope in
                let parent = scope.query.id("to").map(CommentID.init(rawValue:))
                return try await ComposerPage(target: .comment(story, parent: parent)).page(for: scope)
            }
        }
        group.get("story/:id/comments/:comment/edit") { request, context in
            let story = try StoryID(rawValue: Self.pathID(context))
            let comment = try CommentID(rawValue: Self.pathID(context, "comment"))
            return try await responder.respond(request, context) { scope in
                try await ComposerPage(target: .edit(story, comment)).page(for: scope)
            }
        }
        for kind in [ActionQuestionPage.Kind.flag, .delete] {
            addPageWithID(RouterPath("story/:id/\(kind.rawValue)"), on: group) { id, scope in
                try await ActionQuestionPage(kind: kind, story: StoryID(rawValue: id)).page(for: scope)
            }
        }
        addPage("submit", on: group) { try await ComposerPage.submissionPage(for: $0) }
        addPage("outbox", on: group) { try await OutboxPage().page(for: $0) }
        addPageWithID("outbox/:id", on: group) { id, scope in try await OutboxEntryPage(id: id).page(for: scope) }
        addPage("account", on: group) { try await AccountPage(source: nil).page(for: $0) }
        addPageWithID("account/:id/profile", on: group) { id, scope in
            try await EditOwnProfilePage(source: id).page(for: scope)
        }
        group.get("account/:id/list/:list") { request, context in
            let source = try Self.pathID(context)
            guard let list = context.parameters.get("list").flatMap(MemberItemList.init(rawValue:)) else {
                throw LibraryError.notThere
            }
            return try await responder.respond(request, context) { scope in
                try await MemberItemListView(source: source, list: list).page(for: scope)
            }
        }
        addPage("replies", on: group) { try await RepliesPage().page(for: $0) }
        addPageWithID("account/:id", on: group) { id, scope in try await AccountPage(source: id).page(for: scope) }
    }
}
