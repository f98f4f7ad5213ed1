/// A writer of story text in the markup of the classic editor, with captions and galleries, or as blocks.
struct SampleWordPressContentWriter {
    let post: SampleWordPressPost
    /// The base URL, without a trailing slash.
    let site: String
    let usesClassicEditor: Bool

    private var inline: InlineMarkupRenderer { InlineMarkupRenderer(prefix: post.slug, labels: []) }
    private static let jobTitles = ["Staff Writer", "Reporter"]

    var html: String {
        var out = byline
        var index = 0
        if let picture = post.story.picture {
            out += captionedImage(picture, index)
            index = 1
        }
        var row: [(Illustration, Int)] = []
        func closeRow() {
            if row.count > 1 {
                out += gallery(row)
            } else if let (one, at) = row.first {
                out += captionedImage(one, at)
            }
            row = []
        }
        for block in post.story.blocks {
            if case .figure(let illustration) = block {
                row.append((illustration, index))
                index += 1
            } else {
                closeRow()
                out += html(of: block)
            }
        }
        closeRow()
        return out
    }

    var excerpt: String {
        let words = post.story.plainText.split(whereSeparator: \.isWhitespace)
        return "<p>" + XMLEscaping.escaped(words.prefix(55).joined(separator: " ")) + " [&#8230;]</p>\n"
    }

    /// The byline that some authors put into the text, followed by empty paragraphs; empty for others.
    private var byline: String {
        guard usesClassicEditor, let name = post.story.byline, post.id % 3 == 0 else { return "" }
        return
            "<p>\(XMLEscaping.escaped(name))<br />\n\(Self.jobTitles[post.id % 2])</p>\n<p>&nbsp;</p>\n<p>&nbsp;</p>\n"
    }

    private func html(of block: StoryBlock) -> String {
        switch block {
        case .paragraph(let text): "<p>\(inline.html(text))</p>\n"
        case .heading(let text): "<h2>\(inline.html(text))</h2>\n"
        case .quotation(let text): "<blockquote><p>\(inline.html(text))</p></blockquote>\n"
        case .list(let ordered, let lines):
            "<\(ordered ? "ol" : "ul")>" + lines.map { "<li>\(inline.html($0))</li>\n" }.joined()
                + "</\(ordered ? "ol" : "ul")>\n"
        case .code(_, let text): "<pre><code>\(XMLEscaping.escaped(text))</code></pre>\n"
        case .table, .figure: ""
        }
    }

    // MARK: Pictures

    private func imageURL(_ index: Int, _ copy: String = "") -> String { site + post.picturePath(index, copy: copy) }

    private func caption(_ illustration: Illustration) -> String {
        inline.html(illustration.caption)
            + (illustration.credit.isEmpty ? "" : " Photo by \(XMLEscaping.escaped(illustration.credit))")
    }

    private func captionedImage(_ illustration: Illustration, _ index: Int) -> String {
        let alt = XMLEscaping.escaped(illustration.alt)
        if usesClassicEditor {
            return """
                <div id="attachment_\(post.id + index + 1)" class="wp-caption alignleft" style="width: 310px">\
                <a href="\(imageURL(index))"><img class="size-medium wp-image-\(post.id + index + 1)" alt="\(alt)" \
                src="\(imageURL(index, "-300x200"))" width="300" height="200" /></a>\
                <p class="wp-caption-text">\(caption(illustration))</p></div>

                """
        }
        let size = SamplePicture.pictures(of: post.story)[index].size
        let large = size.scaled(toWidth: 1024)
        let copy = "-\(large.width)x\(large.height)"
        return """
            <figure class="wp-block-image size-large"><img fetchpriority="high" decoding="async" width="\(large.width)" \
            height="\(large.height)" src="\(imageURL(index, copy))" alt="\(alt)" \
            srcset="\(imageURL(index, copy)) \(large.width)w, \(imageURL(index, "-300x200")) 300w, \(imageURL(index)) \(size.width)w" \
            sizes="(max-width: 1024px) 100vw, 1024px" /><figcaption class="wp-element-caption">\
            \(caption(illustration))</figcaption></figure>

            """
    }

    private func gallery(_ row: [(Illustration, Int)]) -> String {
        if usesClassicEditor {
            let items = row.map { illustration, index in
                """
                <dl class='gallery-item'>
                <dt class='gallery-icon landscape'>
                <a href='\(imageURL(index))'><img width="150" height="150" src="\(imageURL(index, "-150x150"))" \
                class="attachment-thumbnail size-thumbnail" alt="\(XMLEscaping.escaped(illustration.alt))" /></a>
                </dt>
                <dd class='wp-caption-text gallery-caption' id='gallery-1-\(index)'>
                \(caption(illustration))
                </dd></dl>
                """
            }
            return "<div id='gallery-1' class='gallery galleryid-\(post.id) gallery-columns-3 gallery-size-thumbnail'>"
                + items.joined(separator: "\n") + "<br style='clear: both' />\n</div>\n"
        }
        let items = row.map { illustration, index in
            """
            <figure class="wp-block-image size-large"><a href="\(imageURL(index))"><img src="\(imageURL(index, "-1024x683"))" \
            alt="\(XMLEscaping.escaped(illustration.alt))" /></a><figcaption class="wp-element-caption">\
            \(caption(illustration))</figcaption></figure>
            """
        }
        return "<figure class=\"wp-block-gallery has-nested-images columns-default is-cropped\">\n"
            + items.joined(separator: "\n") + "</figure>\n"
    }
}
