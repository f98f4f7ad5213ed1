import Foundation
import Hummingbird
import Library
import News
import URLs

extension GoogleReaderHandler {
    func subscriptionList() async throws -> Response {
        let list = try await feedList()
        return SyncResponse.conditional(call.request, call.format) { writer in
            writer.list("subscriptions", list.feeds) { writer, feed in
                writer.object { Self.write(feed, &$0) }
            }
        }
    }

    private static func write(_ feed: SyncFeed, _ writer: inout ObjectWriter) {
        writer.string("id", StreamID.feed(feed.id))
        writer.string("title", feed.title)
        writer.list("categories", feed.labels) { writer, label in
            writer.object { writer in
                writer.string("id", StreamID.label(named: label))
                writer.string("label", label)
            }
        }
        writer.string("url", feed.address)
        writer.string("htmlUrl", feed.site)
        writer.string("iconUrl", feed.iconAddress ?? "")
    }

    /// Follows, unfollows, renames or moves feeds: `ac`, and for each feed `s`, `t`; `a` and `r` name folders.
    func editSubscriptions() async throws -> Response {
        let (streams, titles) = (parameters.all("s"), parameters.all("t"))
        guard !streams.isEmpty, streams.count <= 1000 else { throw SyncError.badRequest("Name a feed as s=feed/….") }
        for (index, stream) in streams.enumerated() {
            guard case .feed(let name)? = StreamID(stream) else {
                throw SyncError.badRequest("Name a feed as s=feed/….")
            }
            let title = titles.indices.contains(index) ? titles[index] : nil
            switch parameters["ac"] {
            case "subscribe": _ = try await subscribe(name, title: title)
            case "unsubscribe":
                _ = try await library.subscriptions.unfollow(try await followed(name), for: reader)
            case "edit": try await edit(try await followed(name), title: title)
            default: throw SyncError.badRequest("Say ac=subscribe, ac=unsubscribe or ac=edit.")
            }
        }
        return SyncResponse.ok
    }

    private func edit(_ feed: ChannelID, title: String?) async throws {
        if let title, !title.isEmpty { try await library.subscriptions.rename(feed, to: title, for: reader) }
        if let folder = try folder("a") {
            try await library.subscriptions.move(feed, to: folder, for: reader)
        } else if let folder = try folder("r"), try await feedList().feed(feed)?.labels.contains(folder) == true {
            try await library.subscriptions.move(feed, to: nil, for: reader)
        }
    }

    /// Returns the title of the folder that a parameter names; nil without one.
    private func folder(_ name: String) throws(SyncError) -> String? {
        guard let text = parameters.text(name) else { return nil }
        guard case .label(let title)? = StreamID(text) else {
            throw .badRequest("Name a folder as \(name)=user/-/label/….")
        }
        return title
    }

    /// Returns a feed that the reader follows.
    private func followed(_ name: String) async throws -> ChannelID {
        guard let feed = try await feedList().feed(named: name) else { throw LibraryError.notThere }
        guard feed.isFollowed else {
            throw SyncError.badRequest("“\(feed.title)” belongs to a newspaper. Arrange newspapers in Tidings itself.")
        }
        return feed.id
    }

    /// Follows the best feed at an address; one that is followed already is moved and renamed.
    private func subscribe(_ typed: String, title: String?) async throws -> SyncFeed {
        let folder = try folder("a")
        var channel: ChannelID
        if let known = try await feedList().feed(named: typed) {
            channel = known.id
            if !known.isFollowed { try await library.subscriptions.follow(known.id, folder: folder, for: reader) }
        } else {
            channel = try await discover(typed, folder: folder)
        }
        if let title, !title.isEmpty { try await library.subscriptions.rename(channel, to: title, for: reader) }
        if let folder { try await library.subscriptions.move(channel, to: folder, for: reader) }
        guard let feed = try await feedList().feed(channel) else { throw LibraryError.notThere }
        return feed
    }

    private func discover(_ typed: String, folder: String?) async throws -> ChannelID {
        guard let address = WebAddress(typed: typed) else { throw SyncError.badRequest("That is no web address.") }
        let found: [DiscoveredChannel]
        do { found = try await call.interface.integrations.discovery.discover(at: address) } catch {
            throw SyncError.badRequest("No feed could be read at that address.")
        }
        guard let best = found.first else { throw SyncError.badRequest("There is no feed at that address.") }
        do {
            return try await library.subscriptions.follow(best, folder: folder, for: reader).id
        } catch {
            guard error == .alreadyThere, let known = try await feedList().feed(named: best.address.text) else {
                throw error
            }
            return known.id
        }
    }

    /// Follows the feed at an address; Reeder and NetNewsWire add feeds so.
    func quickAdd() async throws -> Response {
        let typed = parameters.text("quickadd") ?? ""
        let address = typed.hasPrefix("feed/") ? String(typed.dropFirst(5)) : typed
        let feed: SyncFeed
        do { feed = try await subscribe(address, title: nil) } catch let error as SyncError {
            guard case .badRequest(let why) = error else { throw error }
            return SyncResponse.object(call.format) { writer in
                writer.number("numResults", 0)
                writer.string("query", typed)
                writer.string("error", why)
            }
        }
        return SyncResponse.object(call.format) { writer in
            writer.number("numResults", 1)
            writer.string("query", typed)
            writer.string("streamId", StreamID.feed(feed.id))
            writer.string("streamName", feed.title)
        }
    }

    // MARK: OPML

    func exportOPML() async throws -> Response {
        let folders = try await library.subscriptions.folders(for: reader)
        return SyncResponse.response(
            call.interface.integrations.writeOPML(folders), type: "application/xml; charset=utf-8")
    }

    /// Follows the feeds of an OPML file, which is the body. NewsFlash wants the response to begin with `OK: `.
    func importOPML() async throws -> Response {
        let feeds = try call.interface.integrations.readOPML(call.body)
        let report = try await library.subscriptions.importOutlines(feeds, for: reader)
        return SyncResponse.text("OK: \(report.added)")
    }
}

extension SyncFeedList {
    func feed(_ id: ChannelID) -> SyncFeed? { feeds.first { $0.id == id } }
}
