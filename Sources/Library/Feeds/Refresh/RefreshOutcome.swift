public import News

/// The outcome of a channel's refresh.
public enum RefreshOutcome: Sendable, Hashable {
    case succeeded(new: Int, changed: Int)
    case failed(FetchFailure)
}

extension RefreshOutcome: CustomStringConvertible {
    /// The end of a sentence for the web app and the command line: "2 new stories".
    public var description: String {
        switch self {
        case .succeeded(let new, _) where new > 0: Plural.story.counted(new, "new")
        case .succeeded(_, let changed) where changed > 0:
            "\(Plural.story.counted(changed)) \(changed == 1 ? "has" : "have") changed"
        case .succeeded: "nothing new"
        case .failed(let failure): Self.description(of: failure)
        }
    }

    private static func description(of failure: FetchFailure) -> String {
        switch failure.code {
        case .notThere: return "there is nothing at its address"
        case .gone: return "it says it is gone for good"
        case .refused:
            let status = failure.status.map { " (status \($0))" } ?? ""
            // A 5xx status is a failure of the origin (RFC 9110 §15.6).
            let verb = failure.status.map { $0 >= 500 } == true ? "failed" : "refused"
            guard case .originError(let words)? = failure.cause?.reason else { return "its site \(verb)\(status)" }
            return "its site \(verb)\(status): “\(words)”"
        case .busy: return failure.cause?.message ?? "its site asked us to wait"
        case .signInNeeded: return "its site requires a sign-in"
        case .crashed: return "Tidings crashed while reading it"
        case .unreadable: return failure.cause?.message ?? "its response could not be read"
        case .unreachable: return failure.cause?.message ?? "it could not be reached"
        case .keyNeeded: return failure.cause?.message ?? "its site needs a key"
        case .notAllowed: return failure.cause?.message ?? "its address is one that Tidings does not visit"
        }
    }
}

/// The refresh of a channel in a round.
public struct ChannelRefresh: Sendable, Hashable {
    /// The channel that was refreshed.
    public let channel: ChannelID
    /// The title of the channel.
    public let title: String
    /// The outcome of the refresh.
    public let outcome: RefreshOutcome
}
