import CGumbo
import Foundation
import URLs
import Untrusted

extension SanitizerPass {
    // MARK: Element-specific attributes

    mutating func specificAttributes(_ element: SafeHTMLElement, _ node: GumboTree.Node, _ common: GlobalAttributes) {
        switch element {
        case .code, .pre:
            if let language = common.codeLanguage {
                language.withUnsafeBufferPointer { builder.attribute("class", $0) }
            }
        case .ol: listAttributes(node)
        case .li: number("value", node, -100_000...100_000)
        case .td, .th:
            number("colspan", node, 2...100)
            number("rowspan", node, 2...1_000)
            if element == .th { scope(node) }
        case .details:
            if GumboTree.attribute(node, "open") != nil { builder.attribute("open", "") }
        case .time:
            if let instant = GumboTree.attribute(node, "datetime"), Self.isInstant(instant) {
                builder.attribute("datetime", instant)
            }
        case .abbr, .dfn:
            if let title = ParsedPicture.nonEmptyText(common.title) { builder.attribute("title", title) }
        default: break
        }
    }

    private mutating func listAttributes(_ node: GumboTree.Node) {
        number("start", node, -100_000...100_000)
        if GumboTree.attribute(node, "reversed") != nil { builder.attribute("reversed", "") }
        if let type = GumboTree.attribute(node, "type"), type.count == 1, "1aAiI".utf8.contains(type[0]) {
            builder.attribute("type", type)
        }
    }

    private mutating func number(_ name: StaticString, _ node: GumboTree.Node, _ range: ClosedRange<Int>) {
        guard let value = GumboTree.attribute(node, name), value.count <= 7,
            let number = UntrustedInteger(value)?.int(in: range)
        else { return }
        builder.attribute(name, number)
    }

    private mutating func scope(_ node: GumboTree.Node) {
        guard let scope = GumboTree.string(node, "scope")?.lowercased(),
            ["row", "col", "rowgroup", "colgroup"].contains(scope)
        else { return }
        builder.attribute("scope", scope)
    }

    private static func isInstant(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...40).contains(value.count)
            && value.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || " :+-.".utf8.contains($0)
            }
    }

    // MARK: Links

    mutating func anchor(_ node: GumboTree.Node, _ common: GlobalAttributes) -> ExitAction? {
        guard let reference = GumboTree.attribute(node, "href") else { return anchorTarget(node, common) }
        if GumboTree.attribute(node, "aria-hidden").map({ $0.elementsEqual("true".utf8) }) == true { return nil }
        let target = LinkTarget.read(reference, base: base)
        switch target {
        case .share:
            builder.separateWords()
            return nil
        case .refused: return anchorTarget(node, common)
        default: break
        }
        guard builder.begin(.a) != nil else { return .nothing }
        if let name = unusedID(common) { builder.writeID(name) }
        write(target, provider: declaredProvider(node, common, target))
        if let title = ParsedPicture.nonEmptyText(common.title) { builder.attribute("title", title) }
        if let direction = common.validDirection { builder.attribute("dir", direction.description) }
        if let language = common.validLanguage { builder.attribute("lang", language) }
        builder.finishTag()
        return .close
    }

    private mutating func write(_ target: LinkTarget, provider: EmbedProvider?) {
        switch target {
        case .web(let address):
            if provider != nil { builder.attribute("class", "player") }
            builder.attribute("href", address.text)
            builder.attribute("rel", "noopener noreferrer")
            if let provider { builder.attribute("data-player", provider.rawValue) }
        case .inPage(let id, let page): builder.link(to: id, fallback: page)
        case .other(let address):
            builder.attribute("href", address)
            builder.attribute("rel", "noopener noreferrer")
        case .share, .refused: break
        }
    }

    /// Returns the provider of a link marked as an embed, after a check, as any page may mark its links.
    private func declaredProvider(_ node: GumboTree.Node, _ common: GlobalAttributes, _ target: LinkTarget)
        -> EmbedProvider?
    {
        guard common.roles.contains(.player), case .web(let address) = target,
            let provider = GumboTree.string(node, "data-player").flatMap({ EmbedProvider(rawValue: $0) }),
            provider.owns(address)
        else { return nil }
        return provider
    }

    /// Writes a link without a target, which is kept only as an anchor.
    private mutating func anchorTarget(_ node: GumboTree.Node, _ common: GlobalAttributes) -> ExitAction? {
        guard let name = unusedID(common), builder.begin(.span) != nil else {
            return .nothing
        }
        builder.writeID(name)
        builder.finishTag()
        builder.keepWhenEmpty()
        return .close
    }

    // MARK: Pictures

    mutating func picture(_ node: GumboTree.Node, _ common: GlobalAttributes, isFallback: Bool) {
        if common.roles.contains(.emoji), let alt = GumboTree.attribute(node, "alt"), (1...32).contains(alt.count) {
            return builder.write(alt)
        }
        guard let found = ParsedPicture.read(node, further: [], base: base) else { return }
        write(found, sources: [], isFallback: isFallback)
    }

    mutating func pictureSet(_ node: GumboTree.Node, isFallback: Bool) {
        var image: GumboTree.Node?
        var sources: [PictureSource] = []
        var walker = GumboTreeWalker(node)
        while let step = walker.next() {
            guard case .enter(let child) = step, GumboTree.isElement(child) else { continue }
            switch child.pointee.v.element.tag {
            case GUMBO_TAG_IMG, GUMBO_TAG_IMAGE: if image == nil { image = child }
            case GUMBO_TAG_SOURCE:
                if sources.count < 12, let source = PictureSource(child, base: base) { sources.append(source) }
            default: break
            }
        }
        guard let image, !GlobalAttributes(image).isHidden else { return }
        let further = sources.first { $0.isCommon }?.candidates ?? []
        guard let found = ParsedPicture.read(image, further: further, base: base) else { return }
        write(found, sources: sources, isFallback: isFallback)
    }

    private mutating func write(_ found: ParsedPicture, sources: [PictureSource], isFallback: Bool) {
        let key = Self.withoutSize(found.address)
        if recentPictures.contains(isFallback ? key : "noscript " + key) { return }
        guard beginPicture(sources) else { return }
        builder.attribute("src", found.address.text)
        builder.attribute("alt", found.alt ?? "")
        if found.candidates.count > 1 || (found.candidates.first.map { $0.address != found.address } ?? false) {
            builder.attribute("srcset", ParsedPicture.srcsetText(found.candidates))
            if let sizes = found.sizes { builder.attribute("sizes", sizes) }
        }
        if let width = found.width { builder.attribute("width", width) }
        if let height = found.height { builder.attribute("height", height) }
        if let title = found.title { builder.attribute("title", title) }
        builder.finishVoid()
        if !sources.isEmpty { builder.raw("</picture>") }
        pictures.append(
            PictureReference(
                address: found.address, alt: found.alt, title: found.title, width: found.width, height: found.height))
        recentPictures.append(isFallback ? "noscript " + key : key)
        if recentPictures.count > 4 { recentPictures.removeFirst() }
    }

    private mutating func beginPicture(_ sources: [PictureSource]) -> Bool {
        guard !sources.isEmpty else { return builder.beginVoid("img") }
        guard builder.beginVoid("picture") else { return false }
        builder.raw(">")
        for source in sources { source.write(to: &builder) }
        builder.raw("<img")
        return true
    }

    /// Returns the address without query and WordPress size suffix, to recognise the same picture.
    private static func withoutSize(_ address: WebAddress) -> String {
        let path = address.path
        guard let dot = path.lastIndex(of: "."), let dash = path[..<dot].lastIndex(of: "-"),
            // bounded: the dash stands before the dot
            path[path.index(after: dash)..<dot].split(separator: "x").allSatisfy({ UntrustedInteger(digits: $0) != nil }
            )
        else { return address.host + path }
        return address.host + path[..<dash] + path[dot...]
    }

    // MARK: Controls

    /// Keeps only the checkboxes of task lists, as characters.
    mutating func input(_ node: GumboTree.Node) {
        guard GumboTree.string(node, "type")?.lowercased() == "checkbox", GumboTree.attribute(node, "disabled") != nil
        else {
            return
        }
        let mark = Array((GumboTree.attribute(node, "checked") == nil ? "☐ " : "☑ ").utf8)
        mark.withUnsafeBufferPointer { builder.write($0) }
    }
}

/// A `source` of a `picture` element.
struct PictureSource {
    let candidates: [ParsedPicture.Candidate]
    private let media: String?
    private let sizes: String?
    private let type: String?

    init?(_ node: GumboTree.Node, base: WebAddress?) {
        var found: [ParsedPicture.Candidate] = []
        for name in ["data-srcset", "data-lazy-srcset", "srcset"] as [StaticString] where found.isEmpty {
            found = GumboTree.attribute(node, name).map { ParsedPicture.candidates($0, base: base) } ?? []
        }
        guard !found.isEmpty else { return nil }
        candidates = found
        media = GumboTree.attribute(node, "media").flatMap(ParsedPicture.validMediaText)
        sizes = GumboTree.attribute(node, "sizes").flatMap(ParsedPicture.validMediaText)
        let declared = GumboTree.string(node, "type")?.lowercased()
        let fits = declared?.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "/+-.".utf8.contains($0)
        }
        type = fits == true && declared?.hasPrefix("image/") == true ? declared : nil
        if declared != nil, type == nil { return nil }
    }

    var isCommon: Bool { type.map { ["image/jpeg", "image/png", "image/webp", "image/gif"].contains($0) } ?? true }

    func write(to builder: inout SafeHTMLBuilder) {
        builder.raw("<source")
        builder.attribute("srcset", ParsedPicture.srcsetText(candidates))
        if let sizes { builder.attribute("sizes", sizes) }
        if let media { builder.attribute("media", media) }
        if let type { builder.attribute("type", type) }
        builder.raw(">")
    }
}
