import Library
import Markup
import News

/// The text of a page outside: pictures by our own copies, links leading on in this house.
struct OutsideText {
    let visit: Visit
    let link: OutsideLink
    let facts: OutsideFacts

    func write(into w: inout HTMLWriter) {
        guard let body = facts.body else { return }
        let held = HeldPictures(visit: visit)
        let hero = hero(of: body)
        var (number, count) = (0, 0)
        if let hero, held.button(0, alt: hero.alt ?? "") != nil { count = 1 }
        let pictures = facts.pictureByAddress
        let text = body.holdingPictures { tag in
            number += 1
            let button = held.button(number, alt: tag.alt)
            if button != nil { count += 1 }
            return button
        } else: { tag in
            PictureView.tag(visit, pictures[tag.src], tag)
        }
        if let hero { figure(hero, held, &w) }
        held.writeForm(holding: count, into: &w)
        w.raw("<div class=\"text\"")
        if let language = facts.language { w.attribute("lang", language) }
        if facts.direction == .rtl { w.raw(" dir=\"rtl\"") }
        w.raw(">")
        w.safe(text.leadingOutside(visit, from: link))
        w.raw("</div>")
        pager(&w)
    }

    /// The picture that a page shows itself with, where its text has none.
    private func hero(of body: SafeHTML) -> PictureFact? {
        guard facts.piece == 1, !body.holds("<img "), let first = facts.pictures.first, !first.isKnownToFail
        else { return nil }
        return first
    }

    private func figure(_ picture: PictureFact, _ held: HeldPictures, _ w: inout HTMLWriter) {
        w.raw("<figure class=\"picture hero\">")
        if let button = held.button(0, alt: picture.alt ?? "") {
            w.held(button)
        } else {
            let tag = PictureView.sized(visit, picture)
            w.raw("<img decoding=\"async\"")
            w.attribute("alt", picture.alt ?? "")
            w.attribute("src", tag.src)
            w.attribute("srcset", tag.srcset)
            w.attribute("sizes", tag.sizes)
            w.attribute("width", tag.width.map(String.init))
            w.attribute("height", tag.height.map(String.init))
            w.attribute("data-colour", tag.colour)
            w.raw(">")
        }
        w.raw("</figure>")
    }

    /// Pieces of a very long text, one after the other.
    private func pager(_ w: inout HTMLWriter) {
        guard facts.pieces > 1 else { return }
        w.raw("<nav class=\"pieces\"")
        w.attribute("aria-label", Words.pieces)
        w.raw(">")
        turn(facts.piece - 1, Words.previousPiece, &w)
        w.raw("<span>")
        w.text(Words.piece(facts.piece, of: facts.pieces))
        w.raw("</span>")
        turn(facts.piece + 1, Words.nextPiece, &w)
        w.raw("</nav>")
    }

    private func turn(_ piece: Int, _ words: String, _ w: inout HTMLWriter) {
        guard piece >= 1, piece <= facts.pieces else { return }
        var other = link
        other.piece = piece
        w.raw("<a class=\"button\"")
        w.attribute("href", visit.path(Route.outside(other)))
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}

extension SafeHTML {
    /// The same text, whose links to the web lead on in this house. Mail, telephone and places within the text stay.
    func leadingOutside(_ visit: Visit, from origin: OutsideLink) -> SafeHTML {
        leadingOutside(visit, story: origin.story, list: origin.list, isRow: origin.isRow)
    }

    func leadingOutside(_ visit: Visit, story: StoryID?, list: StoryList?, isRow: Bool = false) -> SafeHTML {
        guard visit.house.backstage.outside != nil else { return self }
        return mappingLinks { reference in
            guard reference.hasPrefix("http"), let address = WebAddress(reference) else { return nil }
            return visit.outside(address, from: story, in: list, isRow: isRow).map { visit.path(Route.outside($0)) }
        }
    }
}
