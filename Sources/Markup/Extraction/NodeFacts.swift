import CGumbo

/// Reads an element's attributes once for everything the extraction wants to know.
enum NodeFacts {
    static func read(_ node: Tree.Node, into entry: inout PageNode) {
        let attributes = node.pointee.v.element.attributes
        var isFallbackPicture = false
        var isAriaHidden = false
        for index in 0..<Int(attributes.length) {  // bounded: a length
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = attribute.pointee.name, let value = attribute.pointee.value
            else { continue }
            let bytes = Tree.bytes(value)
            switch String(cString: name) {
            case "class":
                weigh(bytes, into: &entry)
                if bytes.count >= 14, Escaping.contains(bytes, "fallback-image") { isFallbackPicture = true }
            case "id": weigh(bytes, into: &entry)
            case "role": role(bytes, into: &entry)
            case "style": if Style.hides(bytes) { entry.marks.insert(.hidden) }
            case "hidden": entry.marks.insert(.hidden)
            case "aria-hidden": isAriaHidden = bytes.elementsEqual("true".utf8)
            case "aria-modal": if bytes.elementsEqual("true".utf8) { entry.marks.insert(.modal) }
            case "rel": if bytes.elementsEqual("author".utf8) { entry.marks.insert(.author) }
            case "itemprop":
                if Escaping.contains(bytes, "author") { entry.marks.insert(.author) }
                if Escaping.contains(bytes, "name") { entry.marks.insert(.name) }
                if Escaping.contains(bytes, "articleBody") { entry.marks.insert(.articleBody) }
            case "href":
                entry.marks.insert(.link)
                if bytes.first == 0x23, bytes.count > 1 { entry.marks.insert(.inPageLink) }
            case "src", "data", "data-src": if isPlayer(entry.tag, bytes) { entry.marks.insert(.player) }
            case "datatable": if bytes.elementsEqual("0".utf8) { entry.marks.insert(.layoutTable) }
            case "summary": if !bytes.isEmpty { entry.marks.insert(.summarised) }
            default: break
            }
        }
        if isAriaHidden, !isFallbackPicture { entry.marks.insert(.hidden) }
    }

    private static func weigh(_ name: UnsafeBufferPointer<UInt8>, into entry: inout PageNode) {
        let hints = Hints.of(name)
        entry.hints.formUnion(hints)
        if hints.contains(.negative) { entry.weight -= 25 }
        if hints.contains(.positive) { entry.weight += 25 }
    }

    private static let unlikelyRoles: Set<String> = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog",
    ]

    private static func role(_ role: UnsafeBufferPointer<UInt8>, into entry: inout PageNode) {
        let name = String(decoding: role.prefix(24), as: UTF8.self)
        if unlikelyRoles.contains(name) { entry.marks.insert(.unlikelyRole) }
        if name == "presentation" { entry.marks.insert(.layoutTable) }
    }

    private static func isPlayer(_ tag: GumboTag, _ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard tag == GUMBO_TAG_IFRAME || tag == GUMBO_TAG_OBJECT || tag == GUMBO_TAG_EMBED, source.count < 2_048 else {
            return false
        }
        let base = WebAddress("https://player.invalid/")
        return WebAddress(bytes: source, base: base).flatMap { Player.recognise($0) } != nil
    }
}
