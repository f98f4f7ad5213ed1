import Library
import News
import Untrusted

/// The fields of a form or a query that name what a reader wants to be told of.
struct AlertRuleForm: FormValue {
    let kind: String?
    /// The words, the site, or the ID of the section or feed.
    let value: String?
    let name, district, region, country: String?
    let publishers, minutes: String?
    let followUps: Bool
    /// The rule that is changed; nil for a new one.
    let rule: AlertRule.ID?
    /// True if the form was sent by a button beside the subject, and the reader stays there.
    let stays: Bool

    static func fields(of subject: AlertSubject) -> [(name: String, value: String)] {
        let fields: [(name: String, value: String)] =
            switch subject {
            case .words(let text), .site(let text): [("value", text)]
            case .section(let id): [("value", String(id.rawValue))]
            case .feed(let id): [("value", String(id.rawValue))]
            case .place(let place):
                [
                    ("name", place.name), ("district", place.district ?? ""), ("region", place.region ?? ""),
                    ("country", place.country),
                ]
            case .greatNews(let rule):
                [("publishers", String(rule.publisherCount)), ("minutes", String(rule.windowMinutes))]
            }
        return [("kind", subject.kind.rawValue)] + fields
    }

    /// The rule for great news; a number that is none counts as 0, which no rule can have.
    var greatNews: GreatNews {
        func number(_ text: String?) -> Int {
            UntrustedInteger(digits: (text ?? "").filter { !$0.isWhitespace }[...])?.int(in: 0...1_000_000) ?? 0
        }
        return GreatNews(publisherCount: number(publishers), windowMinutes: number(minutes))
    }

    /// Returns the subject; it is checked when it is saved.
    /// - Throws: `.invalid` with a sentence for a form that names none.
    func subject() throws(LibraryError) -> AlertSubject {
        let id = value.flatMap { UntrustedInteger($0)?.id }
        switch kind.flatMap(AlertSubject.Kind.init(rawValue:)) {
        case .words: return .words(value ?? "")
        case .site: return .site(value ?? "")
        case .section: if let id = value == "0" ? 0 : id { return .section(SectionID(rawValue: id)) }
        case .feed: if let id { return .feed(ChannelID(rawValue: id)) }
        case .place:
            return .place(
                PlaceName(
                    name: name ?? "", district: district?.isEmpty == false ? district : nil,
                    region: region?.isEmpty == false ? region : nil, country: country ?? ""))
        case .greatNews: return .greatNews(greatNews)
        case nil: break
        }
        throw .invalid(why: Strings.chooseAlertSubject)
    }
}

/// The form that removes a rule.
struct AlertRuleIDForm: FormValue {
    let rule: AlertRule.ID

    static let faults = ["rule": Strings.noSuchAlertRule]
}

/// The form that ends or resumes the alerts of a topic.
struct AlertSilenceForm: FormValue {
    let alert: Alert.ID
    let silenced: Bool

    static let faults = ["alert": Strings.noSuchAlert]
}

/// The form of quiet hours, the day's limit and the ways out.
struct AlertSettingsForm: FormValue {
    let from, to, zone, limit: String?
    let ways: RepeatedField
}
