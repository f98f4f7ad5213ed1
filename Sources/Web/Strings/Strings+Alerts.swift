import Foundation
import Library
import News

/// The texts about alerts.
extension Strings {
    static let alerts = "Alerts"
    static let alertsDetail = "Words, places, feeds, great news"
    static let alertMe = "Alert me"
    static let alertsAreOn = "Alerts are on: change"
    static let alertMeAboutThis = "Alert me about this"

    // MARK: What is sent

    static func alertText(_ alert: Alert) -> String { "\(alert.publisher) · \(alert.reason)" }
    static func alertSummary(_ count: Int) -> String { "\(count) alerts while it was quiet" }

    // MARK: The list

    static let noAlerts = "Nothing has alerted you yet."
    static let alertsExplanation = "Every alert of the last 90 days, why it came, and what was held back."
    static let changeAlerts = "Change what alerts you"
    static let notAgain = "Not again for this topic"
    static let tellAgain = "Tell me of this topic again"
    static let changeRule = "Change this rule"
    static let topicSilenced = "Nothing more of this topic will alert you."
    static let topicNotSilenced = "This topic may alert you again, if its rule asks for more of it."
    static let noSuchAlert = "There is no such alert. Go back to the list and choose one."

    static func alertState(_ alert: Alert, _ time: TimeFormatter) -> String {
        switch alert.state {
        case .sent(let at):
            let words = at.timeIntervalSince(alert.createdAt) > 60 ? "Sent \(time.short(at))" : "Sent"
            return alert.isSilenced ? "\(words). Nothing more of this topic." : words
        case .waiting(let end): return "Waits for the end of your quiet hours at \(time.until(end))"
        case .held(let reason): return "Held back: \(heldBack(reason))"
        }
    }

    private static func heldBack(_ reason: Alert.HeldReason) -> String {
        switch reason {
        case .dailyLimit: "your limit for the day was reached"
        case .noWay: "no way out is set up for alerts"
        case .read: "you had read it already"
        case .muted: "you muted it"
        case .keptBack: "its headline is of a kind that you keep back"
        case .silenced: "you wanted nothing more of this topic"
        case .late: "it had waited for more than a day"
        }
    }

    // MARK: Settings

    static let alertSettingsExplanation =
        "You are told of an event once, whoever tells it first. What comes later joins its topic without a sound."
    static let noWayForAlerts = "Alerts have no way to reach you yet."
    static let setUpWays = "Set up notifications"
    static let pushNeedsHomeScreen =
        "On an iPhone or iPad, first add the app to the home screen: tap Share, then Add to Home Screen. Open it there, and come back to this page."
    static let alertWords = "Alert me about"
    static let alertWordsExample = "barrier closes"
    static let alertWordsHint =
        "Words as a headline would have them. All of them in a title or summary count, and in a text where they stand together."
    static let yourAlerts = "Your alerts"
    static let alertHistory = "What was sent"
    static let alertHistoryDetail = "Every alert with its reason, and what was held back"
    static let changeAlert = "Change an alert"
    static let withFollowUps = "Also when it goes on: another publisher, or another day"

    static func alertKind(_ kind: AlertSubject.Kind) -> String {
        switch kind {
        case .words: "Words"
        case .place: "Alert me about a place"
        case .section: "Alert me about a section"
        case .feed: "Alert me about a feed"
        case .site: "Alert me about a publisher"
        case .greatNews: greatNews
        }
    }

    static func alertKindDetail(_ kind: AlertSubject.Kind) -> String {
        switch kind {
        case .words: alertWordsHint
        case .place: "Stories that name a town"
        case .section: "Every story of one of your sections"
        case .feed: "Every story of one of your feeds"
        case .site: "Every story of a site, whatever feed brings it"
        case .greatNews: greatNewsExplanation
        }
    }

    static func alertField(_ kind: AlertSubject.Kind) -> String {
        switch kind {
        case .words, .greatNews: "Words"
        case .place: "Place"
        case .section: "Section"
        case .feed: "Feed"
        case .site: "The publisher’s site, such as quay.example"
        }
    }

    static func alertRule(_ rule: AlertRule) -> String {
        guard let name = rule.name else { return "Something that you no longer follow" }
        return switch rule.subject.kind {
        case .words: "“\(name)”"
        case .greatNews: greatNews
        default: name
        }
    }

    static func alertRuleDetail(_ rule: AlertRule) -> String {
        let kind =
            switch rule.subject.kind {
            case .words: "Words"
            case .place: "Place"
            case .section: "Section"
            case .feed: "Feed"
            case .site: "Publisher"
            case .greatNews: greatNews
            }
        return rule.hasFollowUps ? "\(kind) · also when it goes on" : kind
    }

    static let greatNews = "Great news"
    static let greatNewsExplanation =
        "An event that so many independent publishers of yours report within so many minutes. The feeds of one site are one publisher, and one agency’s text is one voice."
    static let greatNewsPublishers = "Publishers"
    static let greatNewsMinutes = "Within minutes"
    static let showLastWeek = "Show"
    static let turnOnGreatNews = "Alert me of great news"
    static let turnOffGreatNews = "No alerts of great news"

    static func lastWeek(_ count: Int) -> String {
        switch count {
        case 0: "Last week: no alert"
        case 1: "Last week: 1 alert"
        default: "Last week: \(count) alerts"
        }
    }

    static func pastGreatNews(_ topic: AlertService.PastGreatNews, _ time: TimeFormatter) -> String {
        "\(time.short(topic.at)) · \(topic.reach)"
    }

    static func andMoreAlerts(_ count: Int) -> String { "And \(count) more" }

    static let quietHoursAndLimit = "Quiet hours and limit"
    static let quietHoursExplanation =
        "What comes in quiet hours waits for their end, and then comes as one message. Above the day’s limit nothing is sent; the list has it."
    static let quietFrom = "Quiet from"
    static let quietTo = "Until"
    static let timeZone = "Time zone"
    static let dailyLimit = "Alerts a day, at most"
    static let alertWays = "Send alerts to"
    static let howSoon = "How soon"

    static func howSoonAlertsCome(_ interval: ClosedRange<Duration>, maxAge: Int) -> String {
        let (least, most) = (minutes(interval.lowerBound), minutes(interval.upperBound))
        let pause = least == most ? "about every minute" : "every \(least) to \(most) minutes"
        return
            "Feeds that can alert you are fetched \(pause), depending on how often they publish, "
            + "unless their sites ask for longer. Once a story is here, its alert leaves within seconds. Stories that are "
            + "more than \(maxAge) hours old, and the first ones of a new feed, alert nobody."
    }

    private static func minutes(_ duration: Duration) -> Int { max(1, Int(duration.components.seconds / 60)) }

    // MARK: Results

    static func alertSaved(_ rule: AlertRule) -> String {
        rule.subject.kind == .greatNews ? "You will be told of great news." : "You will be told: \(alertRule(rule))."
    }

    static let alertSavedWithoutWay = "Saved. Now set up how alerts reach you."
    static let alertRemoved = "Removed. What was sent stays in the list."
    static let alertSettingsSaved = "Saved."
    static let chooseAlertSubject = "Choose what to be told of."
    static let alertSubjectIsGone = "This section or feed is not among yours any more. Choose another."
    static let noSuchAlertRule = "There is no such alert. Go back to Alerts and choose one."
}
