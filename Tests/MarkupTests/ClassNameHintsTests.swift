import Testing

@testable import Markup

struct ClassNameHintsTests {
    private static func read(_ name: String, isID: Bool = false) -> ClassNameHints.Reading {
        var copy = name
        return copy.withUTF8 { ClassNameHints.read($0, isID: isID) }
    }

    @Test(arguments: [
        "extracting-the-wheel", "correlated", "remarkable", "domain", "has-sidebar", "no-comments", "above-footer",
        "layout-with-sidebar", "tag-cookies", "category-comments", "elementor-widget-container", "headerless",
    ])
    func `a word inside a word, or said of something else, is no hint`(name: String) {
        #expect(Self.read(name).hints.isEmpty)
    }

    private static let names: [(name: String, hints: ClassNameHints)] = [
        ("comment-list", .comments), ("commentList", .comments), ("post__comments", [.comments, .content]),
        ("author-box", .authorBox), ("AuthorBox", .authorBox), ("site_footer", .footer), ("col-4 sidebar", .sidebar),
        ("wp-caption-text", .caption), ("js-cookie-banner-2", [.cookies, .advertising]),
    ]

    @Test(arguments: names)
    func `names of a role and of layout leave no doubt`(name: String, hints: ClassNameHints) {
        #expect(Self.read(name).hints == hints)
        #expect(Self.read(name).sure == hints)
    }

    @Test func `a name with words of its own only hints, and as an id not even that`() {
        let reading = Self.read("comments-on-design")
        #expect(reading.hints == .comments && reading.sure.isEmpty)
        let id = Self.read("related-work", isID: true)
        #expect(id.hints.isEmpty && id.sure.isEmpty)
    }

    @Test func `a long name is read as far as its limit`() {
        let name = String(repeating: "sidebar-", count: 500)
        #expect(Self.read(name).hints == .sidebar)
    }
}
