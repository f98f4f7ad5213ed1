import Foundation
import GRDB
import TestSupport
import Testing

@testable import Packs

/// What `tidings pack` reads, made to be slow or large: nothing costs more than its length, or is refused with a sentence.
@Suite struct PackShapeTests {
    @Test(arguments: [
        HostileShape("<span"), HostileShape("</span"), HostileShape("<span a{n}='"), HostileShape("<span>x"),
        HostileShape("<"),
        HostileShape("<span>", "a", "</span>"), HostileShape(">"),
    ])
    func `taking spans out of a text costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost { _ = SpanTagRemover.removed(from: $0) } == nil)
    }

    @Test(arguments: [
        ("<p>a <SPAN class='x'>b</span>c</p>", "<p>a bc</p>"), ("<span>a<span", "a<span"),
        ("<spanner>a</spanner>", "<spanner>a</spanner>"),
        ("a", "a"), ("<span/>a</ span>", "a</ span>"), ("<<span>b", "<b"),
    ])
    func `only whole span tags are taken out`(html: String, without: String) {
        #expect(SpanTagRemover.removed(from: html) == without)
    }

    // MARK: Markdown

    @Test(
        arguments: HostileShape.all(
            heads: ["", "[a]: b\n\n", "> "],
            units: [
                "[a]", "[", "![[]()", "[a](", "](", "[a](b", "**a", "*a_", "_a_ ", "`", "<a ", "<!--", "<?", "&a", "\\",
                "> ", "- ", "1. a\n",
                "[a]: b\n", "a\n===\n", "<div>\n", "\t", "\n", "<http:", "* a\n",
            ]))
    func `Markdown in a shape costs what its length does, or is refused`(shape: HostileShape) {
        let cost = shape.superlinearCost { text in
            guard MarkdownRenderer.problem(of: text) == nil else { return }
            _ = MarkdownRenderer.html(of: text)
        }
        #expect(cost == nil)
    }

    @Test func `a definition that would be repeated too often is refused, an ordinary page with many links is not`() {
        let uses = String(repeating: "[a] ", count: 5_000)
        let definition = "[a]: /" + String(repeating: "x", count: 10_000)
        #expect(MarkdownRenderer.problem(of: "\(uses)\n\n\(definition)\n")?.contains("definition") == true)
        #expect(
            MarkdownRenderer.problem(of: String(repeating: "[", count: 20_001))?.contains("square brackets") == true)
        let links = (0..<2_000).map { "A [page \($0)][p\($0)] and [another](https://heron.example/\($0)).\n" }
        let definitions = (0..<2_000).map { "[p\($0)]: https://heron.example/pages/\($0) \"Page \($0)\"\n" }
        #expect(MarkdownRenderer.problem(of: links.joined() + "\n" + definitions.joined()) == nil)
    }

    @Test func `a page with thousands of wrong addresses names the first ones, quickly`() throws {
        let fixture = try PackFixture()
        try fixture.write("identity: a\nversion: 1\ntitle: A\nlanguages: [en]\n", "folder/pack.yaml")
        let links = (0..<10_000).map { "[a](gone\($0).md)\n" }.joined()
        try fixture.write("---\ntitle: Home\n---\n" + links, "folder/index.md")
        var faults: [PackIssue] = []
        let elapsed = CPUTime.of {
            do throws(PackError) { _ = try PackBuilder.build(fixture.path("folder")) } catch {
                if case .faults(let found) = error { faults = found }
            }
        }
        #expect(elapsed < .seconds(5))
        #expect(faults.count == 101 && faults.contains { $0.message.contains("more like the 100") })
        #expect(faults.contains { $0.line == 5 && $0.message.contains("gone1.md") })
    }

    @Test func `Markdown with too many brackets is refused with the file's name`() throws {
        let fixture = try PackFixture()
        try fixture.write("identity: a\nversion: 1\ntitle: A\nlanguages: [en]\n", "folder/pack.yaml")
        try fixture.write("---\ntitle: Home\n---\n" + String(repeating: "[a]", count: 30_000), "folder/index.md")
        let error = #expect(throws: PackError.self) { try PackBuilder.build(fixture.path("folder")) }
        guard case .faults(let faults) = error else { throw try #require(error) }
        #expect(faults.contains { $0.place == "index.md" && $0.message.contains("square brackets") })
    }

    // MARK: The original app's store

    private func store(_ fixture: PackFixture, _ pages: String, _ rows: String) throws -> URL {
        let file = fixture.path("StudyInYorkshire.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { database in
            try database.execute(
                sql: """
                    create table ZPAGE (\(pages));
                    create table ZPHOTO (Z_PK integer primary key, ZIMAGEUID varchar(255));
                    \(rows)
                    """)
        }
        try queue.close()
        try fixture.write("", "assets/readme.txt")
        return file
    }

    private func read(_ store: URL) throws(PackError) -> PackDraft {
        try CoreDataImporter.read(store, options: .init(version: PackVersion.zero))
    }

    private static let columns =
        "Z_PK integer primary key, ZPARENT integer, ZSLUG varchar(255), ZTITLE varchar, ZTEXT varchar, ZPERMALINK varchar"
    private static let manyRows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 300) "

    @Test(arguments: [
        "Z_PK integer primary key, ZTITLE as (printf('%.*c', 20000000, 'x'))",
        "Z_PK integer primary key, ZPARENT integer, ZTITLE varchar, ZTEXT varchar generated always as (zeroblob(20000000)) virtual",
        "Z_PK integer primary key, ZPARENT integer, ZTITLE varchar check (length(zeroblob(20000000)) > 1)",
    ])
    func `a store that computes values is refused before it computes them`(columns: String) throws {
        let fixture = try PackFixture()
        let file = try store(
            fixture, columns,
            "pragma ignore_check_constraints = on;\(Self.manyRows) insert into ZPAGE (Z_PK) select i from n;")
        var error: PackError?
        let elapsed = CPUTime.of { do throws(PackError) { _ = try read(file) } catch let thrown { error = thrown } }
        guard case .notAPack(let message) = error else { throw try #require(error) }
        #expect(message.contains("ZPAGE computes values") && elapsed < .seconds(2))
    }

    @Test func `a store with a text longer than a page may have is refused with a sentence`() throws {
        let fixture = try PackFixture()
        let rows = "insert into ZPAGE (Z_PK, ZTITLE, ZTEXT) values (1, 'A', printf('%.*c', 2000000, 'x'));"
        let file = try store(fixture, Self.columns, rows)
        #expect(throws: PackError.tooLarge("A text of this store is larger than 1024 kB")) { try read(file) }
    }

    @Test func `twenty thousand equal slugs are told apart in no time`() throws {
        let fixture = try PackFixture()
        let rows = """
            insert into ZPAGE (Z_PK, ZTITLE, ZSLUG) values (0, 'Home', 'home');
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
            insert into ZPAGE (Z_PK, ZPARENT, ZTITLE, ZSLUG) select i, 0, 'A', 'same' from n;
            """
        let file = try store(fixture, Self.columns, rows)
        var slugs: Set<String> = []
        let elapsed = CPUTime.of {
            do throws(PackError) { slugs = Set(try read(file).pack.pages.map(\.slug)) } catch { Issue.record(error) }
        }
        #expect(slugs.count == 20_001)
        #expect(elapsed < .seconds(8))
    }
}
