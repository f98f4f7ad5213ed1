/// Writes a story's text as WordPress' editors do: the classic one with captions and galleries of thumbnails, or blocks.
struct WordPressBody {
    let post: WordPressPost
    /// Without a slash at its end.
    let site: String
    let isClassic: Bool

    private var inline: InlineMarks { InlineMarks(prefix: post.slug, labels: []) }
    private static let offices = ["Staff Writer", "Reporter"]

    var text: String {
        var out = signature
        var place = 0
        if let picture = post.story.picture {
            out += captioned(picture, place)
            place = 1
        }
        var row: [(Illustration, Int)] = []
        func closeRow() {
            if row.count > 1 { out += gallery(row) } else if let (one, at) = row.first { out += captioned(one, at) }
            row = []
        }
        for block in post.story.blocks {
            if case .figure(let illustration) = block {
                row.append((illustration, place))
                place += 1
            } else {
                closeRow()
                out += html(of: block)
            }
        }
        closeRow()
        return out
    }

    /// The beginning, as WordPress makes it where a feed has no more.
    var excerpt: String {
        let words = post.story.plainText.split(whereSeparator: \.isWhitespace)
        return "<p>" + Markings.escaped(words.prefix(55).joined(separator: " ")) + " [&#8230;]</p>\n"
    }

    /// Some of the paper's writers sign in the text, and leave empty paragraphs behind.
    private var signature: String {
        guard isClassic, let name = post.story.byline, post.id % 3 == 0 else { return "" }
        return "<p>\(Markings.escaped(name))<br />\n\(Self.offices[post.id % 2])</p>\n<p>&nbsp;</p>\n<p>&nbsp;</p>\n"
    }

    private func html(of block: StoryBlock) -> String {
        switch block {
        case .paragraph(let text): "<p>\(inline.html(text))</p>\n"
        case .heading(let text): "<h2>\(inline.html(text))</h2>\n"
        case .quotation(let text): "<blockquote><p>\(inline.html(text))</p></blockquote>\n"
        case .list(let ordered, let lines):
            "<\(ordered ? "ol" : "ul")>" + lines.map { "<li>\(inline.html($0))</li>\n" }.joined()
                + "</\(ordered ? "ol" : "ul")>\n"
        case .code(_, let text): "<pre><code>\(Markings.escaped(text))</code></pre>\n"
        case .table, .figure: ""
        }
    }

    // MARK: Pictures

    private func file(_ place: Int, _ copy: String = "") -> String { site + post.picturePath(place, copy: copy) }

    private func caption(_ illustration: Illustration) -> String {
        inline.html(illustration.caption)
            + (illustration.credit.isEmpty ? "" : " Photo by \(Markings.escaped(illustration.credit))")
    }

    private func captioned(_ illustration: Illustration, _ place: Int) -> String {
        let alt = Markings.escaped(illustration.alt)
        if isClassic {
            return """
                <div id="attachment_\(post.id + place + 1)" class="wp-caption alignleft" style="width: 310px">\
                <a href="\(file(place))"><img class="size-medium wp-image-\(post.id + place + 1)" alt="\(alt)" \
                src="\(file(place, "-300x200"))" width="300" height="200" /></a>\
                <p class="wp-caption-text">\(caption(illustration))</p></div>

                """
        }
        let size = PictureSize(of: illustration, in: post.story, at: place)
        let large = size.scaled(toWidth: 1024)
        let copy = "-\(large.width)x\(large.height)"
        return """
            <figure class="wp-block-image size-large"><img fetchpriority="high" decoding="async" width="\(large.width)" \
            height="\(large.height)" src="\(file(place, copy))" alt="\(alt)" \
            srcset="\(file(place, copy)) \(large.width)w, \(file(place, "-300x200")) 300w, \(file(place)) \(size.width)w" \
            sizes="(max-width: 1024px) 100vw, 1024px" /><figcaption class="wp-element-caption">\
            \(caption(illustration))</figcaption></figure>

            """
    }

    private func gallery(_ row: [(Illustration, Int)]) -> String {
        if isClassic {
            let items = row.map { illustration, place in
                """
                <dl class='gallery-item'>
                <dt class='gallery-icon landscape'>
                <a href='\(file(place))'><img width="150" height="150" src="\(file(place, "-150x150"))" \
                class="attachment-thumbnail size-thumbnail" alt="\(Markings.escaped(illustration.alt))" /></a>
                </dt>
                <dd class='wp-caption-text gallery-caption' id='gallery-1-\(place)'>
                \(caption(illustration))
                </dd></dl>
                """
            }
            return "<div id='gallery-1' class='gallery galleryid-\(post.id) gallery-columns-3 gallery-size-thumbnail'>"
                + items.joined(separator: "\n") + "<br style='clear: both' />\n</div>\n"
        }
        let items = row.map { illustration, place in
            """
            <figure class="wp-block-image size-large"><a href="\(file(place))"><img src="\(file(place, "-1024x683"))" \
            alt="\(Markings.escaped(illustration.alt))" /></a><figcaption class="wp-element-caption">\
            \(caption(illustration))</figcaption></figure>
            """
        }
        return "<figure class=\"wp-block-gallery has-nested-images columns-default is-cropped\">\n"
            + items.joined(separator: "\n") + "</figure>\n"
    }
}
