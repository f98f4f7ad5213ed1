import CGumbo
import Untrusted

/// The names and texts of the elements of formulas, in gumbo's tree.
enum FormulaNames {
    /// Returns the name in lower case, without a prefix.
    static func local(_ node: GumboTree.Node) -> ArraySlice<UInt8> {
        let name = SanitizerPass.unknownElementName(node)
        return name.firstIndex(of: 0x3A).map { name[($0 + 1)...] } ?? name[...]
    }

    /// Returns true for `math`; elements with a prefix keep it in their names.
    static func isMath(_ node: GumboTree.Node) -> Bool {
        let tag = node.pointee.v.element.tag
        return tag == FormulaTags.mathML
            || tag == GUMBO_TAG_UNKNOWN && SanitizerPass.unknownElementName(node).suffix(5).elementsEqual(":math".utf8)
    }

    /// Returns all text in the node, up to a little more than a formula may have.
    static func text(
        of node: GumboTree.Node, _ placeholders: TextPlaceholders?, budget: inout Int
    ) -> [UInt8] {
        var out: [UInt8] = []
        guard GumboTree.isElement(node) else {
            append(node, placeholders, to: &out)
            budget -= out.count / bytesPerVisit
            return out
        }
        var walker = GumboTreeWalker(node)
        while budget > 0, out.count <= TeXSource.maximumLength, let step = walker.next() {
            guard case .enter(let child) = step else { continue }
            budget -= 1
            if !GumboTree.isElement(child) { append(child, placeholders, to: &out) }
        }
        budget -= out.count / bytesPerVisit
        return out
    }

    /// The number of bytes whose reading costs as much as visiting a node.
    private static let bytesPerVisit = 16

    /// Returns the number of bytes of a text node that are not white space.
    static func textLength(of node: GumboTree.Node, _ placeholders: TextPlaceholders?, budget: inout Int) -> Int {
        guard let characters = characters(node) else { return 0 }
        var count = 0
        var read = 0
        func add(_ text: UnsafeBufferPointer<UInt8>) {
            read += text.count
            if !HTMLCharacters.isBlank(text) { count += text.count { $0 > 0x20 } }
        }
        if let placeholders { placeholders.restore(characters, add) } else { add(characters) }
        budget -= read / bytesPerVisit
        return count
    }

    /// Returns true if the element itself has text.
    static func hasOwnText(_ node: GumboTree.Node) -> Bool {
        (0..<GumboTree.childCount(node)).contains { index in  // bounded: a count
            guard let child = GumboTree.child(node, index) else { return false }
            return child.pointee.type == GUMBO_NODE_TEXT && characters(child).map(HTMLCharacters.isBlank) == false
        }
    }

    /// Returns true inside a `pre`.
    static func isPreformatted(_ node: GumboTree.Node) -> Bool {
        var at = node.pointee.parent
        while let above = at, GumboTree.isElement(above) {
            if above.pointee.v.element.tag == GUMBO_TAG_PRE { return true }
            at = above.pointee.parent
        }
        return false
    }

    /// Returns true if a picture's alternative text is TeX. Photographs may have the classes `tex` and `latex`, so
    /// pictures with those need signs of TeX, or the address of a program that draws TeX.
    static func isPicture(_ node: GumboTree.Node) -> Bool {
        let roles = FormulaFinder.roles(node)
        if roles.contains(.formulaPicture) { return true }
        guard roles.contains(.possibleFormulaPicture), let text = GumboTree.attribute(node, "alt") else { return false }
        return hasSign(text) || isDrawnByProgram(node)
    }

    /// Returns true for signs of TeX; an underscore counts after a single letter: `x_1`, but not `IMG_1`.
    private static func hasSign(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var word = 0
        for byte in text {
            switch byte {
            case 0x5C, 0x5E, 0x7B, 0x7D, 0x3D: return true
            case 0x5F where word < 2: return true
            default: word = ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x5F ? word + 1 : 0
            }
        }
        return false
    }

    private static func isDrawnByProgram(_ node: GumboTree.Node) -> Bool {
        let programs: [StaticString] = [
            "latex.php", "latex.codecogs.com", "quicklatex", "mimetex", "mathtex", "cht=tx",
        ]
        return ["src", "data-src", "data-lazy-src"].contains { (name: StaticString) in
            guard let address = GumboTree.attribute(node, name) else { return false }
            return programs.contains { HTMLEscaping.contains(address, $0) }
        }
    }

    /// Returns true for an element that HTML knows, and MathML does not.
    static func isHTML(_ node: GumboTree.Node) -> Bool {
        switch node.pointee.v.element.tag {
        case GUMBO_TAG_UNKNOWN, FormulaTags.mathML, FormulaTags.tex, GUMBO_TAG_MATH, GUMBO_TAG_ANNOTATION_XML,
            GUMBO_TAG_MI, GUMBO_TAG_MO, GUMBO_TAG_MN, GUMBO_TAG_MS, GUMBO_TAG_MTEXT:
            false
        default: true
        }
    }

    /// Returns true for a block of HTML, or an element that is a picture or a frame.
    static func isBlock(_ node: GumboTree.Node) -> Bool {
        let tag = node.pointee.v.element.tag
        switch tag {
        case GUMBO_TAG_IMG, GUMBO_TAG_IFRAME, GUMBO_TAG_VIDEO, GUMBO_TAG_AUDIO, GUMBO_TAG_OBJECT: return true
        default: return TagKind.table[Int(tag.rawValue)].contains(.endsParagraph)
        }
    }

    static func containsBlock(_ node: GumboTree.Node, orLink: Bool = false, budget: inout Int) -> Bool {
        guard GumboTree.isElement(node) else { return false }
        var walker = GumboTreeWalker(node)
        while budget > 0, let step = walker.next() {
            budget -= 1
            guard case .enter(let child) = step, GumboTree.isElement(child) else { continue }
            if isBlock(child) || orLink && child.pointee.v.element.tag == GUMBO_TAG_A { return true }
        }
        return false
    }

    private static func characters(_ node: GumboTree.Node) -> UnsafeBufferPointer<UInt8>? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: break
        default: return nil
        }
        return node.pointee.v.text.text.map { GumboTree.bytes($0) }
    }

    private static func append(
        _ node: GumboTree.Node, _ placeholders: TextPlaceholders?, to out: inout [UInt8]
    ) {
        guard let text = characters(node) else { return }
        var kept = out
        out = []
        func add(_ piece: UnsafeBufferPointer<UInt8>) {
            kept.append(contentsOf: piece.prefix(max(0, TeXSource.maximumLength + 1 - kept.count)))
        }
        if let placeholders { placeholders.restore(text, add) } else { add(text) }
        out = kept
    }
}
