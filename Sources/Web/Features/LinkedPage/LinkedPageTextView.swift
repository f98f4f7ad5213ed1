import Library
import Markup
import News
import URLs

struct LinkedPageTextView {
    let scope: RequestScope
    let link: LinkedPageURL
    let details: LinkedPageDetails

    func write(into w: inout HTMLWriter) {
        guard let body = details.body else { return }
        let clickToLoad = ClickToLoadPictures(scope: scope)
        let hero = hero(of: body)
        var (number, count) = (0, 0)
        if let hero, clickToLoad.button(0, alt: hero.alt ?? "") != nil { count = 1 }
        let pictures = details.pictureByAddress
        let text = body.replacingPictures { tag in
            number += 1
            let button = clickToLoad.button(number, alt: tag.alt)
            if button != nil { count += 1 }
            return button
        } else: { tag in
            PictureView.localTag(scope, pictures[tag.src], tag)
        }
        if let hero { writeFigure(hero, clickToLoad, &w) }
        clickToLoad.writeForm(hiddenCount: count, into: &w)
        let direction = details.direction == .rtl ? "rtl" : nil
        w.element(.div, class: "text", [.lang(details.language), .dir(direction)]) { w in
            w.safe(text.withScrollingFormulas.linkingToLinkedPages(scope, from: link))
        }
        writePager(&w)
    }

    /// Returns the lead image, if the text itself has no image.
    private func hero(of body: SafeHTML) -> PictureDetails? {
        guard details.part == 1, !body.contains("<img "), let first = details.pictures.first, !first.isKnownToFail
        else { return nil }
        return first
    }

    private func writeFigure(_ picture: PictureDetails, _ clickToLoad: ClickToLoadPictures, _ w: inout HTMLWriter) {
        w.element(.figure, class: "picture hero") { w in
            if let button = clickToLoad.button(0, alt: picture.alt ?? "") {
                w.clickToLoadButton(button)
            } else {
                let tag = PictureView.attributes(scope, picture)
                w.void(
                    .img,
                    [
                        .decoding("async"), .alt(picture.alt ?? ""), .src(tag.src), .srcset(tag.srcset),
                        .sizes(tag.sizes), .width(tag.width), .height(tag.height), .data(.meanColour, tag.colour),
                    ])
            }
        }
    }

    private func writePager(_ w: inout HTMLWriter) {
        guard details.partCount > 1 else { return }
        w.element(.nav, class: "part-pager", [.aria("label", Strings.pageParts)]) { w in
            writePageLink(details.part - 1, Strings.previousPart, &w)
            w.element(.span, text: Strings.partNumber(details.part, of: details.partCount))
            writePageLink(details.part + 1, Strings.nextPart, &w)
        }
    }

    private func writePageLink(_ part: Int, _ words: String, _ w: inout HTMLWriter) {
        guard part >= 1, part <= details.partCount else { return }
        var target = link
        target.piece = part
        w.element(.a, class: "button", [.href(scope.path(Route.linkedPage(target)))], text: words)
    }
}

extension SafeHTML {
    /// Returns the text with its web links leading to linked pages; `mailto:`, `tel:` and fragments stay. Pictures of
    /// other servers become links, too.
    func linkingToLinkedPages(_ scope: RequestScope, from origin: LinkedPageURL) -> SafeHTML {
        linkingToLinkedPages(scope, story: origin.story, list: origin.list, isRow: origin.isRow)
    }

    func linkingToLinkedPages(_ scope: RequestScope, story: StoryID?, list: StoryList?, isRow: Bool = false) -> SafeHTML
    {
        linkingForeignPictures.mappingLinks { reference in
            guard reference.hasPrefix("http"), let address = WebAddress(reference) else { return nil }
            return scope.linkedPageURL(address, from: story, in: list, isRow: isRow).map {
                scope.path(Route.linkedPage($0))
            }
        }
    }
}
