/// The text of a formula in one line, such as `(a+b)/(c+d)`.
enum FormulaText {
    static func of(_ nodes: [FormulaNode]) -> String {
        var text = ""
        var previous: FormulaNode?
        for node in nodes {
            let piece = of(node)
            // A space separates names of several letters, and the symbol after a script.
            if let previous, let last = text.last, let first = piece.first, last.isLetter || last.isNumber,
                first.isLetter || first.isNumber, isWord(previous) || isWord(node) || !previous.element.isToken
            {
                text += " "
            }
            text += piece
            previous = node
        }
        return text
    }

    private static func isWord(_ node: FormulaNode) -> Bool {
        if node.element == .mn { return false }
        return node.element.isToken
            ? node.text.count > 1 && node.text[0] < 0x80 : node.children.first.map(isWord) == true
    }

    private static func of(_ node: FormulaNode) -> String {
        let parts = node.children
        switch node.element {
        case .mi, .mn, .mo, .ms, .mtext: return visible(node.text)
        case .mspace: return " "
        case .mphantom, .mprescripts: return ""
        case .mfrac where parts.count == 2:
            let isRuled = !node.attributes.contains {
                $0.name.description == "linethickness" && $0.value.hasPrefix("0")
            }
            return group(parts[0]) + (isRuled ? "/" : "¦") + group(parts[1])
        case .msqrt: return "√" + group(.mrow(parts))
        case .mroot where parts.count == 2: return "√[" + of(parts[1]) + "](" + of(parts[0]) + ")"
        case .msub, .munder: return scripts(parts, "_")
        case .msup, .mover: return scripts(parts, "^")
        case .msubsup, .munderover, .mmultiscripts: return scripts(parts, "_", "^")
        case .mtable: return parts.map(of).joined(separator: "; ")
        case .mtr: return parts.map(of).joined(separator: ", ")
        default: return of(parts)
        }
    }

    private static func scripts(_ parts: [FormulaNode], _ marks: String...) -> String {
        guard let base = parts.first else { return "" }
        var text = group(base)
        for (index, part) in parts.dropFirst().filter({ $0.element != .mprescripts }).enumerated() where part.hasText {
            text += marks[index % marks.count] + group(part)
        }
        return text
    }

    /// Returns the text in brackets, unless it is one sign or word.
    private static func group(_ node: FormulaNode) -> String {
        let text = of(node)
        return text.count < 2 || text.allSatisfy(\.isLetter) || text.allSatisfy(\.isNumber) ? text : "(" + text + ")"
    }

    /// Returns the text without invisible operators (U+2061 to U+2064).
    private static func visible(_ text: [UInt8]) -> String {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
            !(0x2061...0x2064).contains($0.value)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
