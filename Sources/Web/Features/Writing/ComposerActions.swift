import Library
import Markup
import News
import Untrusted

/// The fields of a composer, as typed.
struct ComposerFields: FormValue {
    let title: String?
    let url: String?
    let text: String?
    /// The revision of the draft that the writer has seen.
    @CodedIfPresent var revision: UntrustedInteger?
    let guest: GuestFields

    /// Returns a draft of the fields.
    func draft(_ target: Draft.Target) -> Draft {
        Draft(target: target, title: Self.lines(title), url: Self.lines(url), text: Self.lines(text))
    }

    /// Returns the text with the lines that were typed; forms end lines by CR LF.
    private static func lines(_ text: String?) -> String { (text ?? "").replacing("\r\n", with: "\n") }
}

/// The fields of a guest who signs with name and address.
struct GuestFields: FormValue {
    let name: String?
    let email: String?
    let site: String?
    let cookies: Bool
    let remember: Bool

    /// The author; nil without fields of one.
    var author: GuestAuthor? {
        guard name != nil || email != nil else { return nil }
        return GuestAuthor(name: name ?? "", email: email ?? "", url: site ?? "", allowsCookies: cookies)
    }
}

/// The form of a composer.
struct ComposerForm: FormValue {
    @Coded var target: Draft.Target
    let fields: ComposerFields
    /// The form's token, which makes a repeated request the same action.
    let token: String?
    /// `typed` to discard only the typed text.
    let part: String?

    static let faults = ["target": "It was not said what this answers."]
}

extension Draft.Target: FormCode {}

/// The actions of a composer's buttons. Each redirects back to the composer, which shows the result, or to the next
/// page.
struct ComposerActions {
    let scope: RequestScope

    private var library: NewsLibrary { scope.library }

    // MARK: - Drafts

    func saveDraft(_ form: ComposerForm) async throws(LibraryError) -> ActionOutcome {
        let target = form.target
        let (result, state) = try await keep(form.fields, of: target)
        scope.dependencies.composerStates.store(state, of: target, for: scope)
        switch result {
        case .saved(let revision):
            return .draftSaved(
                revision: revision, words: Strings.draftSaved(scope.now, scope.time), go: scope.path(.init(target)))
        case .conflict:
            return .draftConflict(words: Strings.draftConflict, go: scope.path(.init(target)))
        }
    }

    /// Discards the draft, or only the typed text if another device's draft differs.
    func discardDraft(_ form: ComposerForm) async throws(LibraryError) -> ActionOutcome {
        let target = form.target
        scope.dependencies.composerStates.removeValue(of: target, for: scope)
        if form.part != "typed" { try await library.drafts.remove(target, for: scope.reader) }
        return .done(Strings.discarded)
    }

    /// Returns the preview, which script shows in place; without script the page shows it from the saved draft.
    func preview(_ form: ComposerForm) async throws(LibraryError) -> ActionOutcome {
        let target = form.target
        let content = try await ComposerContent(target, for: scope)
        guard let markup = content.rules?.markup else { throw .notThere }
        if scope.wantsJSON {
            return .preview(html: markup.preview(form.fields.draft(target).text).linkingForeignPictures.text)
        }
        let (_, state) = try await keep(form.fields, of: target)
        scope.dependencies.composerStates.store(state, of: target, for: scope)
        return .go(scope.path(.init(target), [("preview", "1")]) + "#preview")
    }

    func forgetGuest(_ form: ComposerForm) async throws(LibraryError) -> ActionOutcome {
        let target = form.target
        try await library.drafts.setGuestAuthor(nil, for: scope.reader)
        _ = try await keep(form.fields, of: target)
        scope.dependencies.composerStates.store(ComposerState(), of: target, for: scope)
        return .go(scope.path(.init(target)), words: Strings.forgotten)
    }

    /// Saves the draft, and returns the state that is not part of a draft.
    private func keep(
        _ fields: ComposerFields, of target: Draft.Target
    ) async throws(LibraryError) -> (result: DraftSaveResult, state: ComposerState) {
        let (typed, author) = (fields.draft(target), fields.guest.author)
        let result: DraftSaveResult
        do throws(LibraryError) {
            result = try await library.drafts.save(typed, basedOn: fields.revision?.id, for: scope.reader)
        } catch {
            // A draft too long to be saved stays in the composer, to be shortened.
            if case .invalid(let why) = error {
                let state = ComposerState(author: author, notice: .rejected(why), typed: typed)
                scope.dependencies.composerStates.store(state, of: target, for: scope)
            }
            throw error
        }
        var state = ComposerState(author: author)
        if case .conflict(let other) = result {
            state.notice = .conflict(other)
            state.typed = typed
        }
        return (result, state)
    }

    // MARK: - Sending

    func send(_ form: ComposerForm) async throws(LibraryError) -> ActionOutcome {
        let target = form.target
        let content = try await ComposerContent(target, for: scope)
        guard let rules = content.rules else { throw .notThere }
        let typed = form.fields.draft(target)
        var (result, state) = try await keep(form.fields, of: target)
        // The typed text is sent, whatever another device has saved; the other draft stays until this item has arrived.
        if case .conflict = result { state.notice = nil }
        let signature = content.isGuest ? form.fields.guest.author ?? GuestAuthor(name: "", email: "") : nil
        scope.dependencies.composerStates.store(state, of: target, for: scope)
        let action = try await action(typed, by: signature, content)
        if let fault = rules.fault(in: action) {
            state.notice = .fault(fault)
            scope.dependencies.composerStates.store(state, of: target, for: scope)
            return .go(scope.path(.init(target)), words: fault.message(at: content.siteName))
        }
        if let signature { try await remember(signature, form.fields.guest.remember) }
        return try await perform(action, content, state, token: form.token)
    }

    private func remember(_ author: GuestAuthor, _ isWanted: Bool) async throws(LibraryError) {
        let known = try await library.drafts.guestAuthor(for: scope.reader)
        let wanted = isWanted ? author : nil
        if known != wanted { try await library.drafts.setGuestAuthor(wanted, for: scope.reader) }
    }

    private func action(
        _ draft: Draft, by author: GuestAuthor?, _ content: ComposerContent
    ) async throws(LibraryError) -> RemoteAction {
        switch draft.target {
        case .comment(let story, let parent):
            let item = try await library.outbox.item(story: story, comment: parent).item
            return .comment(NewComment(target: item, text: draft.text, author: author))
        case .edit(let story, let comment):
            return .edit(try await library.outbox.item(story: story, comment: comment).item, text: draft.text)
        case .submission: return .submit(NewSubmission(title: draft.title, url: draft.url, text: draft.text))
        }
    }

    private func perform(
        _ action: RemoteAction, _ content: ComposerContent, _ state: ComposerState, token: String?
    ) async throws(LibraryError) -> ActionOutcome {
        guard let token, !token.isEmpty else { throw .invalid(why: "The form has no token.") }
        let entry: OutboxEntry
        do throws(LibraryError) {
            entry = try await library.outbox.perform(action, at: content.source, token: token, for: scope.reader)
        } catch {
            guard case .invalid(let why) = error else { throw error }
            var state = state
            state.notice = .rejected(why)
            scope.dependencies.composerStates.store(state, of: content.target, for: scope)
            return .go(scope.path(.init(content.target)), words: why)
        }
        try await removeFailedTries(before: entry, at: content.target)
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }
}

extension ComposerActions {
    /// Saves the form's text if it differs from the entry, since a retry sends the original text; the saved text leads
    /// to the composer, where it can be sent.
    /// - Returns: nil for the same text, and for a form without text.
    func keepOtherWords(_ form: RetryForm, than entry: OutboxEntry) async throws(LibraryError) -> ActionOutcome? {
        guard form.fields.text?.isEmpty == false else { return nil }
        guard let target = entry.draftTarget ?? form.target else {
            throw .invalid(why: "It was not said what this answers.")
        }
        guard form.fields.draft(target).words != entry.text else { return nil }
        let kept = try await keep(form.fields, of: target)
        var state = kept.state
        if case .saved = kept.result { state.notice = .rejected(Strings.otherWordsKept) }
        scope.dependencies.composerStates.store(state, of: target, for: scope)
        return .go(scope.path(.init(target)), words: Strings.otherWordsKept)
    }

    /// Removes the failed tries that the new item replaces, so that none of them is sent later.
    private func removeFailedTries(before entry: OutboxEntry, at target: Draft.Target) async throws(LibraryError) {
        for former in try await library.outbox.entries(for: scope.reader)
        where former.id != entry.id && former.draftTarget == target {
            switch former.state {
            case .ended(.refused), .ended(.unsent), .ended(.signInNeeded), .notArrived, .waitingForSignIn:
                try await library.outbox.remove(former.id, for: scope.reader)
            case .sending, .ended: continue
            }
        }
    }
}
