import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests with the files of `Fixtures/editions`. Each begins with a sentence on its purpose, and has a file with its
/// expected complaints beside it, one per line, or the word *good*.
@Suite struct `Files of editions` {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/editions")

    static var names: [String] {
        // A missing folder gives no cases, which the test of their number detects.
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { $0.hasSuffix(".yaml") }.sorted()
    }

    @Test(arguments: names)
    func `Every file is told what is wrong with it, where, and what to do`(name: String) throws {
        let expected = try String(
            contentsOf: Self.folder.appending(path: name.replacing(".yaml", with: ".expected")), encoding: .utf8)
        let file = EditionRegistry.parse(Self.folder.appending(path: name), isSupported: { _ in true })
        let told = file.diagnostics.isEmpty ? "good" : file.diagnostics.map(\.description).joined(separator: "\n")
        #expect(told == expected.trimmingCharacters(in: .newlines))
    }

    private func edition(_ name: String) throws -> Edition {
        let file = EditionRegistry.parse(Self.folder.appending(path: name), isSupported: { _ in true })
        guard case .valid(let edition) = file.result else { throw MissingValue(what: name) }
        return edition
    }

    @Test func `Every key is taken`() throws {
        let edition = try edition("whole.yaml")
        #expect(edition.id == EditionID(rawValue: "whole"))
        #expect(edition.title == "Whole Paper")
        #expect(edition.about == "Everything an edition can say.")
        #expect(edition.language == "de-CH")
        #expect(edition.theme.accent == .init(light: "#0B5C4F", dark: "#7FD1C0"))
        #expect(edition.theme.headlineFont == .book)
        #expect(edition.theme.rowStyle == .left)
        #expect(edition.theme.background == .init(light: "#F7F5F0", dark: "#101214"))
        #expect(edition.theme.grain == 2)
        #expect(edition.theme.primaryText == .init(light: "#333333", dark: "#ECECEE"))
        #expect(edition.theme.secondaryText == .init(light: "#707070", dark: "#A0A0A0"))
        let shell = EditionBars(
            frontBottomBar: .status, listBottomBar: .tabs, storyBottomBar: .nothing, storyBar: .topic,
            tabs: [.today, .unread, .feeds, .ticked, .saved],
            hasDrawer: false,
            topBar: .hidesOnScroll)
        #expect(edition.layout == shell)
        var options = EditionOptions(
            rowsPerSection: 4, pageSize: 10, allowsSaving: false, allowsTicks: true, saveIcon: .star,
            words: [.today: "News", .ticked: "Read", .saved: "<Readlist>"], byline: .always, grid: .preferred,
            hasLeadStory: false,
            front: FrontPageOptions(order: .newest, holdMinutes: 30, maxPerSource: 2), issue: .weekly,
            mailSubjectPrefix: "Whole: ",
            reloadMinutes: 5, confirmsExternalLinks: true,
            isSample: true)
        options.keptBack = [.teasers, .gossip]
        #expect(edition.options == options)
        guard case .listed(let sections) = edition.sections else { throw MissingValue(what: "sections") }
        #expect(sections.map(\.key) == ["harbour", "elsewhere"])
        #expect(
            sections[0].channels.map(\.address.text) == [
                "https://harbour.example/feed.xml", "https://tide.example/rss",
            ])
        #expect(sections[1].channels.map(\.kind.rawValue) == ["feed", "gazette"])
        #expect(sections[1].channels[1].site.text == "https://gazette.example/")
        #expect(edition.sectionOptions(of: "elsewhere").opensExternally)
        #expect(!edition.sectionOptions(of: "harbour").opensExternally)
    }

    @Test(.mission("BREAK-01")) func `Topics have a service and shelves of publishers' feeds`() throws {
        let edition = try edition("whole.yaml")
        let topics = try #require(edition.topics)
        #expect(topics.service?.kind.rawValue == "gazette" && topics.service?.site.text == "https://wire.example/")
        #expect(topics.shelves.map(\.country) == ["ch", "at"])
        let shelf = try #require(topics.shelves.first)
        #expect(shelf.title == "Schweiz" && shelf.languages == ["de", "fr-CH"])
        #expect(shelf.feeds.map(\.publisher) == ["Seepost", "Seepost"])
        #expect(shelf.feeds.map(\.category) == [nil, .business])
        #expect(
            shelf.feeds.map(\.address.text) == [
                "https://see.example/feed.xml", "https://see.example/wirtschaft.xml",
            ])
    }

    @Test func `An edition may consist of topics alone, and needs their sources`() throws {
        let alone = try edition("topics-alone.yaml")
        #expect(alone.sections == .listed([]))
        #expect(alone.sourceKinds == [SourceKind(rawValue: "gazette"), .feed])
        #expect(try edition("least.yaml").topics == nil)
    }

    @Test func `A pack makes one section, with a channel that its address does not change`() throws {
        let edition = try edition("guide.yaml")
        let pack = PackOptions(
            identity: "study-in-yorkshire", address: WebAddress("https://guide.example/packs/pack.json"),
            tourTitle: "Tour de Yorkshire", sharingQuestion: "Have you thought of studying in Yorkshire?",
            mapPage: "universities", mapCentre: .init(latitude: 53_653_000, longitude: -986_000))
        #expect(edition.pack == pack)
        #expect(edition.layout.tabs == [.today, .photographs, .map, .saved])
        guard case .listed(let sections) = edition.sections, let channel = pack.channel else {
            throw MissingValue(what: "sections")
        }
        #expect(sections.map(\.key) == ["pages"] && sections.map(\.channels) == [[channel]])
        #expect(channel.site.text == "https://pack.invalid/study-in-yorkshire")
        #expect(edition.sourceKinds == [.pack])
        #expect(try self.edition("least.yaml").pack == nil)
    }

    @Test func `What is not said has the house's defaults`() throws {
        let edition = try edition("least.yaml")
        #expect(edition.id == EditionID(rawValue: "least"))
        #expect(edition.theme == EditionTheme())
        #expect(edition.layout == EditionBars())
        #expect(edition.options == EditionOptions())
    }

    @Test func `A ground for the day alone has a night of its own hue`() {
        let text = "title: Warm\nlook: { ground: '#F7F5F0' }\nsections: [{title: S, feeds: ['https://a.test/f']}]\n"
        let registry = EditionRegistry(
            bundledFiles: [.init(name: "warm.yaml", text: text)], isSupported: { _ in true })
        let warm = registry.editions.first { $0.id.rawValue == "warm" }
        #expect(warm?.theme.background == .init(light: "#F7F5F0", dark: "#15130E"))
    }

    @Test func `Sections may be those that a source offers`() throws {
        let edition = try edition("offered.yaml")
        #expect(edition.sourceKinds == [SourceKind(rawValue: "gazette")])
        #expect(edition.sectionOptions(of: "2").opensExternally)
        #expect(!edition.sectionOptions(of: "1").opensExternally)
    }

    @Test func `A broken file never stops the others, and a kind that is not here is no mistake`() throws {
        let registry = EditionRegistry(
            bundledFiles: [
                .init(name: "shipped.yaml", text: "title: Shipped\noffered: {kind: pack, site: 'https://p.test/'}")
            ],
            folder: Self.folder, isSupported: { $0 == .feed })
        let open = registry.editions.map(\.id.rawValue)
        #expect(open == ["mine", "least"])
        #expect(registry.invalidIDs.contains(EditionID(rawValue: "twice")))
        let shipped = try #require(registry.files.first)
        guard case .unsupported(_, let missing) = shipped.result else { throw MissingValue(what: "the missing kind") }
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
        let registry = EditionRegistry(
            bundledFiles: [.init(name: "shipped.yaml", text: text("shipped"))], folder: folder,
            isSupported: { _ in true })
        let told = registry.files.map { "\($0.name) \($0.diagnostics.map(\.message).joined())" }
        #expect(
            told == [
                "shipped.yaml ", "a.yaml ",
                "b.yaml The id “harbour” is taken by a.yaml. Choose another with “id:”.",
                "c.yaml The id “shipped” is taken by an edition that comes with Tidings. Choose another with “id:”.",
            ])
        #expect(registry.editions.map(\.id.rawValue) == ["mine", "harbour", "shipped"])

        try Data("title: [".utf8).write(to: folder.appending(path: "a.yaml"))
        registry.reload()
        #expect(registry.editions.map(\.id.rawValue) == ["mine", "harbour", "shipped"], "the next one has the id now")
    }

    @Test func `One edition alone hides the rest`() {
        let registry = EditionRegistry(
            folder: Self.folder, onlyEdition: EditionID(rawValue: "least"), isSupported: { _ in true })
        #expect(registry.editions.map(\.id.rawValue) == ["least"])
        #expect(registry.validEditions.count > 1, "the database knows the others still")
    }
}
