import Foundation
import Synchronization

/// A progress bar on a terminal, plain lines otherwise.
///
/// Invariant: `done` never exceeds what was shown; all writing happens under the lock, so lines never mix.
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

    /// The closing words: how many were new, unchanged, waiting, failed, and why.
    /// - Parameter isAsked: whether a person named feeds or said `--all`, so that only a recent answer or an origin's
    ///   own wish can have kept a feed from being asked.
    func end(_ report: RefreshReport, isAsked: Bool) {
        if TerminalStyle.isTerminal { Terminal.write("\r\u{1B}[K") }
        func feeds(_ count: Int) -> String { count == 1 ? "1 feed" : "\(count) feeds" }
        if report.asked == 0, report.waiting == 0, report.trouble != nil { return }
        if report.asked == 0 && report.waiting > 0 && report.unread == 0 {
            let who = report.waiting == 1 ? "the origin of 1 feed" : "the origins of \(report.waiting) feeds"
            return Terminal.print(
                "Nothing \(isAsked ? "was asked" : "else was due"): \(who) asked us to wait. tidings feeds --why says until when."
            )
        }
        if report.isIdle {
            return Terminal.print(
                isAsked
                    ? "Nothing was asked: it was done less than a minute ago, or the origins asked us to wait. tidings feeds --why says which."
                    : "Nothing was due. tidings refresh --all asks anyway; tidings feeds --why says when each is due."
            )
        }
        let stories = report.newStories == 1 ? "1 new story" : "\(report.newStories) new stories"
        Terminal.print(
            "\(TerminalStyle.bold("\(stories)")) from \(feeds(report.withNews)), \(report.unchanged) unchanged, \(report.waiting) waiting, \(report.failed.count) failed."
        )
        if report.unread > 0 {
            let until = report.unreadUntil.map { " until \(TerminalTimeFormatter().timestamp($0))" } ?? ""
            let come =
                report.unread == 1 ? "has never been read and comes" : "have never been read and come, one by one,"
            Terminal.print("\(feeds(report.unread)) more \(come)\(until); tidings refresh --all asks at once.")
        }
        for failure in report.failed { Terminal.print("  \(failure.title): \(failure.why)") }
    }
}
