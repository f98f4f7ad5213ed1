import Library
import Markup
import News
import Packs

/// A page of photographs as a grid; the gallery reads its list from here (YORK-25). Long lists are split into several
/// pages.
struct PhotographsPage {
    /// The number of photographs of a page: whole rows at every width.
    static let size = 240
    /// The position of the page's first photograph.
    private let first: Int

    /// Creates the page with a photograph.
    /// - Parameter number: the number of the photograph, from 1.
    init(startingWith number: Int = 1) { first = Self.start(of: number - 1) }

    /// Returns the position of the first photograph of the page that has this position.
    static func start(of position: Int) -> Int { max(0, position) / size * size }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let installed = try await scope.installedPack() else {
            return try await PackSetupPage().page(for: scope)
        }
        let list = try await scope.library.packs.photographs(in: scope.edition, from: first, limit: Self.size)
        guard first == 0 || !list.photographs.isEmpty else { throw .notThere }
        let screen = PackPageContext(scope, of: installed.root)
        let title = EditionTab.photographs.title(in: scope.edition)
        var layout = screen.layout(title: title, left: .nameplate)
        layout.select(.photographs, title: title)
        return screen.page(layout) { w in
            w.raw("<div class=\"guide-photographs\"><h1 class=\"visually-hidden\">")
            w.text(title)
            w.raw("</h1>")
            if list.photographs.isEmpty {
                w.raw("<div class=\"empty\"><p>")
                w.text(Strings.noPhotographs)
                w.raw("</p></div>")
            } else {
                writeGrid(scope, list, title, &w)
                writeTurns(scope, list, &w)
            }
            w.raw("</div>")
        }
    }

    private func writeGrid(_ scope: RequestScope, _ list: PackPhotoList, _ title: String, _ w: inout HTMLWriter) {
        w.raw("<ol class=\"gallery-list guide-grid\"")
        w.attribute("start", first > 0 ? String(first + 1) : nil)
        w.attribute("data-gallery", scope.path(.photographs(from: first)))
        w.attribute("data-title", title)
        w.attribute("data-first-index", String(first))
        w.attribute("data-picture-count", String(list.count))
        w.raw(">")
        for photograph in list.photographs {
            PhotographView(scope: scope, photograph: photograph, index: photograph.position, count: list.count)
                .writeCell(isLazy: photograph.position - first >= 24, into: &w)
        }
        w.raw("</ol>")
    }

    /// Writes links to the previous and next page.
    private func writeTurns(_ scope: RequestScope, _ list: PackPhotoList, _ w: inout HTMLWriter) {
        guard list.count > Self.size else { return }
        w.raw("<nav class=\"more guide-neighbours\"")
        w.attribute("aria-label", Strings.photographPages)
        w.raw(">")
        for start in [first - Self.size, first + Self.size] where start >= 0 && start < list.count {
            w.raw("<a class=\"button wide-button\"")
            w.attribute("href", scope.path(.photographs(from: start)))
            w.raw(">")
            w.text(Strings.photographs(start + 1, to: min(start + Self.size, list.count)))
            w.raw("</a>")
        }
        w.raw("</nav>")
    }
}

/// A page with one photograph as large as fits, with its caption at the foot (YORK-26).
struct PhotographPage {
    let name: String

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let installed = try await scope.installedPack() else { throw .notThere }
        guard let found = try await scope.library.packs.photograph(named: name, in: scope.edition) else {
            throw .notThere
        }
        let screen = PackPageContext(scope, of: installed.root)
        let grid = PhotographsPage.start(of: found.index)
        var layout = screen.layout(
            title: Strings.placeAmong(found.index + 1, found.count), left: .back(.photographs(from: grid)))
        layout.tab = .photographs
        layout.alwaysShowsBarTitle = true
        return screen.page(layout) { w in
            w.raw("<article class=\"story guide-photograph\" data-swipes-between")
            w.attribute("data-previous", found.previous.map { scope.path(.photograph($0)) })
            w.attribute("data-next", found.next.map { scope.path(.photograph($0)) })
            w.attribute("data-gallery", scope.path(.photographs(from: grid)))
            w.raw(">")
            PhotographView(scope: scope, photograph: found.photograph, index: found.index, count: found.count)
                .writeLarge(into: &w)
            writeTurn(scope, found.previous, isNext: false, &w)
            writeTurn(scope, found.next, isNext: true, &w)
            w.raw("</article>")
        }
    }

    /// Writes a link to the next or previous photograph; the first and last do not wrap around (YORK-29).
    private func writeTurn(
        _ scope: RequestScope, _ name: String?, isNext: Bool, _ w: inout HTMLWriter
    ) {
        guard let name else { return }
        w.raw(isNext ? "<a data-neighbour=\"next\"" : "<a data-neighbour=\"previous\"")
        w.raw(" class=\"guide-neighbour\"")
        w.attribute("href", scope.path(.photograph(name)))
        w.attribute("aria-label", isNext ? Strings.nextPhotograph : Strings.previousPhotograph)
        w.raw(">")
        Icon.chevron.write(scope, into: &w)
        w.raw("</a>")
    }
}

/// A view of a photograph in the grid, or on its own page.
struct PhotographView {
    let scope: RequestScope
    let photograph: PackPhoto
    let index: Int
    let count: Int

    private var caption: PackCaptionView { PackCaptionView(photograph) }
    private var isMissing: Bool { photograph.picture.files.isEmpty }
    private var standIn: String { scope.dependencies.assets.path("photograph.svg") }

    private var alt: String {
        isMissing
            ? Strings.missingPhotograph(caption.text) : Strings.photograph(index + 1, of: count, caption.text)
    }

    /// Writes a cell of the grid with the data of the gallery: the files by width, and the caption.
    func writeCell(isLazy: Bool, into w: inout HTMLWriter) {
        w.raw("<li")
        w.attribute("id", "picture-\(index + 1)")
        w.attribute("data-srcset", files)
        w.attribute("data-alt", alt)
        w.raw("><figure><a")
        w.attribute("href", scope.path(.photograph(photograph.name)))
        w.attribute("data-picture", String(index + 1))
        // The thumbnail is cropped to a square: the gallery begins with the whole picture.
        w.raw(" data-cropped>")
        if isMissing {
            writeStandIn(&w)
        } else {
            PackPictureView.write(scope, photograph.picture, in: .thumbnail, alt: alt, isLazy: isLazy, into: &w)
        }
        w.raw("</a><figcaption hidden>")
        caption.write(into: &w)
        w.raw("</figcaption></figure></li>")
    }

    private var files: String {
        let files = PackPictureView.files(scope, photograph.picture, isWhole: true)
        return files.isEmpty ? "\(standIn) 1200w" : PackPictureView.srcset(files)
    }

    func writeLarge(into w: inout HTMLWriter) {
        w.raw("<h1 class=\"visually-hidden\">")
        w.text(alt)
        w.raw("</h1><figure>")
        if isMissing {
            writeStandIn(&w)
        } else {
            w.beginLink(
                PictureLink(
                    href: PackPictureView.files(scope, photograph.picture, isWhole: true).last?.path ?? "",
                    number: String(index + 1), label: Strings.picture(index + 1, of: count, alt: caption.text)))
            PackPictureView.write(scope, photograph.picture, in: .photograph, alt: alt, isLazy: false, into: &w)
            w.raw("</a>")
        }
        if !caption.text.isEmpty || caption.credit != nil {
            w.raw("<figcaption>")
            caption.write(into: &w)
            w.raw("</figcaption>")
        }
        w.raw("</figure>")
    }

    private func writeStandIn(_ w: inout HTMLWriter) {
        w.raw("<img class=\"placeholder-picture\" width=\"1200\" height=\"800\"")
        w.attribute("alt", alt)
        w.attribute("src", standIn)
        w.raw(">")
    }
}
