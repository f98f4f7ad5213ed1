import CGumbo
import Foundation
import Untrusted

extension CleaningRun {
    // MARK: Attributes of single elements

    /// Writes the attributes an element may have beside those every element may have.
    mutating func ownAttributes(_ element: Element, _ node: Tree.Node, _ common: CommonAttributes) {
        switch element {
        case .code, .pre:
            if let language = common.codeLanguage {
                language.withUnsafeBufferPointer { emitter.attribute("class", $0) }
            }
        case .ol: listAttributes(node)
        case .li: number("value", node, -100_000...100_000)
        case .td, .th:
            number("colspan", node, 2...100)
            number("rowspan", node, 2...1_000)
            if element == .th { scope(node) }
        case .details:
            if Tree.attribute(node, "open") != nil { emitter.attribute("open", "") }
        case .time:
            if let instant = Tree.attribute(node, "datetime"), Self.isInstant(instant) {
                emitter.attribute("datetime", instant)
            }
        case .abbr, .dfn:
            if let title = FoundPicture.words(common.title) { emitter.attribute("title", title) }
        default: break
        }
    }

    private mutating func listAttributes(_ node: Tree.Node) {
        number("start", node, -100_000...100_000)
        if Tree.attribute(node, "reversed") != nil { emitter.attribute("reversed", "") }
        if let type = Tree.attribute(node, "type"), type.count == 1, "1aAiI".utf8.contains(type[0]) {
            emitter.attribute("type", type)
        }
    }

    private mutating func number(_ name: StaticString, _ node: Tree.Node, _ range: ClosedRange<Int>) {
        guard let value = Tree.attribute(node, name), value.count <= 7,
            let number = UntrustedInteger(value)?.int(in: range)
        else { return }
        emitter.attribute(name, number)
    }

    private mutating func scope(_ node: Tree.Node) {
        guard let scope = Tree.string(node, "scope")?.lowercased(),
            ["row", "col", "rowgroup", "colgroup"].contains(scope)
        else { return }
        emitter.attribute("scope", scope)
    }

    private static func isInstant(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...40).contains(value.count)
            && value.allSatisfy { AddressReader.isLetter($0) || AddressReader.isDigit($0) || " :+-.".utf8.contains($0) }
    }

    // MARK: Links

    mutating func anchor(_ node: Tree.Node, _ common: CommonAttributes) -> Leaving? {
        guard let reference = Tree.attribute(node, "href") else { return place(node, common) }
        if Tree.attribute(node, "aria-hidden").map({ $0.elementsEqual("true".utf8) }) == true { return nil }
        let target = LinkTarget.read(reference, base: base)
        switch target {
        case .share:
            emitter.separate()
            return nil
        case .refused: return place(node, common)
        default: break
        }
        guard emitter.begin(.a) != nil else { return .nothing }
        if let name = freeID(common) { emitter.id(name) }
        write(target, player: claimedPlayer(node, common, target))
        if let title = FoundPicture.words(common.title) { emitter.attribute("title", title) }
        if let direction = common.vettedDirection { emitter.attribute("dir", direction.description) }
        if let language = common.vettedLanguage { emitter.attribute("lang", language) }
        emitter.finishTag()
        return .close
    }

    private mutating func write(_ target: LinkTarget, player: Player?) {
        switch target {
        case .web(let address):
            if player != nil { emitter.attribute("class", "player") }
            emitter.attribute("href", address.text)
            emitter.attribute("rel", "noopener noreferrer")
            if let player { emitter.attribute("data-player", player.rawValue) }
        case .inPage(let id, let page): emitter.link(to: id, elsewhere: page)
        case .other(let address):
            emitter.attribute("href", address)
            emitter.attribute("rel", "noopener noreferrer")
        case .share, .refused: break
        }
    }

    /// The player a link of the cleaner's own form stands for; anybody may write such a link, so its address is checked.
    private func claimedPlayer(_ node: Tree.Node, _ common: CommonAttributes, _ target: LinkTarget) -> Player? {
        guard common.roles.contains(.player), case .web(let address) = target,
            let player = Tree.string(node, "data-player").flatMap(Player.init(rawValue:)), player.owns(address)
        else { return nil }
        return player
    }

    /// A link that leads nowhere is at most a place to be led to.
    private mutating func place(_ node: Tree.Node, _ common: CommonAttributes) -> Leaving? {
        guard let name = freeID(common), emitter.begin(.span) != nil else {
            return .nothing
        }
        emitter.id(name)
        emitter.finishTag()
        emitter.keepWhenEmpty()
        return .close
    }

    // MARK: Pictures

    mutating func picture(_ node: Tree.Node, _ common: CommonAttributes, isFallback: Bool) {
        if common.roles.contains(.emoji), let alt = Tree.attribute(node, "alt"), (1...32).contains(alt.count) {
            return emitter.write(alt)
        }
        guard let found = FoundPicture.read(node, further: [], base: base) else { return }
        write(found, sources: [], isFallback: isFallback)
    }

    /// A `picture`: its `img` with the vetted `source`s around it.
    mutating func pictureSet(_ node: Tree.Node, isFallback: Bool) {
        var image: Tree.Node?
        var sources: [PictureSource] = []
        var walk = TreeWalk(node)
        while let step = walk.next() {
            guard case .enter(let child) = step, Tree.isElement(child) else { continue }
            switch child.pointee.v.element.tag {
            case GUMBO_TAG_IMG, GUMBO_TAG_IMAGE: if image == nil { image = child }
            case GUMBO_TAG_SOURCE:
                if sources.count < 12, let source = PictureSource(child, base: base) { sources.append(source) }
            default: break
            }
        }
        guard let image, !CommonAttributes(image).isHidden else { return }
        let further = sources.first { $0.isCommon }?.candidates ?? []
        guard let found = FoundPicture.read(image, further: further, base: base) else { return }
        write(found, sources: sources, isFallback: isFallback)
    }

    private mutating func write(_ found: FoundPicture, sources: [PictureSource], isFallback: Bool) {
        let key = Self.withoutSize(found.address)
        if recentPictures.contains(isFallback ? key : "noscript " + key) { return }
        guard beginPicture(sources) else { return }
        emitter.attribute("src", found.address.text)
        emitter.attribute("alt", found.alt ?? "")
        if found.candidates.count > 1 || (found.candidates.first.map { $0.address != found.address } ?? false) {
            emitter.attribute("srcset", FoundPicture.written(found.candidates))
            if let sizes = found.sizes { emitter.attribute("sizes", sizes) }
        }
        if let width = found.width { emitter.attribute("width", width) }
        if let height = found.height { emitter.attribute("height", height) }
        if let title = found.title { emitter.attribute("title", title) }
        emitter.finishVoid()
        if !sources.isEmpty { emitter.raw("</picture>") }
        pictures.append(
            PictureMention(
                address: found.address, alt: found.alt, title: found.title, width: found.width, height: found.height))
        recentPictures.append(isFallback ? "noscript " + key : key)
        if recentPictures.count > 4 { recentPictures.removeFirst() }
    }

    private mutating func beginPicture(_ sources: [PictureSource]) -> Bool {
        guard !sources.isEmpty else { return emitter.beginVoid("img") }
        guard emitter.beginVoid("picture") else { return false }
        emitter.raw(">")
        for source in sources { source.write(to: &emitter) }
        emitter.raw("<img")
        return true
    }

    /// The address without query and without WordPress' size at its end: enough to know the same picture again.
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

    /// Of forms only the ticks of task lists stay, as characters.
    mutating func input(_ node: Tree.Node) {
        guard Tree.string(node, "type")?.lowercased() == "checkbox", Tree.attribute(node, "disabled") != nil else {
            return
        }
        let mark = Array((Tree.attribute(node, "checked") == nil ? "☐ " : "☑ ").utf8)
        mark.withUnsafeBufferPointer { emitter.write($0) }
    }
}

/// A vetted `source` of a `picture`.
struct PictureSource {
    let candidates: [FoundPicture.Candidate]
    private let media: String?
    private let sizes: String?
    private let type: String?

    init?(_ node: Tree.Node, base: WebAddress?) {
        var found: [FoundPicture.Candidate] = []
        for name in ["data-srcset", "data-lazy-srcset", "srcset"] as [StaticString] where found.isEmpty {
            found = Tree.attribute(node, name).map { FoundPicture.candidates($0, base: base) } ?? []
        }
        guard !found.isEmpty else { return nil }
        candidates = found
        media = Tree.attribute(node, "media").flatMap(FoundPicture.mediaText)
        sizes = Tree.attribute(node, "sizes").flatMap(FoundPicture.mediaText)
        let declared = Tree.string(node, "type")?.lowercased()
        let fits = declared?.utf8.allSatisfy {
            AddressReader.isLetter($0) || AddressReader.isDigit($0) || "/+-.".utf8.contains($0)
        }
        type = fits == true && declared?.hasPrefix("image/") == true ? declared : nil
        if declared != nil, type == nil { return nil }
    }

    /// Whether every machine can show it.
    var isCommon: Bool { type.map { ["image/jpeg", "image/png", "image/webp", "image/gif"].contains($0) } ?? true }

    func write(to emitter: inout Emitter) {
        emitter.raw("<source")
        emitter.attribute("srcset", FoundPicture.written(candidates))
        if let sizes { emitter.attribute("sizes", sizes) }
        if let media { emitter.attribute("media", media) }
        if let type { emitter.attribute("type", type) }
        emitter.raw(">")
    }
}
