import Failures
public import Fetching
public import Foundation
public import Library
import URLs
import Untrusted

/// The ways out of the app by the addresses that the Library stores.
public struct DeliveryWays: DeliveryGateway {
    private let library: NewsLibrary
    private let fetcher: Fetcher
    private let policy: AddressPolicy
    private let origin: String
    private let contact: String
    private let mailClient: MailClient
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - origin: the origin of this server for links, such as `https://news.example`.
    ///   - contact: the https or `mailto:` address of who runs this server, which push services are told.
    ///   - mailCertificates: a file of certificates that mail servers may have; nil for the system's.
    public init(
        library: NewsLibrary, fetcher: Fetcher, policy: AddressPolicy, origin: String, contact: String,
        mailCertificates: String? = nil, now: @escaping @Sendable () -> Date
    ) {
        (self.library, self.fetcher, self.policy) = (library, fetcher, policy)
        (self.origin, self.contact, self.now) = (origin, contact, now)
        mailClient = MailClient(certificateFile: mailCertificates)
    }

    /// Returns the public key that browsers subscribe with.
    public func pushKey() async throws(LibraryError) -> String { try await vapidKey().publicKey }

    private func vapidKey() async throws(LibraryError) -> VAPIDKey {
        let stored = try await library.deliveries.pushKey(or: Base64URL.encode(VAPIDKey().bytes))
        do { return try VAPIDKey(bytes: Base64URL.decode(stored) ?? []) } catch {
            throw .failed(why: "the key of push messages is damaged")
        }
    }

    /// Returns the reason why nothing can be sent to an address; nil for a valid one.
    public func rejection(of address: DeliveryAddress) -> DeliveryFailure? {
        switch address {
        case .push(let push):
            do throws(PushSubscription.Rejection) {
                return rejection(of: try subscription(push).endpoint)
            } catch { return DeliveryFailure(error == .keys ? .keys : .notSecure) }
        case .mail(let mail): return rejection(of: mail)
        case .ntfy(let ntfy):
            guard let address = WebAddress(ntfy.address), NtfyWay.Topic(address) != nil else {
                return DeliveryFailure(.notThere)
            }
            return rejection(of: ntfy.address)
        case .webhook(let webhook): return rejection(of: webhook.address)
        }
    }

    private func rejection(of text: String) -> DeliveryFailure? {
        guard let address = WebAddress(text), !address.hasCredentials else {
            return DeliveryFailure(.addressRefused, transport: .badAddress(text))
        }
        if let rejection = policy.rejection(of: address) {
            return DeliveryFailure(.addressRefused, transport: .rejected(rejection))
        }
        // Messages go without TLS only to addresses that the operator has listed.
        return address.isSecure || policy.lists(address) ? nil : DeliveryFailure(.notSecure)
    }

    private func rejection(of mail: MailAddress) -> DeliveryFailure? {
        guard MailEncoding.isMailbox(mail.sender), MailEncoding.isMailbox(mail.recipient) else {
            return DeliveryFailure(.badMailbox)
        }
        let host = mail.host.contains(":") ? "[\(mail.host)]" : mail.host
        guard let address = WebAddress("http://\(host):\(mail.port)/"), address.path == "/" else {
            return DeliveryFailure(.unknownHost)
        }
        let isListed = policy.lists(address)
        // The port of a mail server is no reason to reject it.
        if !isListed, let plain = WebAddress("https://\(host)/"), let rejection = policy.rejection(of: plain) {
            return DeliveryFailure(.addressRefused, transport: .rejected(rejection))
        }
        // A password is sent without TLS only to an address that the operator has listed.
        return mail.security == .none && !mail.user.isEmpty && !isListed ? DeliveryFailure(.notSecure) : nil
    }

    /// Sends a message once, by the way that the address is for.
    public func send(_ message: OutgoingMessage, to address: DeliveryAddress) async -> DeliveryOutcome {
        if let rejection = rejection(of: address) { return .refused(rejection) }
        do { return await (try await way(to: address)).send(message) } catch {
            return .later(nil, DeliveryFailure(.unusable))
        }
    }

    private func way(to address: DeliveryAddress) async throws -> any DeliveryWay {
        switch address {
        case .push(let push):
            let sender = PushSender(fetcher: fetcher, key: try await vapidKey(), contact: contact, now: now)
            return PushWay(sender: sender, subscription: try subscription(push), now: now)
        case .mail(let mail): return MailWay(server: mail, client: mailClient, policy: policy, origin: origin)
        case .ntfy(let ntfy):
            guard let topic = WebAddress(ntfy.address).flatMap({ NtfyWay.Topic($0) }) else {
                throw PushSubscription.Rejection.endpoint
            }
            return NtfyWay(fetcher: fetcher, topic: topic, token: ntfy.token, origin: origin)
        case .webhook(let webhook): return WebhookWay(fetcher: fetcher, webhook: webhook, origin: origin, now: now)
        }
    }

    private func subscription(_ push: PushAddress) throws(PushSubscription.Rejection) -> PushSubscription {
        try PushSubscription(
            endpoint: push.endpoint, publicKey: push.publicKey, secret: push.secret, allowsHTTP: { policy.lists($0) })
    }
}
