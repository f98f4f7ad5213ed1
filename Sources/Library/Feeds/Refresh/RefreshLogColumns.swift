import Foundation
import News

// The columns of `refresh_log`: `outcome` is a raw value of `Code` or `FailureCode`, which determines what `detail` is.
extension RefreshLogEntry {
    fileprivate enum Code: String { case new, changed, unchanged, skipped, moved, merged, page }

    static let skippedCode = Code.skipped.rawValue

    /// The columns, with the alias `l` for `refresh_log`.
    static let columns =
        "l.at, l.reason, l.outcome, l.new_stories, l.changed_stories, l.detail, l.duration_ms, l.http_status"

    init(_ row: SQLRow) {
        let status = row.optionalInt("http_status")
        self.init(
            at: row.date("at"), reason: row.optionalText("reason").flatMap(RefreshReason.init(rawValue:)),
            event: Self.event(row, status: status), tookMilliseconds: row.int("duration_ms"), status: status)
    }

    private static func event(_ row: SQLRow, status: Int?) -> Event {
        let detail = row.optionalText("detail")
        switch Code(rawValue: row.text("outcome")) {
        case .new, .changed, .unchanged:
            return .refreshed(.succeeded(new: row.int("new_stories"), changed: row.int("changed_stories")))
        case .skipped: return .skipped(detail.flatMap(SkipReason.init(rawValue:)) ?? .tooSoon)
        case .moved: return .moved(to: detail ?? "")
        case .merged: return .merged
        case .page:
            let page: LinkedPageLogDetail? = JSONColumn.decodeIfReadable(detail)
            return .linkedPage(host: page?.host ?? "", page?.result ?? .unchanged)
        case nil:
            return .refreshed(
                .failed(
                    FetchFailure(
                        code: FailureCode(rawValue: row.text("outcome")) ?? .unreachable, status: status,
                        cause: JSONColumn.decodeIfReadable(detail))))
        }
    }
}

private struct LinkedPageLogDetail: Codable {
    let host: String
    let result: RefreshLogEntry.LinkedPageResult
}

extension RefreshLogEntry.Event {
    /// The code of the event's kind, as stored and printed with `--json`.
    public var code: String {
        switch self {
        case .refreshed(.succeeded(let new, _)) where new > 0: RefreshLogEntry.Code.new.rawValue
        case .refreshed(.succeeded(_, let changed)) where changed > 0: RefreshLogEntry.Code.changed.rawValue
        case .refreshed(.succeeded): RefreshLogEntry.Code.unchanged.rawValue
        case .refreshed(.failed(let failure)): failure.code.rawValue
        case .skipped: RefreshLogEntry.skippedCode
        case .moved: RefreshLogEntry.Code.moved.rawValue
        case .merged: RefreshLogEntry.Code.merged.rawValue
        case .linkedPage: RefreshLogEntry.Code.page.rawValue
        }
    }

    /// The number of new stories; zero for other events than a successful refresh.
    public var newStories: Int {
        if case .refreshed(.succeeded(let new, _)) = self { new } else { 0 }
    }

    var columns: SQLAssignments {
        get throws {
            let changed = if case .refreshed(.succeeded(_, let changed)) = self { changed } else { 0 }
            return [
                "outcome": .text(code), "new_stories": .number(newStories), "changed_stories": .number(changed),
                "detail": .text(try detail),
            ]
        }
    }

    private var detail: String? {
        get throws {
            switch self {
            case .refreshed(.succeeded), .merged: nil
            case .refreshed(.failed(let failure)): try failure.cause.map { try JSONColumn.encode($0) }
            case .skipped(let reason): reason.rawValue
            case .moved(let address): address
            case .linkedPage(let host, let result):
                try JSONColumn.encode(LinkedPageLogDetail(host: host, result: result))
            }
        }
    }
}

extension RefreshLogEntry.Event: CustomStringConvertible {
    /// The end of a sentence for the web app and the command line: "it was fetched a moment ago".
    public var description: String {
        switch self {
        case .refreshed(let outcome): "\(outcome)"
        case .skipped(.hostBusy): "\(PollingReason.hostBusy)"
        case .skipped(.suspended): "it is skipped, as Tidings crashed twice while reading it"
        case .skipped(.tooSoon): "it was fetched a moment ago"
        case .moved(let address): "it has moved for good to \(address)"
        case .merged: "an older address of it has moved here"
        case .linkedPage(let host, let result): "a page of \(host) was requested by a reader: \(result)"
        }
    }
}

extension RefreshLogEntry.LinkedPageResult: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unchanged: "unchanged"
        case .noText: "no text"
        case .fetched(let words): Plural.word.counted(words)
        case .failed(let code): "it could not be loaded (\(code.rawValue))"
        }
    }
}
