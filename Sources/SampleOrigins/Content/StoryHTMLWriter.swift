/// A renderer of a story's body as HTML that is also well-formed XML, for Atom's `xhtml`.
struct StoryHTMLWriter {
    let story: SampleStory
    /// The URL of a picture by its index in `SampleStory.pictures`.
    let pictureAddress: (Int) -> String
    private let inline: InlineMarkupRenderer

    init(_ story: SampleStory, pictureAddress: @escaping (Int) -> String) {
        self.story = story
        self.pictureAddress = pictureAddress
        inline = InlineMarkupRenderer(prefix: story.slug, labels: story.footnotes.map(\.label))
    }

    /// Returns the HTML of the body.
    /// - Parameter lead: True if the HTML begins with the lead picture.
    func html(lead: Bool) -> String {
        var out = ""
        var index = 0
        if let picture = story.picture {
            if lead { out += figure(picture, index) }
            index = 1
        }
        for block in story.blocks {
            if case .figure(let illustration) = block {
                out += figure(illustration, index)
                index += 1
            } else {
                out += html(of: block)
            }
        }
        return out + footnotes
    }

    private func html(of block: StoryBlock) -> String {
        switch block {
        case .paragraph(let text): "<p>\(inline.html(text))</p>\n"
        case .heading(let text): "<h2>\(inline.html(text))</h2>\n"
        case .quotation(let text): "<blockquote><p>\(inline.html(text))</p></blockquote>\n"
        case .list(let ordered, let lines): list(lines, ordered ? "ol" : "ul")
        case .table(let head, let rows): table(head, rows)
        case .code(let language, let text): code(language, text)
        case .figure: ""
        }
    }

    private func list(_ lines: [String], _ name: String) -> String {
        "<\(name)>\n" + lines.map { "<li>\(inline.html($0))</li>\n" }.joined() + "</\(name)>\n"
    }

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        func row(_ cells: [String], _ name: String) -> String {
            "<tr>" + cells.map { "<\(name)>\(inline.html($0))</\(name)>" }.joined() + "</tr>\n"
        }
        return "<table>\n<thead>\(row(head, "th"))</thead>\n<tbody>\n"
            + rows.map { row($0, "td") }.joined() + "</tbody>\n</table>\n"
    }

    private func code(_ language: String?, _ text: String) -> String {
        let name = language.map { " class=\"language-\(XMLEscaping.escaped($0))\"" } ?? ""
        return "<pre><code\(name)>\(XMLEscaping.escaped(text))</code></pre>\n"
    }

    private func figure(_ illustration: Illustration, _ index: Int) -> String {
        let size = SamplePicture.pictures(of: story)[index].size
        let credit = XMLEscaping.escaped(illustration.credit)
        return """
            <figure><img src="\(XMLEscaping.escaped(pictureAddress(index)))" width="\(size.width)" \
            height="\(size.height)" alt="\(XMLEscaping.escaped(illustration.alt))" />\
            <figcaption>\(inline.html(illustration.caption))\
            \(credit.isEmpty ? "" : " <span class=\"credit\">\(credit)</span>")</figcaption></figure>

            """
    }

    private var footnotes: String {
        guard !story.footnotes.isEmpty else { return "" }
        let lines = story.footnotes.enumerated().map { index, note in
            let number = index + 1
            return "<li id=\"\(story.slug)-fn-\(number)\">\(inline.html(note.text)) "
                + "<a href=\"#\(story.slug)-fnref-\(number)\">↩</a></li>\n"
        }
        return "<section class=\"footnotes\"><ol>\n\(lines.joined())</ol></section>\n"
    }
}
