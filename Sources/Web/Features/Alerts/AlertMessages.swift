public import Foundation
public import Library
import News

/// The wording of alerts in messages that leave the app.
public struct AlertMessages: AlertMessageFormatter {
    public init() {}

    /// Returns the message of one alert, which opens its topic.
    public func message(of alert: Alert, id: String, badge: Int, at time: Date) -> OutgoingMessage {
        OutgoingMessage(
            id: id, title: alert.title, text: Strings.alertText(alert), path: Self.path(of: alert),
            urgency: alert.reason.isFollowUp ? .normal : .high, badge: badge, createdAt: time)
    }

    /// Returns one message for several alerts, which opens the list.
    public func summary(of alerts: [Alert], id: String, badge: Int, at time: Date) -> OutgoingMessage {
        OutgoingMessage(
            id: id, title: Strings.alertSummary(alerts.count),
            text: alerts.map { "\($0.title) (\($0.publisher))" }.joined(separator: "\n"),
            path: Route.page(.alerts).path(in: .mine), urgency: .normal, badge: badge, createdAt: time)
    }

    /// Returns the path of the alert's topic, which leads to the story while nobody else tells it.
    static func path(of alert: Alert) -> String { Route.cluster(alert.story).path(in: alert.edition) }
}
