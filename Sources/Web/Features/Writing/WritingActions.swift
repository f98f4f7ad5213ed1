import Library
import News

/// The dispatch of each `WritingAction`.
struct WritingActions {
    let scope: RequestScope
    let form: QueryParameters

    func perform(_ action: WritingAction) async throws(LibraryError) -> ActionOutcome {
        switch action {
        case .comment, .editComment, .submit: try await composer.send()
        case .saveDraft: try await composer.saveDraft()
        case .discardDraft: try await composer.discardDraft()
        case .preview: try await composer.preview()
        case .forgetGuest: try await composer.forgetGuest()
        case .vote: try await items.vote()
        case .favourite: try await items.favourite()
        case .hide: try await items.hide()
        case .flag: try await items.flag()
        case .delete: try await items.delete()
        case .memberSignIn: try await membership.signIn()
        case .adoptSession: try await membership.adopt()
        case .memberSignOut: try await membership.signOut()
        case .refreshMemberView: try await membership.refreshView()
        case .retryOutbox: try await outbox.retry()
        case .lookUpOutbox: try await outbox.look()
        case .removeFromOutbox: try await outbox.remove()
        case .saveMemberProfile: try await MemberProfileAction(scope: scope, form: form).perform()
        case .refreshReplies: try await RepliesPage.refresh(for: scope)
        }
    }

    private var composer: ComposerActions { ComposerActions(scope: scope, form: form) }
    private var items: ItemActions { ItemActions(scope: scope, form: form) }
    private var membership: MembershipActions { MembershipActions(scope: scope, form: form) }
    private var outbox: OutboxActions { OutboxActions(scope: scope, form: form) }
}

/// The actions on a sent item.
struct OutboxActions {
    let scope: RequestScope
    let form: QueryParameters

    private func id() throws(LibraryError) -> OutboxEntry.ID {
        guard let id = form.id("entry") else { throw .invalid(why: "Nothing that was sent was named.") }
        return OutboxEntry.ID(rawValue: id)
    }

    func retry() async throws(LibraryError) -> ActionOutcome {
        let id = try id()
        let known = try await scope.library.outbox.entry(id, for: scope.reader)
        let composer = ComposerActions(scope: scope, form: form)
        if let refusal = try await composer.keepOtherWords(than: known) { return refusal }
        let entry = try await scope.library.outbox.retry(id, signedBy: GuestAuthor(form), for: scope.reader)
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    func look() async throws(LibraryError) -> ActionOutcome {
        let entry = try await scope.library.outbox.look(try id(), for: scope.reader)
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    func remove() async throws(LibraryError) -> ActionOutcome {
        try await scope.library.outbox.remove(try id(), for: scope.reader)
        return .go(scope.path(.outbox), words: Strings.removedEntry)
    }
}
