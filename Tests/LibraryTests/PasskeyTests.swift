import Crypto
import CryptoExtras
import Foundation
import News
import TestSupport
import Testing
import Untrusted

@testable import Library

/// An authenticator that makes one passkey, as WebAuthn describes it, with each fact open to be changed.
private struct SampleAuthenticator {
    enum Key {
        case es256(P256.Signing.PrivateKey)
        case eddsa(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)

        var cose: [UInt8] {
            switch self {
            case .es256(let key):
                let point = Array(key.publicKey.rawRepresentation)
                return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[..<32] + [0x22, 0x58, 0x20]
                    + point[32...]
            case .eddsa(let key):
                return [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20] + key.publicKey.rawRepresentation
            case .rs256(let key):
                // The modulus stands in the key's DER before the exponent 65,537.
                let der = Array(key.publicKey.derRepresentation)
                return [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00] + der.dropLast(5).suffix(256)
                    + [0x21, 0x43, 0x01, 0x00, 0x01]
            }
        }

        func sign(_ bytes: [UInt8]) throws -> [UInt8] {
            switch self {
            case .es256(let key): Array(try key.signature(for: bytes).derRepresentation)
            case .eddsa(let key): Array(try key.signature(for: bytes))
            case .rs256(let key):
                Array(
                    try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        }
    }

    var key = Key.es256(P256.Signing.PrivateKey())
    var id: [UInt8] = (0..<20).map { _ in .random(in: 0...255) }
    var origin = "https://news.example"
    var host = "news.example"
    var crossOrigin = "false"
    /// User present and verified.
    var flags: UInt8 = 0x05
    var count: UInt32 = 0
    var rest: [UInt8] = []

    static var site: PasskeySite { get throws { try #require(PasskeySite(origin: "https://news.example")) } }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":\#(crossOrigin),"other_keys_can_be_added_here":"so do not compare"}"#
                .utf8)
    }

    private func data(_ flag: UInt8 = 0, _ credential: [UInt8] = []) -> [UInt8] {
        Array(SHA256.hash(data: Data(host.utf8))) + [flags | flag] + withUnsafeBytes(of: count.bigEndian, Array.init)
            + credential + rest
    }

    func registration(
        _ challenge: String, type: String = "webauthn.create", format: String = "none", statement: [UInt8] = [0xA0]
    ) throws -> PasskeyRegistration {
        let data = data(
            0x40,
            Array(repeating: 0, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id + key.cose)
        let object: [UInt8] =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x60 | UInt8(format.utf8.count)] + Array(format.utf8) + [0x67]
            + Array("attStmt".utf8) + statement + [0x68] + Array("authData".utf8)
            + [0x59, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
        return try PasskeyRegistration(
            clientData: Base64URL.encode(clientData(type, challenge)), attestation: Base64URL.encode(object))
    }

    func answer(
        _ challenge: String, type: String = "webauthn.get", handle: String = "", by other: Key? = nil
    ) throws -> PasskeySignature {
        let (client, data) = (clientData(type, challenge), data())
        return try PasskeySignature(
            id: Base64URL.encode(id), clientData: Base64URL.encode(client), authenticatorData: Base64URL.encode(data),
            signature: Base64URL.encode(try (other ?? key).sign(data + SHA256.hash(data: client))), userHandle: handle)
    }
}

extension LibraryFixture {
    fileprivate var client: LoginClient { LoginClient(address: "203.0.113.7", isLocal: false, agent: "Test") }

    fileprivate func add(_ device: SampleAuthenticator, for reader: ReaderID? = nil) async throws -> Passkey {
        let reader = reader ?? me
        let options = try await library.passkeys.options(at: try SampleAuthenticator.site, for: reader)
        return try await library.passkeys.add(
            try device.registration(options.challenge), named: "Phone", at: try SampleAuthenticator.site, for: reader)
    }

    fileprivate func signIn(_ answer: PasskeySignature) async throws -> ReaderSession {
        try await library.sessions.signIn(answer, at: try SampleAuthenticator.site, from: client).session
    }

    /// A second person of the house.
    fileprivate func joinedReader() async throws -> ReaderID {
        try await library.people.rename(.first, to: "Ada")
        try await library.sessions.setPassword("tide barrier", for: .first)
        let link = try await library.people.invite(as: .reader, by: .first)
        return try await library.people.join(link, name: "Bo", password: "four quiet words", from: client).session
            .reader
    }

    /// Expects that an answer is rejected, and opens no session.
    fileprivate func expect(
        _ rejection: PasskeyRejection, _ answer: PasskeySignature, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        await #expect(throws: SignInError.passkey(rejection), sourceLocation: place) { try await signIn(answer) }
        #expect(try await library.sessions.all(for: me).isEmpty, sourceLocation: place)
    }
}

@Suite struct `Passkeys` {
    @Test(arguments: [
        SampleAuthenticator.Key.es256(P256.Signing.PrivateKey()), .eddsa(Curve25519.Signing.PrivateKey()),
        .rs256(try! _RSA.Signing.PrivateKey(keySize: .bits2048)),
    ]) fileprivate func `a passkey signs its reader in`(key: SampleAuthenticator.Key) async throws {
        let fixture = try LibraryFixture()
        var device = SampleAuthenticator(key: key)
        let passkey = try await fixture.add(device)
        #expect(passkey.name == "Phone" && passkey.host == "news.example" && passkey.lastUsedAt == nil)
        device.count = 1
        let session = try await fixture.signIn(try device.answer(fixture.library.sessions.passkeyChallenge()))
        #expect(session.reader == fixture.me && session.method == .passkey)
        #expect(session.mayReplacePassword(at: session.madeAt))
        #expect(!session.mayReplacePassword(at: session.madeAt.addingTimeInterval(3600)))
        #expect(try await fixture.library.passkeys.all(for: fixture.me).first?.lastUsedAt != nil)
        try await fixture.library.passkeys.remove(passkey.id, for: fixture.me)
        device.count = 2
        await #expect(throws: SignInError.passkey(.unknown)) {
            try await fixture.signIn(try device.answer(fixture.library.sessions.passkeyChallenge()))
        }
    }

    @Test func `a challenge is used once, for its purpose and within ten minutes`() async throws {
        let fixture = try LibraryFixture()
        let device = SampleAuthenticator()
        let options = try await fixture.library.passkeys.options(at: try SampleAuthenticator.site, for: fixture.me)
        _ = try await fixture.add(device)
        // A challenge of another purpose, an invented one, one of another server, and one with another end.
        try await fixture.expect(.staleChallenge, try device.answer(options.challenge))
        try await fixture.expect(.staleChallenge, try device.answer(Base64URL.encode([UInt8](repeating: 7, count: 56))))
        try await fixture.expect(.staleChallenge, try device.answer(Base64URL.encode([1])))
        let foreign = try LibraryFixture().library.sessions.passkeyChallenge()
        try await fixture.expect(.staleChallenge, try device.answer(foreign))
        var longer = try #require(Base64URL.decode(fixture.library.sessions.passkeyChallenge()))
        longer[18] ^= 1
        try await fixture.expect(.staleChallenge, try device.answer(Base64URL.encode(longer)))
        let old = fixture.library.sessions.passkeyChallenge()
        fixture.clock.advance(600)
        try await fixture.expect(.staleChallenge, try device.answer(old))
        // The same answer again is a replay, from a device that does not count too.
        let answer = try device.answer(fixture.library.sessions.passkeyChallenge())
        _ = try await fixture.signIn(answer)
        await #expect(throws: SignInError.passkey(.staleChallenge)) { try await fixture.signIn(answer) }
        // A rejected answer uses nothing up.
        let fresh = fixture.library.sessions.passkeyChallenge()
        var elsewhere = device
        elsewhere.origin = "https://evil.example"
        await #expect(throws: SignInError.passkey(.otherSite)) {
            try await fixture.signIn(try elsewhere.answer(fresh))
        }
        _ = try await fixture.signIn(try device.answer(fresh))
    }

    @Test func `one answer sent many times at once opens one session`() async throws {
        let fixture = try LibraryFixture()
        let device = SampleAuthenticator()
        _ = try await fixture.add(device)
        let answer = try device.answer(fixture.library.sessions.passkeyChallenge())
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do { _ = try await fixture.signIn(answer) } catch { return false }
                    return true
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test func `an answer for another site, frame, purpose or key is rejected`() async throws {
        let fixture = try LibraryFixture()
        let device = SampleAuthenticator()
        _ = try await fixture.add(device)
        func changed(_ change: (inout SampleAuthenticator) -> Void) throws -> PasskeySignature {
            var other = device
            change(&other)
            return try other.answer(fixture.library.sessions.passkeyChallenge())
        }
        try await fixture.expect(.otherSite, try changed { $0.origin = "https://news.example.evil.example" })
        try await fixture.expect(.otherSite, try changed { $0.origin = "http://news.example" })
        try await fixture.expect(.otherSite, try changed { $0.origin = "https://news.example:8443" })
        try await fixture.expect(.otherSite, try changed { $0.host = "evil.example" })
        try await fixture.expect(.otherSite, try changed { $0.crossOrigin = "true" })
        try await fixture.expect(.otherSite, try changed { $0.crossOrigin = #"false,"topOrigin":"https://a.example""# })
        try await fixture.expect(.unverifiedUser, try changed { $0.flags = 0x01 })
        try await fixture.expect(.unverifiedUser, try changed { $0.flags = 0x04 })
        try await fixture.expect(.unreadable, try changed { $0.flags = 0x15 })
        try await fixture.expect(.unreadable, try changed { $0.rest = [0xA0] })
        try await fixture.expect(.unreadable, try changed { $0.flags = 0x85 })
        try await fixture.expect(.unknown, try changed { $0.id[0] ^= 1 })
        let challenge = fixture.library.sessions.passkeyChallenge()
        try await fixture.expect(.unreadable, try device.answer(challenge, type: "webauthn.create"))
        try await fixture.expect(.unknown, try device.answer(challenge, handle: Base64URL.encode([1, 2])))
        try await fixture.expect(.wrongSignature, try device.answer(challenge, by: .es256(P256.Signing.PrivateKey())))
        try await fixture.expect(
            .wrongSignature, try device.answer(challenge, by: .eddsa(Curve25519.Signing.PrivateKey())))
    }

    @Test func `a counter that goes back is that of a copy`() async throws {
        let fixture = try LibraryFixture()
        var device = SampleAuthenticator(count: 5)
        _ = try await fixture.add(device)
        for count: UInt32 in [5, 4, 0] {
            device.count = count
            try await fixture.expect(.copied, try device.answer(fixture.library.sessions.passkeyChallenge()))
        }
        device.count = 6
        _ = try await fixture.signIn(try device.answer(fixture.library.sessions.passkeyChallenge()))
    }

    @Test func `a passkey is added by its reader alone, and once`() async throws {
        let fixture = try LibraryFixture()
        let other = try await fixture.joinedReader()
        let device = SampleAuthenticator()
        let site = try SampleAuthenticator.site
        func expect(_ rejection: PasskeyRejection, _ registration: PasskeyRegistration) async {
            await #expect(throws: LibraryError.invalid(why: rejection.sentence)) {
                try await fixture.library.passkeys.add(registration, named: "Phone", at: site, for: fixture.me)
            }
        }
        func challenge(for reader: ReaderID) async throws -> String {
            try await fixture.library.passkeys.options(at: site, for: reader).challenge
        }
        await expect(.staleChallenge, try device.registration(try await challenge(for: other)))
        await expect(.staleChallenge, try device.registration(fixture.library.sessions.passkeyChallenge()))
        let mine = try await challenge(for: fixture.me)
        await expect(.unreadable, try device.registration(mine, type: "webauthn.get"))
        await expect(.unreadable, try device.registration(mine, format: "none", statement: [0xA1, 0x61, 0x61, 0x01]))
        await expect(.wrongSignature, try device.registration(mine, format: "packed"))
        #expect(try await fixture.library.passkeys.all(for: fixture.me).isEmpty)
        let registration = try device.registration(mine)
        _ = try await fixture.library.passkeys.add(registration, named: "Phone", at: site, for: fixture.me)
        await expect(.staleChallenge, registration)
        await expect(.taken, try device.registration(try await challenge(for: fixture.me)))
        // The other reader neither takes the passkey over nor removes it.
        await #expect(throws: LibraryError.invalid(why: PasskeyRejection.taken.sentence)) {
            try await fixture.add(device, for: other)
        }
        let passkey = try #require(try await fixture.library.passkeys.all(for: fixture.me).first)
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.passkeys.remove(passkey.id, for: other)
        }
        #expect(try await fixture.library.passkeys.all(for: fixture.me).count == 1)
    }

    @Test func `sites without a name or https have none`() {
        for origin in [
            "http://news.example", "https://192.0.2.1", "https://[::1]:8480", "http://127.0.0.1:8480", "localhost", "",
        ] { #expect(PasskeySite(origin: origin) == nil, "\(origin)") }
        #expect(PasskeySite(origin: "http://localhost:8480")?.host == "localhost")
        #expect(PasskeySite(origin: "https://news.example:8443")?.host == "news.example")
    }

    /// The bytes are those of RFC 8949, appendix A.
    @Test func `CBOR is read as its standard writes it`() throws {
        let examples: [(String, CBORValue)] = [
            ("1903e8", .integer(1000)), ("3903e7", .integer(-1000)),
            ("1b000000e8d4a51000", .integer(1_000_000_000_000)),
            ("4401020304", .bytes([1, 2, 3, 4])), ("62c3bc", .text("ü")),
            ("83010203", .array([1, 2, 3].map { .integer($0) })),
            ("a26161016162820203", .map([.text("a"): .integer(1), .text("b"): .array([.integer(2), .integer(3)])])),
            ("f5", .bool(true)), ("f6", .other), ("f97bff", .other),
        ]
        for (hex, value) in examples { #expect(try CBORReader.only(of: try #require(Hex.decode(hex))) == value) }
        for hex in [
            "", "18", "5f42010243030405ff", "9bffffffffffffffff", "5bffffffffffffffff", "3bffffffffffffffff", "c001",
            "a2616101616102", "0000", "62c328", "818181818181818101",
        ] { #expect(throws: CBORReader.Fault.self) { try CBORReader.only(of: try #require(Hex.decode(hex))) } }
    }
}
