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
            w.element(.div, class: "guide-photographs") { w in
                w.element(.h1, class: "visually-hidden", text: title)
                if list.photographs.isEmpty {
                    w.element(.div, class: "empty") { w in w.element(.p, text: Strings.noPhotographs) }
                } else {
                    writeGrid(scope, list, title, &w)
                    writeTurns(scope, list, &w)
                }
            }
        }
    }

    private func writeGrid(_ scope: RequestScope, _ list: PackPhotoList, _ title: String, _ w: inout HTMLWriter) {
        let start = first > 0 ? first + 1 : nil
        w.element(
            .ol, class: "gallery-list guide-grid",
            [
                .attribute("start", start),
                .data(.gallery, scope.path(.photographs(from: first))), .data(.title, title),
                .data(.firstIndex, first), .data(.pictureCount, list.count),
            ]
        ) { w in
            for photograph in list.photographs {
                PhotographView(scope: scope, photograph: photograph, index: photograph.position, count: list.count)
                    .writeCell(isLazy: photograph.position - first >= 24, into: &w)
            }
        }
    }

    /// Writes links to the previous and next page.
    private func writeTurns(_ scope: RequestScope, _ list: PackPhotoList, _ w: inout HTMLWriter) {
        guard list.count > Self.size else { return }
        w.element(.nav, class: "more guide-neighbours", [.aria("label", Strings.photographPages)]) { w in
            for start in [first - Self.size, first + Self.size] where start >= 0 && start < list.count {
                w.element(
                    .a, class: "button wide-button", [.href(scope.path(.photographs(from: start)))],
                    text: Strings.photographs(start + 1, to: min(start + Self.size, list.count)))
            }
        }
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
        let previous = found.previous.map { scope.path(.photograph($0)) }
        let next = found.next.map { scope.path(.photograph($0)) }
        return screen.page(layout) { w in
            w.element(
                .article, class: "story guide-photograph",
                [
                    .data(.swipesBetween), .data(.previous, previous),
                    .data(.next, next), .data(.gallery, scope.path(.photographs(from: grid))),
                ]
            ) { w in
                PhotographView(scope: scope, photograph: found.photograph, index: found.index, count: found.count)
                    .writeLarge(into: &w)
                writeTurn(scope, found.previous, isNext: false, &w)
                writeTurn(scope, found.next, isNext: true, &w)
            }
        }
    }

    /// Writes a link to the next or previous photograph; the first and last do not wrap around (YORK-29).
    private func writeTurn(
        _ scope: RequestScope, _ name: String?, isNext: Bool, _ w: inout HTMLWriter
    ) {
        guard let name else { return }
        let direction = isNext ? "next" : "previous"
        let label = isNext ? Strings.nextPhotograph : Strings.previousPhotograph
        w.element(
            .a,
            [
                .data(.neighbour, direction), .class("guide-neighbour"), .href(scope.path(.photograph(name))),
                .aria("label", label),
            ]
        ) { w in Icon.chevron.write(scope, into: &w) }
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
        w.element(.li, [.id("picture-", index + 1), .data(.srcset, files), .data(.alt, alt)]) { w in
            w.element(.figure) { w in
                // The thumbnail is cropped to a square: the gallery begins with the whole picture.
                w.element(
                    .a,
                    [
                        .href(scope.path(.photograph(photograph.name))), .data(.picture, index + 1), .data(.cropped),
                    ]
                ) { w in
                    writeImage(in: .thumbnail, isLazy: isLazy, &w)
                }
                w.element(.figcaption, [.hidden()]) { w in caption.write(into: &w) }
            }
        }
    }

    private var files: String {
        let files = PackPictureView.files(scope, photograph.picture, isWhole: true)
        return files.isEmpty ? "\(standIn) 1200w" : PackPictureView.srcset(files)
    }

    func writeLarge(into w: inout HTMLWriter) {
        w.element(.h1, class: "visually-hidden", text: alt)
        w.element(.figure) { w in
            if isMissing {
                writeImage(in: .photograph, isLazy: false, &w)
            } else {
                let files = PackPictureView.files(scope, photograph.picture, isWhole: true)
                let label = Strings.picture(index + 1, of: count, alt: caption.text)
                w.element(
                    .a, class: "gallery-link",
                    [
                        .href(files.last?.path ?? ""), .data(.picture, index + 1),
                        .aria("label", label),
                    ]
                ) { w in
                    writeImage(in: .photograph, isLazy: false, &w)
                }
            }
            if !caption.text.isEmpty || caption.credit != nil {
                w.element(.figcaption) { w in caption.write(into: &w) }
            }
        }
    }

    /// Writes the photograph, or a placeholder if it has no file.
    private func writeImage(in slot: PackPictureView.Slot, isLazy: Bool, _ w: inout HTMLWriter) {
        if isMissing {
            w.void(
                .img, class: "placeholder-picture", [.width(1200), .height(800), .alt(alt), .src(standIn)])
        } else {
            PackPictureView.write(scope, photograph.picture, in: slot, alt: alt, isLazy: isLazy, into: &w)
        }
    }
}
