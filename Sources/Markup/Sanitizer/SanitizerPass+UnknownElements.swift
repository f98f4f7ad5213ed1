import CGumbo

extension SanitizerPass {
    static func unknownElementRule(_ node: GumboTree.Node) -> ElementRule {
        let name = unknownElementName(node)
        func isNamed(_ wanted: StaticString...) -> Bool {
            wanted.contains { $0.utf8CodeUnitCount == name.count && $0.withUTF8Buffer { name.elementsEqual($0) } }
        }
        switch name.count {
        case 6 where isNamed("dialog", "object", "portal"): return .drop
        case 6 where isNamed("search"): return .division
        case 7 where isNamed("picture"): return .pictureSet
        case 7 where isNamed("amp-img"), 8 where isNamed("amp-anim"): return .picture
        case 9 where isNamed("amp-video", "amp-audio"): return .media
        case 9 where isNamed("amp-vimeo"), 10 where isNamed("amp-iframe", "lite-vimeo"): return .frame
        case 11 where isNamed("amp-youtube"), 12 where isNamed("lite-youtube"): return .frame
        case 10 where isNamed("annotation"), 11 where isNamed("fencedframe"): return .drop
        default: return .unwrap
        }
    }

    /// Returns the name in lower case, cut to 33 bytes.
    static func unknownElementName(_ node: GumboTree.Node) -> [UInt8] {
        let original = node.pointee.v.element.original_tag
        guard let data = original.data, original.length > 1 else { return [] }
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self), count: min(original.length, 34))
        return bytes.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }.map { $0 | 0x20 }
    }

    /// Unwraps an element; keeps MathML's superscripts and subscripts, and writes fractions with a slash.
    mutating func unwrap(_ node: GumboTree.Node, _ common: GlobalAttributes) -> ExitAction {
        guard let parent = node.pointee.parent, GumboTree.isElement(parent),
            parent.pointee.v.element.tag == GUMBO_TAG_UNKNOWN, node.pointee.index_within_parent > 0
        else { return .nothing }
        let name = Self.unknownElementName(parent)
        guard name.first == 0x6D, name.count >= 4, name.count <= 7 else { return .nothing }
        let position = Self.precedingElementCount(of: node, in: parent)
        if name.elementsEqual("mfrac".utf8), position == 1 {
            let slash: [UInt8] = [0x2F]
            slash.withUnsafeBufferPointer { builder.write($0) }
        }
        if name.elementsEqual("msup".utf8), position == 1 { return open(.sup, node, common, exitAction: .close) }
        if name.elementsEqual("msub".utf8), position == 1 { return open(.sub, node, common, exitAction: .close) }
        guard name.elementsEqual("msubsup".utf8), position == 1 || position == 2 else { return .nothing }
        return open(position == 1 ? .sub : .sup, node, common, exitAction: .close)
    }

    /// Returns the number of elements before a node, at most three.
    private static func precedingElementCount(of node: GumboTree.Node, in parent: GumboTree.Node) -> Int {
        var position = 0
        for index in 0..<min(GumboTree.childCount(parent), 16) {  // bounded: a count
            guard let child = GumboTree.child(parent, index), GumboTree.isElement(child) else { continue }
            if child == node { return position }
            position += 1
        }
        return 3
    }
}
