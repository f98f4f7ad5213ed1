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

extension ActionEndpoint {
    /// The actions that write, vote and flag, and those on what was sent.
    static let writing: [Self] = [composing, sending].flatMap(\.self)

    private static let sending: [Self] = [
        Self(.vote, VoteForm.self) { form, scope in try await ItemActions.vote(form, for: scope) },
        Self(.favourite, ItemForm.self) { form, scope in
            try await ItemActions.toggle(form, for: scope) { .favourite($0, isOn: $1) }
        },
        Self(.hide, ItemForm.self) { form, scope in
            try await ItemActions.toggle(form, for: scope) { .hide($0, isOn: $1) }
        },
        Self(.flag, ItemForm.self) { form, scope in
            try await ItemActions.toggle(form, for: scope) { .flag($0, isOn: $1) }
        },
        Self(.delete, ItemForm.self) { form, scope in try await ItemActions.delete(form, for: scope) },
        Self(.retryOutbox, RetryForm.self) { form, scope in try await OutboxActions(scope: scope).retry(form) },
        Self(.lookUpOutbox, OutboxEntryForm.self) { form, scope in try await OutboxActions(scope: scope).look(form) },
        Self(.removeFromOutbox, OutboxEntryForm.self) { form, scope in
            try await OutboxActions(scope: scope).remove(form)
        },
    ]

    /// The buttons of a composer.
    private static let composing: [Self] = [
        send(.comment), send(.editComment), send(.submit),
        Self(.saveDraft, ComposerForm.self) { form, scope in
            try await ComposerActions(scope: scope).saveDraft(form)
        },
        Self(.discardDraft, ComposerForm.self) { form, scope in
            try await ComposerActions(scope: scope).discardDraft(form)
        },
        Self(.preview, ComposerForm.self) { form, scope in
            try await ComposerActions(scope: scope).preview(form)
        },
        Self(.forgetGuest, ComposerForm.self) { form, scope in
            try await ComposerActions(scope: scope).forgetGuest(form)
        },
    ]

    private static func send(_ name: ActionName) -> Self {
        Self(name, ComposerForm.self) { form, scope in try await ComposerActions(scope: scope).send(form) }
    }
}
