import Foundation
import SampleOrigins

/// The editions of the demonstration, written to the data folder as an operator would.
struct DemoEditions: Sendable {
    let sites: SampleSites

    /// Writes the edition files.
    ///
    /// - Throws: a file error if the folder cannot be written.
    func write(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    private var files: [(name: String, text: String)] {
        [
            ("estuary.yaml", estuary), ("inland.yaml", inland), ("marram.yaml", marram), ("mudlark.yaml", mudlark),
            ("slipway.yaml", slipway), ("breakwater.yaml", breakwater), ("fellside.yaml", fellside),
        ]
    }

    /// Returns the quoted address of a sample feed with this title.
    private func feed(_ title: String) -> String {
        sites.feeds.first { $0.title == title }.map { "\"\($0.address)\"" } ?? "\"\""
    }

    private var estuary: String {
        """
        # An edition of your own: docs/editions.md describes every key.
        title: Estuary Weekly
        about: Saltmere, its coast and the boats between them.
        language: en-GB
        look:
          accent: { day: "#0B5C4F", night: "#7FD1C0" }
          headlines: book
          rows: left
          ground: "#F7F5F0"
          grain: 2
        shell:
          front: tabs
          list: tabs
          tabs: [today, unread, feeds, saved]
        sections:
          - title: The town
            key: town
            feeds: [\(feed("Harbour Post")), \(feed("Saltmere Notices"))]
          - title: Shores and fields
            key: shores
            feeds: [\(feed("Field & Hedgerow"))]
          - title: On the way
            key: ways
            feeds: [\(feed("Branch Line")), \(feed("Night Ferry"))]
        options:
          issue: weekly
          sample: true
        """
    }

    private var inland: String {
        """
        # A digest for the lunch break, numbered by day.
        title: Northwold Digest
        about: Science, machines and sport in three lines each.
        language: en-GB
        look:
          accent: { day: "#7A2E8E", night: "#D9A6E8" }
          headlines: system
          rows: right
        shell:
          front: nothing
          list: nothing
          tabs: []
          drawer: true
        sections:
          - title: Science
            feeds: [\(feed("Orrery"))]
          - title: Machines
            feeds: [\(feed("Loom"))]
          - title: Sport
            feeds: [\(feed("Press Box"))]
        options:
          issue: daily
          rowsPerSection: 3
          step: 10
          sample: true
        """
    }

    /// The edition of an invented institute with a news API like MIT's.
    private var marram: String {
        """
        # Sections are those that the source offers.
        title: Marram Institute
        about: Invented research from an invented coast.
        language: en-GB
        look:
          accent: { day: "#8A1F4A", night: "#F29ABF" }
          headlines: system
          rows: right
        shell:
          front: status
          list: status
          story: nothing
          tabs: []
          storyBar: nothing
          drawer: false
        offered:
          kind: mit-news
          site: "\(sites.mitNews.apiRoot)"
          address: "\(sites.mitNews.apiRoot)/categories"
          treatment:
            "2": { opensOutside: true }
        options:
          front: { order: newest }
          grid: true
          saving: false
          mailSubject: "Marram Institute: "
          reload: 5
          askBeforeBrowser: true
          sample: true
        """
    }

    /// The edition of an invented student newspaper on WordPress, like the Daily Nexus.
    private var mudlark: String {
        let paper = sites.studentPaper
        let sections = ([("Most Recent", "recent", paper.feed)] + paper.sections).map { title, key, feed in
            """
              - title: \(title)
                key: \(key)
                channels: [{ kind: wordpress, site: "\(paper.origin.site)/", address: "\(feed)" }]
            """
        }
        return """
            # Sections are the categories' feeds; comments come with the stories.
            title: \(paper.name)
            about: \(paper.about).
            language: en-GB
            look:
              accent: { day: "#0F4C6B", night: "#8CC4DE" }
              headlines: book
              rows: left
              ground: "#F7F5F0"
              grain: 3
              ink: "#333333"
              second: "#808080"
            shell:
              front: nothing
              list: nothing
              story: actions
              storyBar: topic
              tabs: []
              drawer: true
            sections:
            \(sections.joined(separator: "\n"))
            options:
              reload: 15
              grid: first
              front: { order: newest }
              sample: true
            """
    }

    /// The edition of an invented community with the APIs of Hacker News.
    private var slipway: String {
        let site = sites.community.rootURL
        let lists = [
            ("Top", "top", "news"), ("New", "new", "newest"), ("Best", "best", "best"), ("Ask", "ask", "ask"),
            ("Show", "show", "show"), ("Jobs", "jobs", "jobs"),
        ]
        let sections = lists.map { title, key, page in
            "  - { title: \(title), key: \(key), channels: "
                + "[{ kind: hacker-news, site: \"\(site)\", address: \"\(site)\(page)\" }] }"
        }
        return """
            # The lists of a community, in the order that its members give them.
            title: Slipway News
            about: What an invented community reads and talks about.
            language: en-GB
            look:
              accent: { day: "#9A4A00", night: "#FFB066" }
              headlines: system
              rows: counted
              ground: "#F6F6EF"
            shell:
              front: nothing
              list: nothing
              story: actions
              tabs: []
              drawer: true
              bars: retreat
            sections:
            \(sections.joined(separator: "\n"))
            options:
              lead: false
              step: 30
              front: { order: list }
              sample: true
            """
    }
}
