import ArgumentParser
import Foundation
import Library
import News

struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Show what alerts you, what was sent, and what was held back and why.",
        discussion: """
            Alerts are set up in the web app, in Settings, Alerts. docs/alerts.md says what alerts when, and how soon.
            """)

    @Option(help: ArgumentHelp("The number of alerts to print, the newest first.", valueName: "count"))
    var limit = 20

    @Flag(help: "Print JSON: the rules, and the alerts with their states.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let rules = try await library.alerts.rules(for: reader)
            let alerts = try await library.alerts.alerts(for: reader, limit: limit)
            if json { return try JSONOutput.write(AlertsJSON(rules, alerts)) }
            show(rules)
            show(alerts)
        }
    }

    private func show(_ rules: [AlertRule]) {
        guard !rules.isEmpty else {
            return Terminal.print("Nothing alerts you. Choose what does in Settings, Alerts.")
        }
        var table = TerminalTable([.left, .flexible])
        for rule in rules {
            let name = Self.name(of: rule) + (rule.hasFollowUps ? ", also when it goes on" : "")
            table.addRow(TerminalStyle.dim("\(rule.subject.kind.rawValue)"), TerminalStyle.bold("\(name)"))
        }
        table.print()
    }

    private func show(_ alerts: [Alert]) {
        let formatter = TerminalTimeFormatter()
        var table = TerminalTable([.left, .flexible])
        for alert in alerts {
            table.addRow(
                TerminalStyle.dim("\(formatter.timestamp(alert.createdAt))"), TerminalStyle.bold("\(alert.title)"),
                details: [
                    TerminalStyle.dim("\(alert.publisher): \(alert.reason)"),
                    TerminalStyle.dim("\(Self.state(of: alert, formatter))"),
                ])
        }
        table.print()
    }

    private static func name(of rule: AlertRule) -> String {
        if case .greatNews(let great) = rule.subject {
            return "\(great)"
        }
        return rule.name ?? "not among yours any more"
    }

    private static func state(of alert: Alert, _ formatter: TerminalTimeFormatter) -> String {
        switch alert.state {
        case .sent(let at): "sent at \(formatter.timestamp(at))"
        case .waiting(let end): "waits for the end of quiet hours at \(formatter.timestamp(end))"
        case .held(let reason): "held back: \(reason.rawValue.replacing("-", with: " "))"
        }
    }
}

/// The output of `--json`.
private struct AlertsJSON: Encodable {
    struct Rule: Encodable {
        let id: Int64
        let kind: String
        let name: String?
        let publisherCount, windowMinutes: Int?
        let hasFollowUps: Bool
    }

    struct Item: Encodable {
        let id, story: Int64
        let title, publisher, reason, state, createdAt: String
        let heldReason, sentAt, dueAt: String?
    }

    let rules: [Rule]
    let alerts: [Item]

    init(_ rules: [AlertRule], _ alerts: [Alert]) {
        self.rules = rules.map { rule in
            var great: GreatNews?
            if case .greatNews(let known) = rule.subject { great = known }
            return Rule(
                id: rule.id.rawValue, kind: rule.subject.kind.rawValue, name: great == nil ? rule.name : nil,
                publisherCount: great?.publisherCount, windowMinutes: great?.windowMinutes,
                hasFollowUps: rule.hasFollowUps)
        }
        self.alerts = alerts.map(Self.item)
    }

    private static func item(_ alert: Alert) -> Item {
        let formatter = TerminalTimeFormatter()
        var (state, held, sent, due): (String, String?, String?, String?) = ("held", nil, nil, nil)
        switch alert.state {
        case .sent(let at): (state, sent) = ("sent", formatter.iso8601(at))
        case .waiting(let end): (state, due) = ("waiting", formatter.iso8601(end))
        case .held(let reason): held = reason.rawValue
        }
        return Item(
            id: alert.id.rawValue, story: alert.story.rawValue, title: alert.title, publisher: alert.publisher,
            reason: "\(alert.reason)", state: state, createdAt: formatter.iso8601(alert.createdAt), heldReason: held,
            sentAt: sent, dueAt: due)
    }
}
