import Foundation
import GRDB
import Markup
import TestSupport
import Testing
import URLs

@testable import Packs

@Suite struct PackReaderTests {
    private func error(_ file: URL, limits: PackLimits = PackLimits()) throws -> PackError? {
        do throws(PackError) {
            let reader = try PackReader(file: file, limits: limits)
            try reader.verifyMedia()
            return nil
        } catch { return error }
    }

    /// The county's pack after someone else's SQL.
    private func changed(_ sql: String, rehash: Bool = false) throws -> (PackFixture, URL) {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "pragma writable_schema = on; " + sql)
            if rehash { try Self.rehash(database) }
        }
        try queue.close()
        return (fixture, file)
    }

    /// Makes the hashes right again, as a hostile writer would.
    private static func rehash(_ database: Database) throws {
        for table in PackTable.all {
            var digest = PackDigest()
            for row in try Row.fetchAll(database, sql: table.select) {
                digest.add(
                    (0..<table.columns.count).map { column in
                        switch (row[column] as DatabaseValue).storage {
                        case .int64(let number): .integer(number)
                        case .string(let text): .text(text)
                        default: .null
                        }
                    })
            }
            try database.execute(
                sql: "update parts set sha256 = ? where name = ?", arguments: [digest.hex, table.name])
        }
    }

    @Test(.mission("YORK-52")) func `a file that ends too early is refused at every length`() throws {
        let fixture = try PackFixture()
        let bytes = try Data(contentsOf: try fixture.countyPack())
        for length in [0, 10, 99, 100, 4_096, bytes.count / 2, bytes.count - 1] {
            try fixture.write(bytes.prefix(length), "cut.pack")
            switch try error(fixture.path("cut.pack")) {
            case .damaged, .notAPack: break
            case let other: Issue.record("\(length) bytes: \(String(describing: other))")
            }
        }
    }

    @Test func `what is no pack is refused in words`() throws {
        let fixture = try PackFixture()
        #expect(try error(fixture.path("none"))?.userMessage.contains("There is no file") == true)
        #expect(try error(fixture.folder)?.userMessage.contains("is no file") == true)
        try fixture.write(String(repeating: "text ", count: 1_000), "text")
        #expect(try error(fixture.path("text"))?.userMessage.contains("This file is no pack") == true)
        let queue = try DatabaseQueue(path: fixture.path("other").path)
        try queue.write { try $0.execute(sql: "create table a (b)") }
        try queue.close()
        #expect(try error(fixture.path("other"))?.userMessage.contains("another program's") == true)
    }

    @Test func `a byte that changes in the contents is noticed`() throws {
        let fixture = try PackFixture()
        let bytes = try Data(contentsOf: try fixture.countyPack())
        for text in ["Fish &amp; chips", "castle@2x", "A castle", "invented-county"] {
            var copy = bytes
            let range = try #require(copy.range(of: Data(text.utf8)))
            copy[range.lowerBound] ^= 0x01
            try fixture.write(copy, "bad.pack")
            #expect(try error(fixture.path("bad.pack")) != nil, "\(text)")
        }
    }

    @Test(
        .mission("YORK-52"),
        arguments: [
            ("update pages set title = 'X' where slug = 'loom'", "pages"),
            ("delete from places", "places"), ("update manifest set value = '9' where key = 'version'", "manifest"),
            ("delete from parts where name = 'pictures'", "pictures"),
            ("update favourites set date = 1", "favourites"),
        ])
    func `a part with another hash is named`(sql: String, part: String) throws {
        let (_fixture, file) = try changed(sql)
        withExtendedLifetime(_fixture) {}
        #expect(try error(file) == .wrongHash(part: part))
    }

    @Test(arguments: [
        ("create view extra as select 1", "view extra"),
        ("create trigger t after insert on pages begin select 1; end", "trigger t"),
        ("create table more (a)", "table more"), ("create index i on pages (title)", "index i"),
        ("create virtual table v using fts5(a)", "table v"),
        (
            "drop table places; create view places as select 'loom' as page, 1 as latitude, 1 as longitude",
            "a table in another form"
        ),
        ("alter table pages add column extra text", "a table in another form"),
        (
            "update sqlite_schema set sql = replace(sql, 'text not null) strict', 'text not null default (randomblob(9))) strict') where name = 'pages'",
            "a table in another form"
        ),
    ])
    func `a schema that is not a pack's is refused`(sql: String, name: String) throws {
        let (_fixture, file) = try changed(sql)
        withExtendedLifetime(_fixture) {}
        #expect(try error(file) == .foreignSchema(name))
    }

    @Test func `a format of the future is told from a damaged file`() throws {
        let (one, newer) = try changed("pragma user_version = 2")
        #expect(try error(newer) == .newerFormat(found: 2))
        let (other, zero) = try changed("pragma user_version = 0")
        #expect(try error(zero)?.userMessage.contains("never was") == true)
        withExtendedLifetime((one, other)) {}
    }

    @Test(arguments: [
        ("update pages set parent = 'great_tour' where slug = 'living'", "page living: The pages above lead back"),
        ("update pages set parent = 'none' where slug = 'loom'", "page loom: The page above, “none”, is not there"),
        ("update pages set slug = '../loom' where slug = 'food'", "page ../loom: “slug” is wrong"),
        (
            "update pages set parent = null where slug = 'loom'",
            "page loom: This page has no page above, as has “mobile-app”"
        ),
        ("update pages set kind = 'script' where slug = 'loom'", "page loom: “kind” is list"),
        ("update pages set colour = 'red' where slug = 'loom'", "page loom: “colour” is written"),
        (
            "update pages set address = 'javascript:alert(1)' where slug = 'loom'",
            "page loom: “address” is no web address"
        ),
        ("update pages set title = ' ' where slug = 'loom'", "page loom: The title is missing"),
        (
            "update photographs set name = '../castle' where name = 'castle'",
            "photograph ../castle: The name of a photograph"
        ),
        (
            "update photographs set name = '/etc/passwd' where name = 'castle'",
            "photograph /etc/passwd: The name of a photograph"
        ),
        (
            "update pictures set rendition = 'huge' where rendition = 'tablet'",
            "page loom: A picture has an unknown slot"
        ),
        ("update places set latitude = 90000001", "page loom: “latitude” is from -90"),
        ("update places set page = 'none'", "page none: A place has no page"),
        ("update media set type = 'text/html'", "media "), ("update media set size = -1", "media "),
        ("update favourites set date = -1", "favourite loom: “date” is no time"),
        ("delete from media where type = 'image/jpeg'", "page loom: The header is not in the pack"),
        ("update manifest set value = 'x' where key = 'version'", "manifest: “version” is"),
        ("update manifest set value = 'Ü' where key = 'identity'", "manifest: “identity” names"),
    ])
    func `contents that no pack may have are refused, also with right hashes`(sql: String, start: String) throws {
        let (_fixture, file) = try changed(sql, rehash: true)
        withExtendedLifetime(_fixture) {}
        guard case .faults(let faults) = try error(file) else {
            Issue.record("\(String(describing: try error(file)))")
            return
        }
        #expect(faults.contains { $0.description.hasPrefix(start) }, "\(faults)")
    }

    @Test(.mission("YORK-07")) func `script in a stranger's text is cleaned away at reading`() throws {
        let (_fixture, file) = try changed(
            "update pages set text = '<script>alert(1)</script><p onclick=\"x()\">A <a href=\"javascript:x()\">b</a> <a href=\"page/food\">c</a></p><iframe src=\"https://far.example\"></iframe><svg><p>' where slug = 'loom'",
            rehash: true)
        let reader = try PackReader(file: file)
        withExtendedLifetime(_fixture) {}
        let text = try #require(PackTree(reader.pack.pages)["loom"]?.text.text)
        for word in ["script", "onclick", "iframe", "svg"] { #expect(!text.contains(word), "\(text)") }
        #expect(text.contains("https://pack.invalid/page/food"))
    }

    @Test func `links inside that lead nowhere are listed`() throws {
        let (_fixture, file) = try changed(
            "update pages set text = '<p><a href=\"page/none\">a</a></p>' where slug = 'loom'", rehash: true)
        let notes = try PackReader(file: file).notes
        withExtendedLifetime(_fixture) {}
        #expect(
            notes.map(\.description) == [
                "page loom: A link leads to the page “none”, which is not in the pack. Choose another page, or remove the link."
            ])
    }

    @Test func `a picture whose bytes are others', or of another kind, is refused`() throws {
        let (one, wrong) = try changed("update media set data = zeroblob(size)")
        guard case .wrongHash(let part) = try error(wrong) else { throw PackError.damaged("not noticed") }
        #expect(part.hasPrefix("picture "))
        let (other, kind) = try changed("update media set type = 'image/gif' where type = 'image/png'", rehash: true)
        #expect(try error(kind)?.userMessage.contains("is not of the kind") == true)
        withExtendedLifetime((one, other)) {}
    }

    @Test func `what is larger than the limits is refused`() throws {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        func message(_ change: (inout PackLimits) -> Void) throws -> String {
            var limits = PackLimits()
            change(&limits)
            return try error(file, limits: limits)?.userMessage ?? ""
        }
        #expect(try message { $0.fileSize = 4_096 }.hasPrefix("This pack is larger than 1 MB"))
        #expect(try message { $0.pages = 7 }.hasPrefix("This pack has more than 7 pages"))
        #expect(try message { $0.photographs = 2 }.hasPrefix("This pack has more than 2 photographs"))
        #expect(try message { $0.media = 9 }.hasPrefix("This pack has more than 9 media"))
        #expect(try message { $0.allTexts = 1_000 }.hasPrefix("The texts of this pack are larger"))
        #expect(try message { $0.textSize = 100 }.contains("The text is longer"))
        #expect(try message { $0.depth = 3 }.contains("There are more than 3 levels of pages"))
    }

    @Test func `a blob like a bomb is refused before it is in memory`() throws {
        let (_fixture, file) = try changed("update media set data = zeroblob(70000000) where type = 'image/png'")
        withExtendedLifetime(_fixture) {}
        #expect(try error(file)?.userMessage.hasPrefix("A value of this pack is larger than 64 MB") == true)
    }

    @Test func `a journal beside a pack changes nothing`() throws {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        for end in ["-wal", "-journal", "-shm"] {
            try fixture.write(Data(repeating: 0xA5, count: 5_000), "county.pack\(end)")
        }
        #expect(try error(file) == nil)
        #expect(try Data(contentsOf: fixture.path("county.pack-journal")).count == 5_000)
    }

    @Test func `a pack is not replaced without being told to`() throws {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        let before = try Data(contentsOf: file)
        let draft = try PackBuilder.build(fixture.path("county"))
        #expect(throws: PackError.self) {
            try PackWriter(draft.pack, media: draft.media).write(to: file, isReplacing: false)
        }
        #expect(try PackWriter(draft.pack, media: draft.media).write(to: file, isReplacing: true) == before.count)
        #expect(try Data(contentsOf: file) == before)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".part"))
    }

    @Test func `the tables are those that the documentation lists`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/packs.md")
        let words = try String(contentsOf: root, encoding: .utf8).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        for table in PackTable.all + [.parts] {
            #expect(
                words.contains(table.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")), "\(table.name)")
        }
    }
}
