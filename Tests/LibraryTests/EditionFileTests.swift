import Foundation
import Markup
import News
import Testing

@testable import Library

/// The files of `Fixtures/editions`: each opens with a sentence that says what it proves, and has its complaints beside
/// it, one a line, or the word *good*.
@Suite struct `Files of editions` {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/editions")

    static var names: [String] {
        // Without the folder there are no cases, which the count of them shows.
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { $0.hasSuffix(".yaml") }.sorted()
    }

    @Test(arguments: names)
    func `Every file is told what is wrong with it, where, and what to do`(name: String) throws {
        let expected = try String(
            contentsOf: Self.folder.appending(path: name.replacing(".yaml", with: ".expected")), encoding: .utf8)
        let file = EditionRack.read(Self.folder.appending(path: name), knows: { _ in true })
        let told = file.complaints.isEmpty ? "good" : file.complaints.map(\.description).joined(separator: "\n")
        #expect(told == expected.trimmingCharacters(in: .newlines))
    }

    private func edition(_ name: String) throws -> Edition {
        let file = EditionRack.read(Self.folder.appending(path: name), knows: { _ in true })
        guard case .usable(let edition) = file.reading else { throw Missing(what: name) }
        return edition
    }

    @Test func `Every key is taken`() throws {
        let edition = try edition("whole.yaml")
        #expect(edition.id == EditionID(rawValue: "whole"))
        #expect(edition.title == "Whole Paper")
        #expect(edition.about == "Everything an edition can say.")
        #expect(edition.language == "de-CH")
        #expect(edition.look.accent == .init(day: "#0B5C4F", night: "#7FD1C0"))
        #expect(edition.look.headlines == .book)
        #expect(edition.look.rows == .left)
        #expect(edition.look.ground == .init(day: "#F7F5F0", night: "#101214"))
        #expect(edition.look.grain == 2)
        #expect(edition.look.ink == .init(day: "#333333", night: "#ECECEE"))
        #expect(edition.look.second == .init(day: "#707070", night: "#A0A0A0"))
        let shell = EditionShell(
            front: .status, list: .tabs, story: .nothing, storyBar: .topic, tabs: [.today, .unread, .feeds, .saved],
            drawer: false,
            bars: .retreat)
        #expect(edition.shell == shell)
        let options = EditionOptions(
            rowsPerSection: 4, step: 10, saving: false, grid: .first, lead: false, mailSubject: "Whole: ", reload: 5,
            sample: true)
        #expect(edition.options == options)
        guard case .listed(let sections) = edition.sections else { throw Missing(what: "sections") }
        #expect(sections.map(\.key) == ["harbour", "elsewhere"])
        #expect(
            sections[0].channels.map(\.address.text) == [
                "https://harbour.example/feed.xml", "https://tide.example/rss",
            ])
        #expect(sections[1].channels.map(\.kind.rawValue) == ["feed", "gazette"])
        #expect(sections[1].channels[1].site.text == "https://gazette.example/")
        #expect(edition.treatment(of: "elsewhere").opensOutside)
        #expect(!edition.treatment(of: "harbour").opensOutside)
    }

    @Test func `What is not said has the house's defaults`() throws {
        let edition = try edition("least.yaml")
        #expect(edition.id == EditionID(rawValue: "least"))
        #expect(edition.look == EditionLook())
        #expect(edition.shell == EditionShell())
        #expect(edition.options == EditionOptions())
    }

    @Test func `Sections may be those that a source offers`() throws {
        let edition = try edition("offered.yaml")
        #expect(edition.kinds == [SourceKind(rawValue: "gazette")])
        #expect(edition.treatment(of: "2").opensOutside)
        #expect(!edition.treatment(of: "1").opensOutside)
    }

    @Test func `A broken file never stops the others, and a kind that is not here is no mistake`() throws {
        let rack = EditionRack(
            shipped: [
                .init(name: "shipped.yaml", text: "title: Shipped\noffered: {kind: pack, site: 'https://p.test/'}")
            ],
            folder: Self.folder, knows: { $0 == .feed })
        let open = rack.editions.map(\.id.rawValue)
        #expect(open == ["mine", "least"])
        #expect(rack.broken.contains(EditionID(rawValue: "twice")))
        let shipped = try #require(rack.files.first)
        guard case .notInThisBuild(_, let missing) = shipped.reading else { throw Missing(what: "the missing kind") }
        #expect(missing.map(\.rawValue) == ["pack"])
    }

    @Test func `Two files cannot have one id, and what comes with Tidings has it first`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") } }
        func text(_ id: String) -> String {
            "id: \(id)\ntitle: T\nsections: [{title: S, feeds: ['https://a.test/f']}]\n"
        }
        for (name, id) in [("a.yaml", "harbour"), ("b.yaml", "harbour"), ("c.yaml", "shipped")] {
            try Data(text(id).utf8).write(to: folder.appending(path: name))
        }
        let rack = EditionRack(
            shipped: [.init(name: "shipped.yaml", text: text("shipped"))], folder: folder, knows: { _ in true })
        let told = rack.files.map { "\($0.name) \($0.complaints.map(\.sentence).joined())" }
        #expect(
            told == [
                "shipped.yaml ", "a.yaml ",
                "b.yaml The id “harbour” is taken by a.yaml. Choose another with “id:”.",
                "c.yaml The id “shipped” is taken by an edition that comes with Tidings. Choose another with “id:”.",
            ])
        #expect(rack.editions.map(\.id.rawValue) == ["mine", "harbour", "shipped"])

        try Data("title: [".utf8).write(to: folder.appending(path: "a.yaml"))
        rack.read()
        #expect(rack.editions.map(\.id.rawValue) == ["mine", "harbour", "shipped"], "the next one has the id now")
    }

    @Test func `One edition alone hides the rest`() {
        let rack = EditionRack(folder: Self.folder, only: EditionID(rawValue: "least"), knows: { _ in true })
        #expect(rack.editions.map(\.id.rawValue) == ["least"])
        #expect(rack.usable.count > 1, "the database knows the others still")
    }

    @Test func `Contrast is reckoned as WCAG reckons it`() throws {
        func colour(_ text: String) throws -> Contrast.Colour { try #require(Contrast.Colour(text)) }
        let white = try colour("#FFFFFF")
        #expect(Contrast.ratio(try colour("#000000"), white) == 21)
        // The two examples of the design language.
        #expect(abs(Contrast.ratio(try colour("#808080"), white) - 3.95) < 0.005)
        #expect(abs(Contrast.ratio(try colour("#6E6E6E"), try colour("#F7F5F0")) - 4.68) < 0.005)
        let better = Contrast.nearest(to: try colour("#FFD400"), on: white)
        #expect(Contrast.ratio(better, white) >= 4.5)
        #expect(Contrast.Colour("#12345") == nil)
        #expect(Contrast.Colour("#+12345") == nil)
    }
}
