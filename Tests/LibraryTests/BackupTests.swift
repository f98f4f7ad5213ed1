import Foundation
import GRDB
import Markup
import News
import TestSupport
import Testing

@testable import Library

/// A library with stories and secrets, and places to copy it to.
private final class BackupFixture: Sendable {
    let base: LibraryFixture
    let place: URL
    let file: URL
    let token: SecretToken

    init() async throws {
        let fixture = try LibraryFixture()
        self.base = fixture
        place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        file = place.appendingPathComponent("copy.tar")
        try await fixture.follow("https://a.test/feed", stories: (0..<50).map { try fixture.story("\($0)") })
        let cost = PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1)
        try await fixture.library.sessions.setPassword("tide barrier", cost: cost, for: fixture.me)
        let caller = LoginClient(address: "203.0.113.7", isLocal: false, agent: "SecretPhone")
        token = try await fixture.library.sessions.signIn("tide barrier", from: caller, for: fixture.me).token
        _ = try await fixture.library.sessions.makeLink(for: fixture.me, lasting: 600)
        let editions = fixture.folder.appendingPathComponent("editions")
        try FileManager.default.createDirectory(at: editions, withIntermediateDirectories: true)
        try Data("title: Harbour\n".utf8).write(to: editions.appendingPathComponent("harbour.yaml"))
        try Data("no edition".utf8).write(to: editions.appendingPathComponent(".hidden.yaml"))
        try Data("listen: 127.0.0.1:8480\n".utf8).write(to: settings)
        try Data("key".utf8).write(to: fixture.folder.appendingPathComponent("picture.key"))
    }

    var settings: URL { base.folder.appendingPathComponent("tidings.yaml") }

    var backup: BackupWriter { BackupWriter(folder: base.folder, settings: settings, program: "Tidings test") }

    @discardableResult
    func write(isReplacing: Bool = false) throws(BackupError) -> Int {
        try backup.write(to: file, isReplacing: isReplacing, now: base.clock.now)
    }

    func restore(into folder: URL) throws(BackupError) -> BackupRestorer.Summary {
        try BackupRestorer(file: file, folder: folder).run()
    }

    func newFolder() -> URL { place.appendingPathComponent("restored-\(UUID().uuidString)") }

    deinit { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
}

private func titles(in folder: URL) async throws -> [String] {
    let library = try NewsLibrary.open(at: folder, now: { Date(timeIntervalSince1970: 1_800_000_000) })
    defer { library.close() }
    return try await library.stories.list(.everything, for: .first, depth: 500).rows.map(\.title)
}

private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

@Suite struct `Backups` {
    @Test func `a house comes back as it was, with its editions and its settings laid aside`() async throws {
        let fixture = try await BackupFixture()
        try fixture.write()
        let folder = fixture.newFolder()
        _ = try fixture.restore(into: folder)
        #expect(try names(in: folder) == ["editions", "tidings.sqlite", "tidings.yaml.restored"])
        #expect(try names(in: folder.appendingPathComponent("editions")) == ["harbour.yaml"])
        #expect(try await titles(in: folder) == titles(in: fixture.base.folder))
        let mode = try FileManager.default.attributesOfItem(
            atPath: folder.appendingPathComponent("tidings.sqlite").path)
        #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `no password, session, link or key is in it`() async throws {
        let fixture = try await BackupFixture()
        try await fixture.base.execute("insert into known_device values ('hashOfADevice', 1, 1, 0, 0, 9000000000000)")
        try fixture.write()
        let bytes = try Data(contentsOf: fixture.file)
        for secret in [
            "hashOfADevice", fixture.token.hash, fixture.token.text, "scrypt$", "SecretPhone", "203.0.113.7",
            "picture.key",
        ] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        // The secrets are in the original library.
        let folder = fixture.newFolder()
        _ = try fixture.restore(into: folder)
        let library = try NewsLibrary.open(at: folder, now: { [clock = fixture.base.clock] in clock.now })
        defer { library.close() }
        #expect(try await !library.sessions.hasPassword(for: .first))
        #expect(try await fixture.base.library.sessions.session(of: fixture.token) != nil)
    }

    @Test func `any tar lists it`() async throws {
        let fixture = try await BackupFixture()
        try fixture.write()
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/bin/tar")
        tar.arguments = ["-tf", fixture.file.path]
        let pipe = Pipe()
        tar.standardOutput = pipe
        try tar.run()
        let listed = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        tar.waitUntilExit()
        #expect(tar.terminationStatus == 0)
        #expect(listed == "tidings.sqlite\ntidings.yaml\neditions/harbour.yaml\nbackup.json\n")
    }

    @Test func `it is made while others write, and is whole`() async throws {
        let fixture = try await BackupFixture()
        let writing = Task {
            for number in 0..<200 {
                try await fixture.base.library.subscriptions.follow(
                    .feed, at: try webAddress("https://n\(number).test/"), for: .first)
            }
        }
        for _ in 0..<3 {
            try fixture.write(isReplacing: true)
            let folder = fixture.newFolder()
            _ = try fixture.restore(into: folder)
            #expect(try await titles(in: folder).count == 50)
        }
        try await writing.value
    }

    @Test func `a file that is there is replaced only when that is asked for`() async throws {
        let fixture = try await BackupFixture()
        try Data("precious".utf8).write(to: fixture.file)
        #expect(
            throws: BackupError.targetOccupied(
                "\(fixture.file.path) exists already. Name another file, or replace it with --force.")
        ) {
            try fixture.write()
        }
        #expect(try Data(contentsOf: fixture.file) == Data("precious".utf8))
        let size = try fixture.write(isReplacing: true)
        #expect(try Data(contentsOf: fixture.file).count == size)
        #expect(try names(in: fixture.place) == ["copy.tar"])
    }

    @Test func `without a newspaper, or a place, nothing is made`() async throws {
        let fixture = try await BackupFixture()
        var backup = fixture.backup
        backup.folder = fixture.newFolder()
        #expect(
            throws: BackupError.notThere(
                "There is no newspaper in \(backup.folder.path). Name its folder: --data FOLDER")
        ) {
            _ = try backup.write(to: fixture.file, isReplacing: false, now: Date())
        }
        #expect(!FileManager.default.fileExists(atPath: backup.folder.path))
        let nowhere = fixture.place.appendingPathComponent("none/copy.tar")
        let error = #expect(throws: BackupError.self) {
            _ = try fixture.backup.write(to: nowhere, isReplacing: false, now: Date())
        }
        #expect(error?.userMessage.contains(nowhere.path) == true)
    }

    /// The child process kills itself in the middle of writing; the next backup starts from the beginning.
    @Test func `kill -9 in the middle leaves no half backup and an unharmed house`() async throws {
        let fixture = try await BackupFixture()
        let (folder, file) = (fixture.base.folder.path, fixture.file.path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, file = file as String] in
            var backup = BackupWriter(folder: URL(fileURLWithPath: folder), settings: nil, program: "Tidings test")
            backup.progress = { if $0 > 20_000 { kill(getpid(), SIGKILL) } }
            _ = try backup.write(to: URL(fileURLWithPath: file), isReplacing: false, now: Date())
        }
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try names(in: fixture.place).contains("copy.tar.part"))
        try fixture.write()
        #expect(try names(in: fixture.place) == ["copy.tar"])
        let restored = fixture.newFolder()
        _ = try fixture.restore(into: restored)
        #expect(try await titles(in: restored).count == 50)
    }
}

@Suite struct `Restoring` {
    private func damaged(_ fixture: BackupFixture, _ change: (inout Data) -> Void) throws -> BackupError? {
        var bytes = try Data(contentsOf: fixture.file)
        change(&bytes)
        try bytes.write(to: fixture.file)
        let folder = fixture.newFolder()
        let error = #expect(throws: BackupError.self) { _ = try fixture.restore(into: folder) }
        // No file is left that could be taken for a library.
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("tidings.sqlite").path))
        return error
    }

    @Test func `a folder with anything in it is refused and left as it is`() async throws {
        let fixture = try await BackupFixture()
        try fixture.write()
        let folder = fixture.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: folder.appendingPathComponent("letter"))
        let error = #expect(throws: BackupError.self) { _ = try fixture.restore(into: folder) }
        guard case .targetOccupied = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names(in: folder) == ["letter"])
    }

    @Test func `what broke off before may be begun again`() async throws {
        let fixture = try await BackupFixture()
        try fixture.write()
        let folder = fixture.newFolder()
        let workshop = folder.appendingPathComponent(".restoring")
        try FileManager.default.createDirectory(at: workshop, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: workshop.appendingPathComponent("tidings.sqlite"))
        try Data("listen: 1".utf8).write(to: folder.appendingPathComponent("tidings.yaml"))
        _ = try fixture.restore(into: folder)
        #expect(try await titles(in: folder).count == 50)
    }

    @Test func `a flipped bit is found`() async throws {
        let fixture = try await BackupFixture()
        let size = try fixture.write()
        for place in [5_000, size / 2] {
            try fixture.write(isReplacing: true)
            let error = try damaged(fixture) { $0[place] ^= 0x10 }
            guard case .unreadable = error else {
                Issue.record("\(place): \(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: [0, 1, 511, 512, 5_000, 30_000])
    func `a truncated file is found`(length: Int) async throws {
        let fixture = try await BackupFixture()
        try fixture.write()
        let error = try damaged(fixture) { $0 = $0.prefix(length) }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a file that is something else, or is not there, is named`() async throws {
        let fixture = try await BackupFixture()
        try Data(String(repeating: "my shopping list\n", count: 500).utf8).write(to: fixture.file)
        #expect(try damaged(fixture) { _ in } == .unreadable("That is no backup of Tidings."))
        try FileManager.default.removeItem(at: fixture.file)
        #expect(throws: BackupError.notThere("There is no file \(fixture.file.path) that can be read.")) {
            _ = try fixture.restore(into: fixture.newFolder())
        }
    }

    @Test func `a later layout and a later format are refused in a sentence`() async throws {
        let fixture = try await BackupFixture()
        let path = fixture.base.folder.appendingPathComponent("tidings.sqlite").path
        try fixture.write()
        let known = Migrations.latestVersion
        // The number is as long as the one it replaces, since a part of the file states the length.
        let nines = Int(String(repeating: "9", count: String(known).count)) ?? 9
        let later = try damaged(fixture) { bytes in
            let from = Data("\"layout\" : \(known)".utf8), to = Data("\"layout\" : \(nines)".utf8)
            if let range = bytes.range(of: from) { bytes.replaceSubrange(range, with: to) }
        }
        #expect(later == .newer(found: nines, known: known))
        #expect(later?.userMessage.contains("newer Tidings") == true)
        try fixture.write(isReplacing: true)
        let format = try damaged(fixture) { bytes in
            if let range = bytes.range(of: Data("\"format\" : 1".utf8)) {
                bytes.replaceSubrange(range, with: Data("\"format\" : 7".utf8))
            }
        }
        #expect(format == .newer(found: 7, known: 1))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [
        "../escaped", "/tmp/escaped", "editions/../../escaped.yaml", "editions/.x.yaml", "picture.key",
        "tidings.sqlite-wal",
    ])
    func `an archive cannot write elsewhere`(name: String) async throws {
        let fixture = try await BackupFixture()
        let header = TarHeader(name: name, size: 4, madeAt: Date())
        let body = Array("evil".utf8) + [UInt8](repeating: 0, count: 508)
        try Data(header.bytes + body + [UInt8](repeating: 0, count: 1024)).write(to: fixture.file)
        #expect(try damaged(fixture) { _ in } == .unreadable("That is no backup of Tidings."))
    }

    @Test(arguments: [
        Array("-0000000001".utf8), Array("-77777777777".utf8), Array("77777777777x".utf8), Array("+0000000001".utf8),
        Array("0x000000010".utf8), Array("９".utf8), [], [0x80, 0, 0, 0, 0x3F, 255, 255, 255, 255, 255, 255, 255],
        [0x80, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [UInt8](repeating: 0xFF, count: 12),
        [0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4],
    ])
    func `a header whose size cannot be is none`(size: [UInt8]) throws {
        let honest = TarHeader(name: "tidings.sqlite", size: 4, madeAt: Date(timeIntervalSince1970: 1_800_000_000))
        var bytes = honest.bytes
        bytes.replaceSubrange(124..<136, with: size + [UInt8](repeating: 0, count: 12 - size.count))
        bytes.replaceSubrange(148..<156, with: "        ".utf8)
        let sum = String(bytes.reduce(0) { $0 + Int($1) }, radix: 8)
        bytes.replaceSubrange(148..<156, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8)
        #expect(TarHeader(bytes) == nil)
    }

    @Test(arguments: [0, 1, 511, 512, 1 << 33 - 1, 1 << 33, 1 << 40])
    func `a header comes back, also of a file beyond eight gigabytes`(size: Int) throws {
        let header = TarHeader(name: "tidings.sqlite", size: size, madeAt: Date(timeIntervalSince1970: 1_800_000_000))
        let read = try #require(TarHeader(header.bytes))
        #expect(read.name == header.name && read.size == size && read.kind == .file)
        var broken = header.bytes
        broken[3] ^= 1
        #expect(TarHeader(broken) == nil)
    }
}
