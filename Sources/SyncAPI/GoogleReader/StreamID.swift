import Library
import News
import Untrusted

/// A stream of the Google Reader interface.
enum StreamID: Equatable {
    case readingList
    case read
    case unread
    case keptUnread
    case starred
    /// A folder, or an edition.
    case label(String)
    /// A feed by its number or its address.
    case feed(String)
    /// A state that Tidings does not keep, such as `broadcast` and `like`: its stream is empty, and setting it has no
    /// effect.
    case other

    private static let statePrefix = "state/com.google/"

    /// Reads a stream's name. The user is that of the session, whatever the name says.
    /// - Returns: nil for a text that is no name of a stream.
    init?(_ text: String) {
        if text.hasPrefix("feed/") {
            self = .feed(String(text.dropFirst(5)))
            return
        }
        guard text.hasPrefix("user/") else { return nil }
        let rest = text.dropFirst(5).drop { $0 != "/" }.dropFirst()
        if rest.hasPrefix("label/") {
            let title = String(rest.dropFirst(6))
            guard !title.isEmpty else { return nil }
            self = .label(title)
            return
        }
        guard rest.hasPrefix(Self.statePrefix) else { return nil }
        self =
            switch rest.dropFirst(Self.statePrefix.count) {
            case "reading-list": .readingList
            case "read": .read
            case "unread": .unread
            case "kept-unread": .keptUnread
            case "starred": .starred
            default: .other
            }
    }

    /// The name of a state's stream.
    static func state(_ name: StaticString) -> String { "user/-/\(statePrefix)\(name)" }
    static func label(named title: String) -> String { "user/-/label/\(title)" }
    static func feed(_ id: ChannelID) -> String { "feed/\(id.rawValue)" }
}

extension SyncFeedList {
    /// Returns the feed that a stream names: by its number, or by its address as it is listed.
    func feed(named text: String) -> SyncFeed? {
        if let number = UntrustedInteger(digits: text)?.id {
            let id = ChannelID(rawValue: number)
            return feeds.first { $0.id == id }
        }
        return feeds.first { $0.address == text }
    }

    /// Returns the feeds of a stream; empty if there is none of this name.
    func feeds(of stream: StreamID) -> Set<ChannelID> {
        switch stream {
        case .label(let title): feeds(inGroup: title) ?? []
        case .feed(let text): feed(named: text).map { [$0.id] } ?? []
        case .other: []
        case .readingList, .read, .unread, .keptUnread, .starred: Set(feeds.map(\.id))
        }
    }
}
