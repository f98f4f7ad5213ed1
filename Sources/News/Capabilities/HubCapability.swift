public import URLs

/// The capability to be told of a channel's new stories by a hub, instead of asking for them (WebSub, W3C Recommendation of
/// 23 January 2018, https://www.w3.org/TR/websub/).
public protocol HubCapability: Sendable {
    /// Returns true if a hub may be told a secret: over TLS, or at an address that the operator lists.
    func accepts(_ hub: WebAddress) -> Bool

    /// Asks a hub to begin or to end a subscription.
    func send(_ request: HubRequest) async throws(SourceError)

    /// Reads a document that a hub sent, as if the channel had been fetched.
    /// - Parameter topic: the address by which the hub knows the channel.
    func response(
        of document: HubDocument, topic: String, in channel: ChannelRequest
    ) throws(HubDocumentError) -> ChannelResponse
}

/// The hub of a channel, and the address by which the hub knows the channel.
public struct HubLinks: Sendable, Hashable {
    /// The address of the hub.
    public var hub: WebAddress
    /// The topic. It is a text, since hubs compare it as one.
    public var topic: String

    public init(hub: WebAddress, topic: String) { (self.hub, self.topic) = (hub, topic) }
}

/// A request to a hub (WebSub §5.1).
public struct HubRequest: Sendable {
    /// The kind of request. The raw values are those of `hub.mode`.
    public enum Mode: String, Sendable { case subscribe, unsubscribe }

    /// The address of the hub.
    public var hub: WebAddress
    /// The kind of request.
    public var mode: Mode
    /// The address by which the hub knows the channel.
    public var topic: String
    /// The address of this server at which the hub verifies the request and sends content.
    public var callback: String
    /// The secret with which the hub signs content.
    public var secret: String
    /// The seconds for which the subscription is to last.
    public var leaseSeconds: Int

    public init(hub: WebAddress, mode: Mode, topic: String, callback: String, secret: String, leaseSeconds: Int) {
        (self.hub, self.mode, self.topic) = (hub, mode, topic)
        (self.callback, self.secret, self.leaseSeconds) = (callback, secret, leaseSeconds)
    }
}

/// Content that a hub sent to this server (WebSub §7).
public struct HubDocument: Sendable {
    /// The bytes as they came.
    public var bytes: [UInt8]
    /// The value of `Content-Type`.
    public var contentType: String?
    /// The values of `Link`.
    public var links: [String]

    public init(bytes: [UInt8], contentType: String? = nil, links: [String] = []) {
        (self.bytes, self.contentType, self.links) = (bytes, contentType, links)
    }
}

/// A reason why content of a hub is not taken.
public enum HubDocumentError: Error, Sendable {
    /// The content calls itself another channel's.
    case otherTopic
    /// The content could not be parsed.
    case unreadable
}
