import NIOCore
import Synchronization
import Testing

@testable import Web

/// Connections are names here, and closing one is written down.
private final class ConnectionSimulator: Sendable {
    let limiter: ConnectionLimiter
    private let closed = Mutex<[String]>([])
    private let names = Mutex<[String: Connection]>([:])

    private final class Connection: Sendable {}

    init(total: Int, perAddress: Int, exempt: [String] = []) {
        limiter = ConnectionLimiter(
            ConnectionLimits(total: total, perAddress: perAddress), exempt: exempt.compactMap { CIDRBlock($0) })
    }

    func connectionID(_ name: String) -> ConnectionLimiter.ID {
        names.withLock { names in
            let known = names[name] ?? Connection()
            names[name] = known
            return ObjectIdentifier(known)
        }
    }

    @discardableResult
    func open(_ name: String, from address: String, at second: Int64 = 0) -> Bool {
        limiter.open(connectionID(name), from: address, at: .uptimeNanoseconds(0) + .seconds(second)) { [self] in
            closed.withLock { $0.append(name) }
        }
    }

    func openAdmitted(_ name: String, from address: String, at second: Int64 = 0) {
        open(name, from: address, at: second)
        limiter.admit(connectionID(name))
    }

    var closedNames: [String] { closed.withLock { $0 } }
}

@Suite struct ConnectionLimiterTests {
    @Test func `the share of an address is far below the whole`() {
        let limits = ConnectionLimits(descriptors: 1024)
        #expect(limits.total == 672)
        #expect(limits.perAddress == 84)
        #expect(ConnectionLimits(descriptors: 65_536) == ConnectionLimits(total: 2048, perAddress: 128))
        let few = ConnectionLimits(descriptors: 256)
        #expect(few.acceptCeiling + ConnectionLimits.reservedDescriptors < 256)
    }

    @Test func `an address beyond its share loses its oldest stranger and nobody else's`() {
        let visitors = ConnectionSimulator(total: 10, perAddress: 2)
        visitors.open("reader", from: "192.0.2.1")
        for second in 1...4 { #expect(visitors.open("s\(second)", from: "192.0.2.9", at: Int64(second))) }
        #expect(visitors.closedNames == ["s1", "s2"])
        #expect(visitors.limiter.count == 3)
    }

    @Test func `an IPv6 household is one address, and IPv4 in IPv6's clothes is what it is`() {
        let visitors = ConnectionSimulator(total: 10, perAddress: 1)
        visitors.open("a", from: "2001:db8:1:2::1")
        visitors.open("b", from: "2001:db8:1:2:ffff::9")
        visitors.open("c", from: "2001:db8:1:3::1")
        visitors.open("d", from: "192.0.2.7")
        visitors.open("e", from: "::ffff:192.0.2.7")
        #expect(visitors.closedNames == ["a", "d"])
    }

    @Test func `when the house is full the address with most connections gives way to a newcomer`() {
        let visitors = ConnectionSimulator(total: 6, perAddress: 4)
        visitors.open("lone", from: "192.0.2.1", at: 0)
        visitors.open("other", from: "192.0.2.2", at: 1)
        for second in 2...5 { visitors.open("flood\(second)", from: "192.0.2.9", at: Int64(second)) }
        #expect(visitors.open("reader", from: "192.0.2.3", at: 6))
        #expect(visitors.closedNames == ["flood2"])
    }

    @Test func `a reader's address outlasts a flood from a thousand addresses`() {
        let visitors = ConnectionSimulator(total: 20, perAddress: 10)
        visitors.openAdmitted("reader", from: "192.0.2.1")
        visitors.open("next", from: "192.0.2.1", at: 1)
        for number in 0..<1000 {
            let address = "10.0.\(number / 250).\(number % 250)"
            #expect(visitors.open("flood\(number)", from: address, at: Int64(2 + number)))
        }
        #expect(visitors.closedNames.allSatisfy { $0.hasPrefix("flood") })
        #expect(visitors.limiter.count == 20)
    }

    @Test func `who is served inside never gives way, and the newcomer is refused when all are`() {
        let visitors = ConnectionSimulator(total: 2, perAddress: 2)
        for name in ["a", "b"] {
            visitors.openAdmitted(name, from: "192.0.2.1")
            visitors.limiter.markServing(visitors.connectionID(name))
        }
        #expect(!visitors.open("late", from: "192.0.2.1"))
        #expect(!visitors.open("late", from: "192.0.2.2"))
        #expect(visitors.closedNames.isEmpty)
        visitors.limiter.markIdle(visitors.connectionID("b"), at: .uptimeNanoseconds(9))
        #expect(visitors.open("late", from: "192.0.2.2"))
        #expect(visitors.closedNames == ["b"])
    }

    @Test func `within an address strangers go before those inside, and the unserved before the served`() {
        let visitors = ConnectionSimulator(total: 9, perAddress: 3)
        visitors.openAdmitted("inside", from: "192.0.2.1", at: 0)
        visitors.open("served", from: "192.0.2.1", at: 1)
        visitors.limiter.markServing(visitors.connectionID("served"))
        visitors.open("slow", from: "192.0.2.1", at: 2)
        for second in 3...4 { visitors.open("new\(second)", from: "192.0.2.1", at: Int64(second)) }
        #expect(visitors.closedNames == ["slow", "new3"])
    }

    @Test func `a trusted proxy has no share, and its next request is a stranger's until the door says otherwise`() {
        let visitors = ConnectionSimulator(total: 9, perAddress: 2, exempt: ["10.0.0.0/8", "fd00::/8"])
        for number in 0..<4 { visitors.open("p\(number)", from: "10.0.0.1") }
        for number in 0..<4 { visitors.open("q\(number)", from: "fd00::1") }
        #expect(visitors.closedNames.isEmpty)
        let id = visitors.connectionID("p0")
        visitors.limiter.admit(id)
        #expect(visitors.limiter.isAdmitted(id))
        visitors.limiter.markIdle(id, at: .uptimeNanoseconds(1))
        #expect(!visitors.limiter.isAdmitted(id))
        #expect(visitors.limiter.isAdmitted(id, isIdle: true))
    }

    @Test func `what was closed is counted no more`() {
        let visitors = ConnectionSimulator(total: 4, perAddress: 4)
        for number in 0..<4 { visitors.open("v\(number)", from: "192.0.2.1") }
        for number in 0..<4 { visitors.limiter.close(visitors.connectionID("v\(number)")) }
        visitors.limiter.close(visitors.connectionID("v0"))
        #expect(visitors.limiter.count == 0)
        for number in 4..<8 { #expect(visitors.open("v\(number)", from: "192.0.2.1")) }
        #expect(visitors.closedNames.isEmpty)
    }
}
