import Foundation
import Library
import News
import Untrusted

struct TerminalTimeFormatter {
    let now = Date()
    private let calendar = Calendar(identifier: .gregorian)

    func iso8601(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Returns "2026-11-21 14:05:09".
    func timestamp(_ date: Date) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }

    /// Returns "now", "4 min", "2 h", "yesterday" or "14 Nov".
    func relative(_ date: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        if seconds < 60 { return "now" }
        if seconds < 3600 { return "\(Int(saturating: seconds / 60)) min" }
        if calendar.isDate(date, inSameDayAs: now) { return "\(Int(saturating: seconds / 3600)) h" }
        if seconds < 172_800, calendar.isDateInYesterday(date) { return "yesterday" }
        let parts = calendar.dateComponents([.day, .month, .year], from: date)
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
            (parts.month ?? 1) - 1]
        return "\(parts.day ?? 1) \(month)"
    }

    func timeOfDay(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        let time = "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
        return calendar.isDate(date, inSameDayAs: now) ? time : "\(time), \(relative(date))"
    }

    func healthSentence(_ feed: Subscription) -> String {
        let health = feed.health
        let due = health.dueAt.map { "next fetch at \(dueTime($0))" } ?? "not due"
        switch health.state {
        case .new: return "not fetched yet"
        case .fine: return "OK; \(due)\(health.reason.map { ": \($0)" } ?? "")"
        case .waiting: return "asked us to wait until \((health.waitUntil ?? health.dueAt).map(dueTime) ?? "later")"
        case .failing:
            let reason = health.reason.map { "\($0); " } ?? ""
            return "failing (\(health.lastError?.rawValue ?? "unknown")): \(reason)\(due)"
        case .gone: return "permanently gone (410); no longer fetched"
        case .paused: return "paused"
        }
    }

    private func dueTime(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        let time = "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
        if calendar.isDate(date, inSameDayAs: now) { return time }
        return calendar.isDateInTomorrow(date)
            ? "\(time) tomorrow" : "\(time) on \(date.formatted(.iso8601.year().month().day()))"
    }
}
