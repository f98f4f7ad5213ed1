import Fetching
import Foundation
import Library
import News
import SampleOrigins
import TestSupport

@testable import Delivery

/// A library in a folder of its own with the ways out of the app, at a time that stands still until it is moved.
final class DeliveryFixture: Sendable {
    let folder = temporaryFolder("tidings-delivery")
    let library: NewsLibrary
    let clock = TestClock()
    let fetcher: Fetcher
    let ways: DeliveryWays
    let me = ReaderID.first

    /// - Parameters:
    ///   - ports: the ports of loopback that the operator lists.
    ///   - certificates: the file of the certificates that mail servers may have.
    init(ports: [Int] = [], certificates: String? = nil, origin: String = "https://news.test") throws {
        let clock = clock
        let policy = AddressPolicy(allowing: ports.compactMap { AllowedAddress("127.0.0.1:\($0)") })
        library = try NewsLibrary.open(
            at: folder.appending(path: "data"), now: clock.read,
            masterKeyFile: MasterKeyFile(url: folder.appending(path: "config/secrets.key")))
        fetcher = Fetcher(policy: policy, userAgent: "Tidings/test", now: clock.read)
        ways = DeliveryWays(
            library: library, fetcher: fetcher, policy: policy, origin: origin, contact: "mailto:keeper@news.test",
            mailCertificates: certificates, now: clock.read)
    }

    deinit {
        library.close()
        removeFolder(folder)
    }

    func message(_ title: String = "The barrier closes", text: String = "At nine.", id: String? = nil)
        -> OutgoingMessage
    {
        OutgoingMessage(id: id, title: title, text: text, path: "/mine/", urgency: .high, createdAt: clock.now)
    }

    /// Stores a subscription of a device of the push service.
    @discardableResult
    func subscribe(_ device: SamplePushService.Device, at service: SamplePushService) async throws
        -> DeliveryWayRecord.ID
    {
        try await library.deliveries.save(.push(address(device, service)), named: "Phone", for: me)
    }

    func address(_ device: SamplePushService.Device, _ service: SamplePushService) -> PushAddress {
        PushAddress(endpoint: service.origin.address(device.path), publicKey: device.publicKey, secret: device.secret)
    }

    /// Sends what is due.
    func sendDue() async { await DeliveryRunner(library: library, gateway: ways).run(untilIdle: true) }

    /// Returns a reader's only way.
    func way() async throws -> DeliveryWayRecord? { try await library.deliveries.ways(for: me).first }
}
