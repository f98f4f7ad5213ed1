import Library
import News

extension PathPattern {
    static let reply: Self = "story/:id/reply", editComment: Self = "story/:id/comments/:comment/edit"
    static let flag: Self = "story/:id/flag", deletion: Self = "story/:id/delete"
    static let submission: Self = "submit", outbox: Self = "outbox", outboxEntry: Self = "outbox/:id"
}

extension ReaderEndpoint {
    /// The pages on which readers write, and the state of what they sent.
    static let writing: [Self] = [
        .page(.reply, PageTraits(isReadingPage: true)) { scope in
            let parent = scope.query.id("to").map(CommentID.init(rawValue:))
            let target = Draft.Target.comment(StoryID(rawValue: try scope.id()), parent: parent)
            return try await ComposerPage(target: target).page(for: scope)
        },
        .page(.editComment, PageTraits(isReadingPage: true)) { scope in
            let comment = CommentID(rawValue: try scope.id("comment"))
            let target = Draft.Target.edit(StoryID(rawValue: try scope.id()), comment)
            return try await ComposerPage(target: target).page(for: scope)
        },
        .page(.flag, PageTraits(isReadingPage: true)) { scope in
            try await ActionQuestionPage(kind: .flag, story: StoryID(rawValue: scope.id())).page(for: scope)
        },
        .page(.deletion, PageTraits(isReadingPage: true)) { scope in
            try await ActionQuestionPage(kind: .delete, story: StoryID(rawValue: scope.id())).page(for: scope)
        },
        .page(.submission) { scope in try await ComposerPage.submissionPage(for: scope) },
        .page(.outbox) { scope in try await OutboxPage().page(for: scope) },
        .page(.outboxEntry) { scope in try await OutboxEntryPage(id: scope.id()).page(for: scope) },
    ]
}
