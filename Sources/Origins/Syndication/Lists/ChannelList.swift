public import Feeds
import Markup
import News

/// A list of subscriptions in the words of `News`, read from OPML and written as OPML. Nothing here goes out.
public struct ChannelList: Sendable, Hashable {
    public var title: String?
    /// In the list's order. A feed that stands in two folders is listed twice.
    public var channels: [ListedChannel]
    /// What the list names as feeds and is no web address, as written.
    public var refused: [String]

    public init(title: String? = nil, channels: [ListedChannel] = [], refused: [String] = []) {
        self.title = title
        self.channels = channels
        self.refused = refused
    }

    /// The channels of an outline, folders walked from the top.
    public init(_ opml: OPML) {
        self.init(title: opml.title)
        add(opml.outlines, in: [])
    }

    /// Reads an OPML document.
    /// - Throws: `FeedError`, when it is something else.
    public init(reading bytes: [UInt8]) throws(FeedError) {
        self.init(try OPML.read(bytes))
    }

    /// The list as an outline; channels of one folder stand together, folders in the order of their first channel.
    public var opml: OPML { OPML(title: title, outlines: Self.outlines(channels[...].map { ($0.folders[...], $0) })) }

    /// The list as an OPML 2.0 document.
    public func written() -> [UInt8] { opml.written() }

    private mutating func add(_ outlines: [OPMLOutline], in folders: [String]) {
        for outline in outlines {
            switch outline.kind {
            case .folder(let children): add(children, in: folders + [outline.title])
            case .feed(let written, let site, _):
                guard let address = Self.address(written) else {
                    refused.append(written)
                    continue
                }
                channels.append(
                    ListedChannel(
                        address: address, title: outline.title == written ? nil : outline.title,
                        site: site.flatMap { WebAddress($0) }, folders: folders))
            }
        }
    }

    /// Programs that open feeds write `feed:` before or in place of the scheme.
    private static func address(_ written: String) -> WebAddress? {
        guard written.lowercased().hasPrefix("feed:") else { return WebAddress(written) }
        let rest = written.dropFirst(5)
        return WebAddress(rest.hasPrefix("//") ? "http:" + rest : String(rest))
    }

    private static func outlines(_ channels: [(folders: ArraySlice<String>, channel: ListedChannel)]) -> [OPMLOutline] {
        var order: [String] = []
        var folders: [String: [(folders: ArraySlice<String>, channel: ListedChannel)]] = [:]
        var loose: [OPMLOutline] = []
        for (path, channel) in channels {
            guard let folder = path.first else {
                loose.append(outline(channel))
                continue
            }
            if folders[folder] == nil { order.append(folder) }
            folders[folder, default: []].append((path.dropFirst(), channel))
        }
        return order.map { OPMLOutline(title: $0, kind: .folder(outlines(folders[$0] ?? []))) } + loose
    }

    private static func outline(_ channel: ListedChannel) -> OPMLOutline {
        OPMLOutline(
            title: channel.title ?? channel.address.host,
            kind: .feed(address: channel.address.text, site: channel.site?.text, type: "rss"))
    }
}
