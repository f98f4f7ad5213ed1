import Foundation
import News
import Synchronization

/// A progress bar on a terminal, else lines.
///
/// Invariant: writes happen under the lock and are never interleaved.
final class ProgressBar: Sendable {
    private struct State {
        var total = 0
        var done = 0
    }

    private let isQuiet: Bool
    private let state = Mutex(State())

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func show(_ line: ProgressLine) {
        guard !isQuiet else { return }
        state.withLock { state in
            if let total = line.total { state.total = total }
            guard let title = line.title else { return }
            state.done += 1
            if TerminalStyle.isTerminal {
                let width = 24
                let filled = state.total == 0 ? width : min(width, state.done * width / max(1, state.total))
                let bar: TerminalText =
                    "\(String(repeating: "━", count: filled))"
                    + TerminalStyle.dim("\(String(repeating: "━", count: width - filled))")
                Terminal.write(
                    "\r\u{1B}[K\(bar) \(state.done) of \(max(state.done, state.total))  \(title.prefix(32))")
            } else {
                Terminal.print("\(title): \(line.words ?? "")")
            }
        }
    }

    /// Prints the result.
    ///
    /// - Parameter isManual: true if feeds or `--all` were given; feeds are then skipped only if just fetched or in a
    ///   Retry-After window.
    func end(_ report: RefreshReport, isManual: Bool) {
        if TerminalStyle.isTerminal { Terminal.write("\r\u{1B}[K") }
        if report.asked == 0, report.waiting == 0, report.trouble != nil { return }
        if report.asked == 0 && report.waiting > 0 && report.unread == 0 {
            let who = "the \(Plural("origin").form(report.waiting)) of \(Plural.feed.counted(report.waiting))"
            return Terminal.print(
                "Nothing \(isManual ? "was fetched" : "else was due"): \(who) asked us to wait. tidings feeds --why says until when."
            )
        }
        if report.isIdle {
            return Terminal.print(
                isManual
                    ? "Nothing was fetched: the feeds were fetched less than a minute ago, or their origins asked us to wait. tidings feeds --why says which."
                    : "Nothing was due. tidings refresh --all fetches anyway; tidings feeds --why says when each feed is due."
            )
        }
        let stories = Plural.story.counted(report.newStories, "new")
        Terminal.print(
            "\(TerminalStyle.bold("\(stories)")) from \(Plural.feed.counted(report.withNews)), \(report.unchanged) unchanged, \(report.waiting) waiting, \(report.failed.count) failed."
        )
        if report.unread > 0 {
            let deadline = report.unreadUntil.map { " by \(TerminalTimeFormatter().timestamp($0))" } ?? ""
            let plan =
                report.unread == 1 ? "is new and will be fetched" : "are new and will be fetched one by one"
            Terminal.print(
                "\(Plural.feed.counted(report.unread)) \(plan)\(deadline); tidings refresh --all fetches now.")
        }
        for failure in report.failed { Terminal.print("  \(failure.title): \(failure.why)") }
    }
}
