import Foundation
import Library

/// The words about hubs that tell of a feed's new stories.
extension Strings {
    static let hubLegend = "Be told by its hub"
    static let hubAutomatic = "For alerts"
    static let hubAlways = "Always"
    static let hubNever = "Never"

    /// Returns the sentences about a feed's hub: what it does, and what follows for fetching.
    static func hubStatus(_ hub: HubSubscription, isReachable: Bool, time: TimeFormatter) -> String {
        let name = hub.host
        guard isReachable else {
            return
                "\(name) could tell Tidings of new stories at once, but cannot reach it: that needs a public https address "
                + "(--public-url). So the feed is fetched."
        }
        if let failure = hub.failure {
            return "\(hubFailure(failure, name, hub.detail)) So the feed is fetched as usual."
        }
        return switch hub.state {
        case .active where hub.isTold:
            "\(name) tells Tidings of new stories at once, last \(hubTime(hub.lastMessageAt, time)). The feed is fetched once a "
                + "day as well, in case it misses one."
        case .active:
            "\(name) has agreed to tell Tidings of new stories. Until it has done so, the feed is fetched as usual."
        case .requested: "\(name) was asked to tell Tidings of new stories, and has yet to confirm it."
        case .ending: "\(name) was asked to stop."
        default:
            "\(name) can tell Tidings of new stories at once, so that they need not be looked for. It learns the address of "
                + "this server."
        }
    }

    private static func hubTime(_ date: Date?, _ time: TimeFormatter) -> String {
        date.map { "\(time.since($0))" } ?? ""
    }

    private static func hubFailure(_ failure: HubFailure, _ name: String, _ detail: String?) -> String {
        let words = detail.map { ": “\($0)”" } ?? ""
        return switch failure {
        case .unreachable: "\(name) could not be reached."
        case .refused: "\(name) refused the request\(words)."
        case .denied: "\(name) does not tell of this feed\(words)."
        case .unverified: "\(name) was asked, and never confirmed it."
        case .lapsed: "\(name) did not renew what it had agreed to."
        case .notSecure: "\(name) is not reached over https, so that nobody could tell who sends its messages."
        case .noKey: "Tidings has no key file to keep the hub’s secret with."
        case .flood: "\(name) sent so many messages that nothing is taken from it for a day."
        case .signature: "\(name) sent a message whose signature is wrong."
        case .otherTopic: "\(name) sent the stories of another feed."
        case .unreadable: "\(name) sent something that is no feed."
        case .tooLarge: "\(name) sent a message that is too large."
        }
    }
}
