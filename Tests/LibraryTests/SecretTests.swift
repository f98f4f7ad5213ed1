import Foundation
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

private let secret = "0a1b2c3d4e5f-not-for-others"

/// A data folder, and the place of a key file outside it.
final class SecretFixture: Sendable {
    let place = temporaryFolder()
    let clock = TestClock()
    var folder: URL { place.appending(path: "data") }
    var file: URL { place.appending(path: "config/tidings/secrets.key") }
    var masterKeyFile: MasterKeyFile { MasterKeyFile(url: file) }

    init() throws { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

    deinit { removeFolder(place) }

    func open() throws -> NewsLibrary {
        try NewsLibrary.open(at: folder, now: clock.read, masterKeyFile: masterKeyFile)
    }

    /// Writes a key file.
    func write(_ bytes: [UInt8], mode: Int) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    func mode(_ url: URL) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
    }
}

@Suite struct `Secrets` {
    private let site: WebAddress

    init() throws { site = try webAddress("https://api.test/v2/") }

    @Test func `the first key makes a key file for its owner alone, which later ones use`() async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        let (path, plain) = (try webAddress("https://api.test/other"), try webAddress("http://api.test/"))
        #expect(await library.apiKeys.key(for: site) == nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.file.path), "nothing to open yet")
        try await library.apiKeys.set(" \(secret)\n", for: site)
        #expect(await library.apiKeys.key(for: path) == secret)
        #expect(try fixture.mode(fixture.file) == 0o600)
        #expect(try fixture.mode(fixture.file.deletingLastPathComponent()) == 0o700)
        let bytes = try Data(contentsOf: fixture.file)
        #expect(bytes.count == 32)
        try await library.apiKeys.set("another", for: plain)
        library.close()
        let later = try fixture.open()
        defer { later.close() }
        #expect(await later.apiKeys.key(for: site) == secret, "another scheme has another key")
        #expect(try Data(contentsOf: fixture.file) == bytes)
        #expect(try await later.apiKeys.all().map(\.site) == ["http://api.test", "https://api.test"])
        try await later.apiKeys.remove(for: site)
        #expect(await later.apiKeys.key(for: site) == nil)
        await #expect(throws: LibraryError.notThere) { try await later.apiKeys.remove(for: site) }
    }

    @Test func `of those who make the key file at once, all have the same key`() async throws {
        let fixture = try SecretFixture()
        let keys = try await withThrowingTaskGroup(of: MasterKey.self) { group in
            for _ in 0..<8 { group.addTask { try fixture.masterKeyFile.loadOrCreate() } }
            return try await group.reduce(into: [MasterKey]()) { $0.append($1) }
        }
        let sealed = try #require(keys.first).seal(secret, as: "a")
        #expect(keys.allSatisfy { $0.unseal(sealed, as: "a") == secret })
        let names = try FileManager.default.contentsOfDirectory(
            atPath: fixture.file.deletingLastPathComponent().path)
        #expect(names == ["secrets.key"])
    }

    @Test(arguments: [
        (32, 0o644, "chmod 600"), (32, 0o660, "chmod 600"), (31, 0o600, "does not hold 32 bytes"),
        (33, 0o600, "does not hold 32 bytes"), (0, 0o600, "does not hold 32 bytes"),
    ])
    func `a key file that is not ours alone, or has another size, is refused and left as it is`(
        size: Int, mode: Int, says: String
    ) async throws {
        let fixture = try SecretFixture()
        let bytes = [UInt8](repeating: 7, count: size)
        try fixture.write(bytes, mode: mode)
        let library = try fixture.open()
        defer { library.close() }
        let error = await #expect(throws: LibraryError.self) { try await library.apiKeys.set(secret, for: site) }
        let sentence = error?.userMessage ?? ""
        #expect(sentence.contains(says) && sentence.contains(fixture.file.path) && !sentence.contains(secret))
        #expect(try Data(contentsOf: fixture.file) == Data(bytes))
    }

    @Test func `a link or a folder is no key file`() throws {
        let fixture = try SecretFixture()
        let target = fixture.place.appending(path: "target")
        try Data(MasterKey.randomBytes()).write(to: target)
        try fixture.write([], mode: 0o600)
        try FileManager.default.removeItem(at: fixture.file)
        try FileManager.default.createSymbolicLink(at: fixture.file, withDestinationURL: target)
        #expect(throws: LibraryError.self) { _ = try fixture.masterKeyFile.load() }
        #expect(throws: LibraryError.self) { _ = try MasterKeyFile(url: fixture.place).load() }
    }

    @Test func `systemd's credential is read with its access list, and never made`() throws {
        let fixture = try SecretFixture()
        let credential = MasterKeyFile(url: fixture.file, isCredential: true)
        #expect(throws: LibraryError.self) { _ = try credential.loadOrCreate() }
        #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
        try fixture.write(MasterKey.randomBytes(), mode: 0o440)
        #expect(try credential.load() != nil)
        try fixture.write(MasterKey.randomBytes(), mode: 0o444)
        #expect(throws: LibraryError.self) { _ = try credential.load() }
    }

    @Test func `a secret opens only under its own name, unchanged, and says once that it does not`() throws {
        let fixture = try SecretFixture()
        let reports = Mutex<[String]>([])
        let sealer = SecretSealer(file: fixture.masterKeyFile) { text in reports.withLock { $0.append(text) } }
        let sealed = try sealer.seal(secret, as: "a")
        #expect(sealer.unseal(sealed, as: "a") == secret)
        let noLines = reports.withLock { $0 }
        #expect(noLines == [])
        var changed = sealed
        changed[20] ^= 1
        let others: [([UInt8], String)] = [(sealed, "b"), (changed, "b"), (changed, "c"), ([], "d"), (sealed, "b")]
        for (bytes, name) in others {
            #expect(sealer.unseal(bytes, as: name) == nil && !sealer.canUnseal(bytes, as: name))
        }
        try fixture.write(MasterKey.randomBytes(), mode: 0o600)
        let later = SecretSealer(file: fixture.masterKeyFile) { text in reports.withLock { $0.append(text) } }
        #expect(later.unseal(sealed, as: "a") == nil, "another key file")
        let lines = reports.withLock { $0 }
        #expect(lines.count == 4 && lines.allSatisfy { $0.contains("enter it again") && !$0.contains(secret) })
    }

    @Test func `a key of another key file is listed as one to enter again, and can be`() async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        defer { library.close() }
        try await library.apiKeys.set(secret, for: site)
        try fixture.write(MasterKey.randomBytes(), mode: 0o600)
        let other = try fixture.open()
        defer { other.close() }
        #expect(await other.apiKeys.key(for: site) == nil)
        #expect(try await other.apiKeys.all().map(\.isReadable) == [false])
        try await other.apiKeys.set("new", for: site)
        #expect(await other.apiKeys.key(for: site) == "new")
        #expect(await library.apiKeys.key(for: site) == "new", "the file is read again")
    }

    @Test(arguments: ["", "two words", "a\nb", "schl\u{FC}ssel", String(repeating: "k", count: 201)])
    func `what cannot be a key is refused, and not repeated`(_ key: String) async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        defer { library.close() }
        let error = await #expect(throws: LibraryError.self) { try await library.apiKeys.set(key, for: site) }
        #expect(error?.userMessage.hasPrefix("A key is one word of at most 200") == true)
        #expect(key.isEmpty || error?.userMessage.contains(key) == false)
        #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
    }

    @Test func `without a key file nothing is stored`() async throws {
        let fixture = try LibraryFixture()
        await #expect(throws: LibraryError.self) { try await fixture.library.apiKeys.set(secret, for: site) }
        #expect(try await fixture.library.apiKeys.all().isEmpty)
    }

    @Test(.mission("BREAK-48"))
    func `neither the data folder nor a backup has a key in clear, nor texts of what holds it`() async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        try await library.apiKeys.set(secret, for: site)
        try await library.requestBudgets.claimRequest(at: site, for: .viewed)
        library.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
            let bytes = try Data(contentsOf: fixture.folder.appending(path: name))
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
        let backup = fixture.place.appending(path: "copy.tar")
        let writer = BackupWriter(folder: fixture.folder, settings: nil, program: "Tidings test")
        _ = try writer.write(to: backup, isReplacing: false, now: fixture.clock.now)
        let copied = try Data(contentsOf: backup)
        for text in [secret, "api.test"] { #expect(copied.range(of: Data(text.utf8)) == nil, "\(text)") }
        #expect(copied.range(of: try Data(contentsOf: fixture.file)) == nil)
        let key = try #require(try fixture.masterKeyFile.load())
        #expect("\(key)" == "MasterKey" && String(reflecting: key) == "MasterKey")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
