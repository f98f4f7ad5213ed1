import Library
import News

struct OutboxEntryForm: FormValue {
    let entry: OutboxEntry.ID

    static let faults = ["entry": "Nothing that was sent was named."]
}

/// The form of a retry, which may be a composer with another text.
struct RetryForm: FormValue {
    let entry: OutboxEntry.ID
    @CodedIfPresent var target: Draft.Target?
    let fields: ComposerFields

    static let faults = OutboxEntryForm.faults
}

/// The actions on a sent item.
struct OutboxActions {
    let scope: RequestScope

    func retry(_ form: RetryForm) async throws(LibraryError) -> ActionOutcome {
        let known = try await scope.library.outbox.entry(form.entry, for: scope.reader)
        if let refusal = try await ComposerActions(scope: scope).keepOtherWords(form, than: known) { return refusal }
        let entry = try await scope.library.outbox.retry(
            form.entry, signedBy: form.fields.guest.author, for: scope.reader)
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    func look(_ form: OutboxEntryForm) async throws(LibraryError) -> ActionOutcome {
        let entry = try await scope.library.outbox.look(form.entry, for: scope.reader)
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    func remove(_ form: OutboxEntryForm) async throws(LibraryError) -> ActionOutcome {
        try await scope.library.outbox.remove(form.entry, for: scope.reader)
        return .go(scope.path(.outbox), words: Strings.removedEntry)
    }
}
