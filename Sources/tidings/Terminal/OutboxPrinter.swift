import ArgumentParser
import Foundation
import Library
import News
import URLs

/// A printer of the state and result of an action.
struct OutboxPrinter {
    let entry: OutboxEntry
    /// The value of `--reader`, for the commands to type next; nil without the option.
    let reader: String?

    private var host: String { entry.recipient }

    /// The action in words: "Comment on “A tide table”", "Submission “A sundial”".
    var title: String {
        let story = entry.storyTitle.map { "“\($0)”" } ?? entry.story.map { "story \($0.rawValue)" } ?? host
        return switch entry.action {
        case .comment(let comment): comment.target.commentKey == nil ? "Comment on \(story)" : "Reply below \(story)"
        case .submit(let submission): "Submission “\(submission.title)”"
        case .edit: "New text for a comment on \(story)"
        case .delete: "Deletion below \(story)"
        case .vote(_, let vote): vote == .none ? "Vote taken back on \(story)" : "Vote \(vote.rawValue) on \(story)"
        case .favourite(_, let isOn): isOn ? "Favourite: \(story)" : "No longer a favourite: \(story)"
        case .hide(_, let isOn): isOn ? "Hide \(story)" : "Show \(story) again"
        case .flag(_, let isOn): isOn ? "Flag on \(story)" : "Flag taken back on \(story)"
        case .updateProfile: "Profile at \(host)"
        }
    }

    /// A sentence that says what happened, and what to do if anything.
    var message: String {
        switch entry.state {
        case .sending: "It is on its way to \(host): \(command("outbox")) shows what becomes of it."
        case .waitingForSignIn:
            "It waits for you to sign in, and is sent then: \(command("account sign-in NAME --site \(host)"))"
        case .notArrived:
            "It is not at \(host), so it can be sent again: \(command("outbox retry \(entry.id.rawValue)"))"
        case .ended(let outcome): message(outcome)
        }
    }

    private func command(_ words: String) -> String { DataFolderOptions.command(words, for: reader, data: nil) }

    private func message(_ outcome: RemoteActionOutcome) -> String {
        switch outcome {
        case .accepted(let location): "It is at \(location?.page?.displayText ?? host)."
        case .pending:
            "\(host) has it, and shows it once it is approved: \(command("outbox look \(entry.id.rawValue)"))"
        case .possiblySpam: "\(host) has it, but its spam filter may have taken it."
        case .notShown:
            "\(host) took it, but does not show it: it may be held back for approval, or a filter may have dropped it. The "
                + "text is kept; look again with: \(command("outbox look \(entry.id.rawValue)"))"
        case .existing(let location):
            "The link was submitted before; its story is at \(location.page?.displayText ?? host)."
        case .refused(let refusal): refused(refusal)
        case .signInNeeded: "Sign in first: \(command("account sign-in NAME --site \(host)"))"
        case .unsent(let code, let cause, let retryAt):
            [
                "Nothing was sent.", unsentReason(code, cause, retryAt),
                "Send it \(retryAt.map { "after \(TerminalTimeFormatter().timeOfDay($0))" } ?? "later") with: "
                    + "\(command("outbox retry \(entry.id.rawValue)"))",
            ].joined(separator: " ")
        case .fateUnknown:
            "Whether \(host) has it is not known; see before you send it again: \(command("outbox look \(entry.id.rawValue)"))"
        }
    }

    private func unsentReason(_ code: FailureCode, _ cause: FailureCause?, _ retryAt: Date?) -> String {
        if code == .crashed { return "Tidings stopped before it was sent." }
        return ErrorMessages.message(FetchFailure(code: code, cause: cause), site: host, until: retryAt)
    }

    private func refused(_ refusal: RemoteRefusal) -> String {
        if refusal.reason == .elsewhere {
            return
                "\(host) leads on to \(refusal.elsewhere ?? "another site"). What you write goes to \(host) alone, so "
                + "nothing was sent."
        }
        if refusal.reason == .notSignedIn {
            return
                "\(host) asked for a sign-in again, right after one. Try it later with: \(command("outbox retry \(entry.id.rawValue)"))"
        }
        let words = refusal.message.map { ": “\($0)”" } ?? " (\(refusal.reason.rawValue))"
        guard let retryAt = refusal.retryAt else { return "\(host) did not take it\(words)." }
        let time = TerminalTimeFormatter().timeOfDay(retryAt)
        return "\(host) did not take it\(words). Send it after \(time)\(refusal.isGuess ? " or so" : "") with: "
            + "\(command("outbox retry \(entry.id.rawValue)"))"
    }

    /// The exit code if the action did not arrive; nil if it arrived.
    var failure: CLIError.Kind? {
        switch entry.state {
        case .sending, .notArrived: .tryLater
        case .waitingForSignIn: .unavailable
        case .ended(.accepted), .ended(.pending), .ended(.possiblySpam), .ended(.notShown), .ended(.existing): nil
        case .ended(.refused(let refusal)): refusal.retryAt == nil ? .unavailable : .tryLater
        case .ended(.signInNeeded): .unavailable
        case .ended(.unsent), .ended(.fateUnknown): .tryLater
        }
    }

    /// Prints the result; throws unless the action arrived.
    ///
    /// - Parameter kept: true if the text is a draft as well.
    func report(json: Bool, kept: Bool = false) throws {
        if json {
            try JSONOutput.write(OutboxEntryJSON(entry, reader: reader))
            if let failure { throw ExitCode(failure.rawValue) }
            return
        }
        guard let failure else { return Terminal.print("\(message)") }
        throw CLIError(failure, kept ? "\(message) The text is kept as a draft." : message)
    }
}

/// An action as `--json` prints it.
struct OutboxEntryJSON: Encodable {
    let id: Int64
    let site, kind, state, title, message, createdAt: String
    let story, comment: Int64?
    let text, page, reason, words, sentAt, retryAt: String?

    init(_ entry: OutboxEntry, reader: String?) {
        let (printer, formatter) = (OutboxPrinter(entry: entry, reader: reader), TerminalTimeFormatter())
        id = entry.id.rawValue
        site = entry.source.site.displayText
        kind = entry.action.kind.rawValue
        (title, message) = (printer.title, printer.message.replacing("\u{A0}", with: " "))
        createdAt = formatter.iso8601(entry.createdAt)
        sentAt = entry.sentAt.map(formatter.iso8601)
        (story, comment) = (entry.story?.rawValue, entry.comment?.rawValue)
        text = Self.text(entry.action)
        let ended: RemoteActionOutcome? = if case .ended(let outcome) = entry.state { outcome } else { nil }
        state = ended.map(Self.name) ?? Self.name(entry.state)
        var refusal: RemoteRefusal?
        if case .refused(let found) = ended { refusal = found }
        (reason, words) = (refusal?.reason.rawValue, refusal?.message)
        page = Self.page(ended)
        var retry = refusal?.retryAt
        if case .unsent(_, _, let at) = ended { retry = at }
        retryAt = retry.map(formatter.iso8601)
    }

    private static func text(_ action: RemoteAction) -> String? {
        switch action {
        case .comment(let comment): comment.text
        case .submit(let submission): submission.text
        case .edit(_, let text): text
        default: nil
        }
    }

    private static func page(_ outcome: RemoteActionOutcome?) -> String? {
        switch outcome {
        case .accepted(let location), .pending(let location), .notShown(let location): location?.page?.displayText
        case .existing(let location): location.page?.displayText
        default: nil
        }
    }

    private static func name(_ state: OutboxEntry.State) -> String {
        switch state {
        case .sending: "sending"
        case .waitingForSignIn: "waiting-for-sign-in"
        case .notArrived: "not-arrived"
        case .ended(let outcome): name(outcome)
        }
    }

    private static func name(_ outcome: RemoteActionOutcome) -> String {
        switch outcome {
        case .accepted: "accepted"
        case .pending: "pending"
        case .possiblySpam: "possibly-spam"
        case .notShown: "not-shown"
        case .existing: "existing"
        case .refused: "refused"
        case .signInNeeded: "sign-in-needed"
        case .unsent: "unsent"
        case .fateUnknown: "fate-unknown"
        }
    }
}
