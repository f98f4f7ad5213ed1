import Feeds
import Fetching
import Foundation
public import News
public import URLs

extension SyndicationSource: HubCapability {
    /// The feed's own capability: any feed may name a hub.
    public var hub: (any HubCapability)? { self }

    /// Returns true if a hub may be told a secret: over TLS, or at an address that the operator lists.
    public func accepts(_ hub: WebAddress) -> Bool { hub.isSecure || fetcher.policy.lists(hub) }

    private static let hubTimeout = Duration.seconds(20)
    private static let maxAnswerBytes = 64 * 1_024

    /// Asks a hub to begin or to end a subscription. The address of the hub is checked like every other, also after one
    /// redirect (WebSub §5.1).
    public func send(_ request: HubRequest) async throws(SourceError) {
        var fields = [
            ("hub.mode", request.mode.rawValue), ("hub.topic", request.topic), ("hub.callback", request.callback),
        ]
        if request.mode == .subscribe {
            fields += [("hub.secret", request.secret), ("hub.lease_seconds", String(request.leaseSeconds))]
        }
        // Hubs of PubSubHubbub 0.3 need to be told how to verify; later ones ignore the field.
        fields.append(("hub.verify", "async"))
        let body = Array(fields.map { "\($0.0)=\(Self.formEncoded($0.1))" }.joined(separator: "&").utf8)
        var response = try await post(body, to: request.hub)
        if [307, 308].contains(response.status),
            let moved = response.header("location").flatMap({ WebAddress($0, base: request.hub) }), accepts(moved)
        {
            response = try await post(body, to: moved)
        }
        let reason = String(decoding: response.body.prefix(400), as: UTF8.self)
        if let refusal = SourceError.refusal(response.status, message: reason.contains("<") ? nil : reason) {
            throw refusal
        }
    }

    private func post(_ body: [UInt8], to hub: WebAddress) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(address: hub.text, bodyLimit: Self.maxAnswerBytes, timeout: Self.hubTimeout)
        request.method = .post
        request.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        request.body = body
        request.maxConcurrentPerHost = FetchRequest.maxConcurrentPerHostLimit
        request.acceptsErrorStatuses = true
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: hub.host) }
    }

    private static func formEncoded(_ text: String) -> String {
        // Unreserved characters stay as they are (RFC 3986 §2.3).
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Reads a document that a hub sent. The state of the channel gives its stories the keys that they have when the feed
    /// is fetched, and stays as it is, since the document may have a part of the feed only.
    public func response(
        of document: HubDocument, topic: String, in channel: ChannelRequest
    ) throws(HubDocumentError) -> ChannelResponse {
        let address = channel.address.withoutCredentials
        let (mapper, entries) = try Self.parsed(document, at: address)
        let stated = LinkHeader(document.links).target(of: "self") ?? mapper.feed.selfLink
        if let stated, !Self.isSame(stated, topic, at: address), !Self.isSame(stated, address.text, at: address) {
            throw .otherTopic
        }
        let known = FeedState(channel.sourceState)
        let identity = EntryKeyAssignment(
            entries, sharedIDs: known?.sharedIDs ?? [], idsAreUnfit: known.map { $0.idsAreUnfit ?? false })
        let (stories, diagnostics) = mapper.stories(identity)
        return ChannelResponse(stories: stories, diagnostics: diagnostics)
    }

    private static func parsed(
        _ document: HubDocument, at address: WebAddress
    ) throws(HubDocumentError) -> (mapper: FeedMapper, entries: [FeedEntry]) {
        let type = ContentTypeHeader(document.contentType ?? "")
        do {
            return try parse(document.bytes, at: address, contentType: type.essence, charset: type.charset)
        } catch { throw .unreadable }
    }

    /// Returns true for spellings of one address; http and https are one, as feeds often name either.
    private static func isSame(_ one: String, _ other: String, at base: WebAddress) -> Bool {
        func key(_ text: String) -> String? {
            WebAddress(text, base: base).map {
                $0.withoutCredentials.withoutFragment.text.replacing(/^https?:/, with: "")
            }
        }
        return key(one) == key(other)
    }
}

extension HubLinks {
    /// Returns the links of a feed, those of the response's headers before those of the document (WebSub §4); nil without
    /// a hub.
    init?(_ header: LinkHeader, _ feed: Feed, at address: WebAddress) {
        let base = feed.base ?? address
        guard
            let hub = header.target(of: "hub").flatMap({ WebAddress($0, base: address) })
                ?? feed.hub.flatMap({ WebAddress($0, base: base) })
        else { return nil }
        let stated = header.target(of: "self") ?? feed.selfLink
        let isAbsolute = stated?.lowercased().hasPrefix("http") ?? false
        let resolved = stated.flatMap { WebAddress($0, base: base) }
        // Hubs compare topics as text, so an absolute address stays as it is written.
        self.init(
            hub: hub.withoutFragment,
            topic: isAbsolute && resolved != nil ? stated ?? address.text : (resolved ?? address).text)
    }
}
