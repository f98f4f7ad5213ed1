import CGumbo
import URLs

/// A reader of attributes into an `ArticleTreeNode`.
enum NodeAttributeReader {
    static func read(_ node: GumboTree.Node, into entry: inout ArticleTreeNode) {
        let attributes = node.pointee.v.element.attributes
        var isFallbackPicture = false
        var isAriaHidden = false
        for index in 0..<Int(attributes.length) {  // bounded: a length
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = attribute.pointee.name, let value = attribute.pointee.value
            else { continue }
            let bytes = GumboTree.bytes(value)
            switch String(cString: name) {
            case "class":
                addHints(bytes, into: &entry)
                if bytes.count >= 14, HTMLEscaping.contains(bytes, "fallback-image") { isFallbackPicture = true }
            case "id": entry.idHints = ClassNameHints.read(bytes, isID: true).sure
            case "role": role(bytes, into: &entry)
            case "style": if InlineStyle.hides(bytes) { entry.flags.insert(.hidden) }
            case "hidden": entry.flags.insert(.hidden)
            case "aria-hidden": isAriaHidden = bytes.elementsEqual("true".utf8)
            case "aria-modal": if bytes.elementsEqual("true".utf8) { entry.flags.insert(.modal) }
            case "rel": if bytes.elementsEqual("author".utf8) { entry.flags.insert(.author) }
            case "itemprop":
                if HTMLEscaping.contains(bytes, "author") { entry.flags.insert(.author) }
                if HTMLEscaping.contains(bytes, "name") { entry.flags.insert(.name) }
                if HTMLEscaping.contains(bytes, "articleBody") { entry.flags.insert(.articleBody) }
            case "href":
                entry.flags.insert(.link)
                if bytes.first == 0x23, bytes.count > 1 { entry.flags.insert(.inPageLink) }
            case "src", "data", "data-src": if isPlayer(entry.tag, bytes) { entry.flags.insert(.player) }
            case "datatable": if bytes.elementsEqual("0".utf8) { entry.flags.insert(.layoutTable) }
            case "summary": if !bytes.isEmpty { entry.flags.insert(.hasSummary) }
            default: break
            }
        }
        if isAriaHidden, !isFallbackPicture { entry.flags.insert(.hidden) }
    }

    private static func addHints(_ name: UnsafeBufferPointer<UInt8>, into entry: inout ArticleTreeNode) {
        entry.add(ClassNameHints.read(name, isID: false))
    }

    private static let unlikelyRoles: Set<String> = [
        "menu", "menubar", "navigation", "alert", "alertdialog", "dialog",
    ]

    private static func role(_ role: UnsafeBufferPointer<UInt8>, into entry: inout ArticleTreeNode) {
        let name = String(decoding: role.prefix(24), as: UTF8.self)
        if unlikelyRoles.contains(name) { entry.flags.insert(.unlikelyRole) }
        switch name {
        case "doc-footnote", "doc-footnotes", "doc-endnote", "doc-endnotes", "doc-tip", "doc-notice", "note":
            entry.hints.insert(.note)
        case "doc-pullquote": entry.hints.insert(.pullQuote)
        case "complementary": entry.hints.insert(.sidebar)
        default: break
        }
        if name == "presentation" { entry.flags.insert(.layoutTable) }
    }

    private static func isPlayer(_ tag: GumboTag, _ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard tag == GUMBO_TAG_IFRAME || tag == GUMBO_TAG_OBJECT || tag == GUMBO_TAG_EMBED, source.count < 2_048 else {
            return false
        }
        let base = WebAddress("https://player.invalid/")
        return WebAddress(bytes: source, base: base).flatMap { EmbedProvider.recognise($0) } != nil
    }
}
