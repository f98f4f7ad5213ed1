/// The elements of MathML Core that formulas keep.
enum FormulaElement: String {
    case mi, mn, mo, ms, mtext
    case mspace, mrow, mfrac, msqrt, mroot, mstyle, merror, mpadded, mphantom
    case msub, msup, msubsup, munder, mover, munderover, mmultiscripts, mprescripts
    case mtable, mtr, mtd

    /// True for elements with text only; all others have elements only, so that no parser sees HTML in a formula.
    var isToken: Bool {
        switch self {
        case .mi, .mn, .mo, .ms, .mtext: true
        default: false
        }
    }

    var isEmpty: Bool { self == .mspace || self == .mprescripts }

    /// The number of children; nil for any number.
    var arity: Int? {
        switch self {
        case .mfrac, .mroot, .msub, .msup, .munder, .mover: 2
        case .msubsup, .munderover: 3
        default: nil
        }
    }
}

/// An element of a formula in its normal form.
struct FormulaNode {
    var element: FormulaElement
    /// The attributes in source order, checked by `FormulaAttribute`.
    var attributes: [(name: StaticString, value: String)] = []
    /// The text of a token, with white space collapsed.
    var text: [UInt8] = []
    var children: [FormulaNode] = []

    static func mtext(_ text: [UInt8]) -> FormulaNode { FormulaNode(element: .mtext, text: text) }

    static func mrow(_ children: [FormulaNode]) -> FormulaNode {
        var row = FormulaNode(element: .mrow, children: children)
        row.normalize()
        return row
    }

    var hasText: Bool {
        element.isToken && !text.withUnsafeBufferPointer(HTMLCharacters.isBlank) || children.contains(where: \.hasText)
    }

    var elementCount: Int { children.reduce(1) { $0 + $1.elementCount } }

    var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

    /// Gives the element the children that it requires, so that browsers lay out the intended formula. Idempotent.
    mutating func normalize() {
        let prescripts = children.count { $0.element == .mprescripts }
        if element == .mmultiscripts, children.count == prescripts || prescripts > 1 { becomeRow() }
        switch element {
        case .mtable: children = children.compactMap { $0.element == .mtr ? $0 : $0.cell.map { Self.row([$0]) } }
        case .mtr: children = children.compactMap(\.cell)
        default: children = children.compactMap { $0.adopted(by: element) }
        }
        if let arity = element.arity, children.count != arity { becomeRow() }
    }

    /// Replaces letters by those of the style that `mathvariant` names, if there are such.
    mutating func style() {
        guard let at = attributes.firstIndex(where: { $0.name.description == "mathvariant" }),
            let letters = FormulaLetters.styled(text, attributes[at].value)
        else { return }
        text = letters
        attributes.remove(at: at)
    }

    private mutating func becomeRow() { (element, attributes) = (.mrow, []) }

    /// Returns the node as a child of `parent`; nil if it is left out there.
    private func adopted(by parent: FormulaElement) -> FormulaNode? {
        var child = self
        switch element {
        case .mprescripts: return parent == .mmultiscripts ? self : nil
        case .mtr, .mtd:
            child.becomeRow()
            child.children = children.compactMap { $0.adopted(by: .mrow) }
        default: break
        }
        return child
    }

    private var cell: FormulaNode? {
        element == .mtd ? self : adopted(by: .mtd).map { FormulaNode(element: .mtd, children: [$0]) }
    }

    private static func row(_ cells: [FormulaNode]) -> FormulaNode { FormulaNode(element: .mtr, children: cells) }
}

extension FormulaNode {
    func write(to out: inout [UInt8]) {
        out.append(0x3C)
        out.append(contentsOf: element.rawValue.utf8)
        for (name, value) in attributes {
            out.append(0x20)
            HTMLEscaping.append(name, to: &out)
            HTMLEscaping.append("=\"", to: &out)
            out.append(contentsOf: value.utf8)
            out.append(0x22)
        }
        out.append(0x3E)
        text.withUnsafeBufferPointer { HTMLEscaping.append($0, to: &out, quotes: false) }
        for child in children { child.write(to: &out) }
        HTMLEscaping.append("</", to: &out)
        out.append(contentsOf: element.rawValue.utf8)
        out.append(0x3E)
    }
}
