import Foundation
import Library
import News

/// A text to send, kept as a draft before it is sent and until it has arrived.
final class WritingDraft {
    private let target: Draft.Target
    private let reader: ReaderID
    private let library: NewsLibrary
    private var revision: Int64?
    var title = ""
    var url = ""
    var text = ""

    init(target: Draft.Target, of reader: ReaderID, library: NewsLibrary) {
        self.target = target
        self.reader = reader
        self.library = library
    }

    /// Loads the stored draft, if there is one.
    func open() async throws {
        guard let known = try await library.drafts.draft(for: target, reader: reader) else { return }
        (title, url, text, revision) = (known.title, known.url, known.text, known.revision)
    }

    /// Sends the text and prints the result.
    ///
    /// - Parameter name: the value of `--reader`.
    /// - Throws: `CLIError` unless the text arrived; then the draft remains.
    func perform(
        _ action: RemoteAction, at source: StorySource, _ dependencies: AppDependencies, reader name: String?,
        json: Bool
    ) async throws {
        let isKept = try await keep()
        let entry: OutboxEntry
        do {
            entry = try await dependencies.whileFetching {
                let entry = try await library.outbox.perform(
                    action, at: source, token: UUID().uuidString, for: reader)
                guard case .comment(let comment) = action, comment.isGuest else { return entry }
                return await library.outbox.confirmArrival(of: entry, for: reader).entry
            }
        } catch let error as LibraryError {
            let failure = CLIError(error)
            throw CLIError(failure.kind, isKept ? "\(failure.message) The text is kept as a draft." : failure.message)
        }
        let printer = OutboxPrinter(entry: entry, reader: name)
        if printer.failure == nil, isKept { try await library.drafts.remove(target, for: reader) }
        try printer.report(json: json, kept: isKept)
    }

    /// Stores the text as a draft.
    ///
    /// - Returns: false if another device has stored another text meanwhile, which remains.
    private func keep() async throws -> Bool {
        var draft = Draft(target: target)
        (draft.title, draft.url, draft.text) = (title, url, text)
        guard case .saved(let saved) = try await library.drafts.save(draft, basedOn: revision, for: reader) else {
            return false
        }
        revision = saved
        return true
    }
}
