import Foundation
import Library
import News

/// A text to send, kept as a draft before it is sent and until it has arrived.
final class WritingDraft {
    private let target: Draft.Target
    private let library: NewsLibrary
    private var revision: Int64?
    var title = ""
    var url = ""
    var text = ""

    init(target: Draft.Target, library: NewsLibrary) {
        self.target = target
        self.library = library
    }

    /// Loads the stored draft, if there is one.
    func open() async throws {
        guard let known = try await library.drafts.draft(for: target, reader: .first) else { return }
        (title, url, text, revision) = (known.title, known.url, known.text, known.revision)
    }

    /// Sends the text and prints the result.
    ///
    /// - Throws: `CLIError` unless the text arrived; then the draft remains.
    func perform(
        _ action: RemoteAction, at source: StorySource, _ dependencies: AppDependencies, json: Bool
    ) async throws {
        let isKept = try await keep()
        let entry: OutboxEntry
        do {
            entry = try await dependencies.whileFetching {
                let entry = try await library.outbox.perform(
                    action, at: source, token: UUID().uuidString, for: .first)
                guard case .comment(let comment) = action, comment.isGuest else { return entry }
                return await library.outbox.confirmArrival(of: entry, for: .first).entry
            }
        } catch let error as LibraryError {
            let failure = CLIError(error)
            throw CLIError(failure.kind, isKept ? "\(failure.message) The text is kept as a draft." : failure.message)
        }
        let printer = OutboxPrinter(entry: entry)
        if printer.failure == nil, isKept { try await library.drafts.remove(target, for: .first) }
        try printer.report(json: json, kept: isKept)
    }

    /// Stores the text as a draft.
    ///
    /// - Returns: false if another device has stored another text meanwhile, which remains.
    private func keep() async throws -> Bool {
        var draft = Draft(target: target)
        (draft.title, draft.url, draft.text) = (title, url, text)
        guard case .saved(let saved) = try await library.drafts.save(draft, basedOn: revision, for: .first) else {
            return false
        }
        revision = saved
        return true
    }
}
