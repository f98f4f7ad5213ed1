import Foundation
import Testing

@testable import SampleOrigins

@Suite struct ContentTests {
    private let publications = Publication.roster
    private var stories: [(publication: Publication, story: SampleStory)] {
        publications.flatMap { publication in publication.stories.map { (publication, $0) } }
    }

    @Test func `at least 300 stories are written, 90 of them whole and 24 of them long`() {
        let words = stories.filter { $0.story.kind != .note }
        #expect(stories.count >= 300)
        #expect(words.count >= 90)
        #expect(stories.filter { $0.story.wordCount >= 600 }.count >= 24)
    }

    @Test func `every publication has stories`() {
        #expect(publications.count == 12)
        for publication in publications { #expect(!publication.stories.isEmpty, "\(publication.slug)") }
    }

    @Test func `long stories have 600 words, and notes are brief`() {
        for (publication, story) in stories where (story.language ?? publication.language).hasPrefix("en") {
            switch story.kind {
            case .long: #expect(story.wordCount >= 600, "\(story.slug)")
            case .whole: #expect(story.wordCount >= 150, "\(story.slug)")
            case .note: #expect((10...90).contains(story.wordCount), "\(story.slug): \(story.wordCount)")
            }
        }
    }

    @Test func `slugs are unique in a publication, and titles everywhere`() {
        for publication in publications {
            #expect(Set(publication.stories.map(\.slug)).count == publication.stories.count, "\(publication.slug)")
        }
        let titles = Dictionary(grouping: stories.map(\.story.title), by: { $0 }).filter { $0.value.count > 1 }
        #expect(titles.isEmpty, "\(titles.keys)")
    }

    @Test func `every header is filled`() {
        for (publication, story) in stories {
            let name = "\(publication.slug)/\(story.slug)"
            #expect(!story.title.isEmpty && !story.blocks.isEmpty, "\(name)")
            #expect((1...5).contains(story.topics.count), "\(name): \(story.topics)")
            #expect(story.slug.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }, "\(name)")
            if publication.format == .podcast { #expect(story.audio != nil, "\(name)") }
        }
    }

    @Test func `every picture has a kind, a caption, a credit and a text in its place`() {
        let kinds = Set(SamplePicture.all.map(\.kind))
        for (publication, story) in stories {
            for picture in story.pictures {
                let name = "\(publication.slug)/\(story.slug): \(picture)"
                #expect(kinds.contains(picture.kind), "\(name)")
                #expect(!picture.subject.isEmpty && !picture.alt.isEmpty, "\(name)")
                #expect(!picture.caption.isEmpty && !picture.credit.isEmpty, "\(name)")
            }
        }
        let used = Set(stories.flatMap { $0.story.pictures.map(\.kind) })
        #expect(used.count >= 8)
    }

    @Test func `one story is a gallery of six pictures, one is Arabic and one is Chinese`() {
        #expect(stories.contains { $0.story.pictures.count >= 6 })
        #expect(stories.contains { ($0.story.language ?? $0.publication.language).hasPrefix("ar") })
        #expect(stories.contains { ($0.story.language ?? $0.publication.language).hasPrefix("zh") })
    }

    @Test func `no two stories share a run of ten words`() {
        var seen: [UInt64: String] = [:]
        var shared: [String] = []
        // A wire's text is printed by several.
        for (publication, story) in stories where story.byline != "Coast Wire" {
            let words = story.plainText.lowercased().split { !$0.isLetter && !$0.isNumber }
            let name = "\(publication.slug)/\(story.slug)"
            guard words.count >= 10 else { continue }
            let marks = words.map { SeededRandom.seed(of: $0) }
            for start in 0...(marks.count - 10) {
                let run = marks[start..<start + 10].reduce(UInt64(7)) { ($0 &* 0x100_0000_01b3) ^ $1 }
                if let other = seen[run], other != name {
                    shared.append("\(other) and \(name): \(words[start..<start + 10].joined(separator: " "))")
                } else {
                    seen[run] = name
                }
            }
        }
        #expect(shared.isEmpty, "\(shared.prefix(3))")
    }

    @Test func `six events of the last two days are told by three publications or more, one of them in two languages`()
    {
        let told = stories.filter { $0.story.age != nil }
        let events = Dictionary(grouping: told) { $0.story.slug.prefix { $0 != "-" } }
        #expect(events.count >= 6)
        for (event, stories) in events {
            #expect(Set(stories.map(\.publication.slug)).count >= 3, "\(event)")
            #expect(stories.allSatisfy { $0.story.age.map { $0 < .seconds(48 * 3600) } ?? false }, "\(event)")
        }
        #expect(events["amaranth"]?.contains { $0.story.language == "fr" } == true)
        #expect(told.filter { $0.story.byline == "Coast Wire" }.count == 2, "a wire's text under two titles")
    }

    @Test func `links in the text lead to invented hosts, and footnotes are where their marks say`() {
        for (publication, story) in stories {
            let name = "\(publication.slug)/\(story.slug)"
            let html = StoryHTMLWriter(story) { "http://127.0.0.1/\($0)" }.html(lead: false)
            for link in html.split(separator: "<a href=\"").dropFirst()
            where !link.hasPrefix("#") && !link.hasPrefix("outland:/") {
                let host =
                    link.split(separator: "/", maxSplits: 3).dropFirst().first.map { $0.prefix { $0 != "\"" } } ?? ""
                #expect(host.hasSuffix(".example"), "\(name): \(host)")
            }
            for number in story.footnotes.indices {
                #expect(html.contains("id=\"\(story.slug)-fnref-\(number + 1)\""), "\(name)")
            }
            #expect(!html.contains("[^"), "\(name)")
        }
    }

    @Test func `bodies have every form that a story page must set`() {
        let html = stories.map { story in StoryHTMLWriter(story.story) { _ in "" }.html(lead: true) }.joined()
        for form in [
            "<table>", "<blockquote>", "<ol>", "<ul>", "<pre><code class=\"language-", "<sup id=", "<h2>",
            "<figcaption>",
        ] {
            #expect(html.contains(form), "\(form)")
        }
    }
}
