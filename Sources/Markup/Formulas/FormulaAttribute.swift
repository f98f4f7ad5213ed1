import Untrusted

/// The attributes that formulas keep: those of MathML Core that change the layout, without colours, sizes and links.
enum FormulaAttribute {
    enum Value {
        case flag, length, level, span, word([String])
    }

    /// Returns an attribute with its checked value; nil for an attribute that the element does not keep, or a value out
    /// of bounds.
    static func checked(_ name: String, _ value: String, on element: FormulaElement) -> (StaticString, String)? {
        guard let rule = rules[name], rule.elements.isEmpty || rule.elements.contains(element) else { return nil }
        let trimmed = value.trimmed.lowercased()
        switch rule.value {
        case .flag: return trimmed == "true" || trimmed == "false" ? (rule.name, trimmed) : nil
        case .word(let words): return words.contains(trimmed) ? (rule.name, trimmed) : nil
        case .length: return isLength(trimmed) ? (rule.name, trimmed) : nil
        case .level: return trimmed.utf8.count == 1 && "0123".contains(trimmed) ? (rule.name, trimmed) : nil
        case .span:
            let number = UntrustedInteger(digits: trimmed)?.int(in: 2...100)
            return number.map { (rule.name, String($0)) }
        }
    }

    /// Returns true for small lengths only: a formula must not move over the text around it.
    private static func isLength(_ text: String) -> Bool {
        for (unit, limit) in [("em", 8.0), ("ex", 16.0), ("px", 128.0), ("pt", 96.0), ("%", 400.0)]
        where text.hasSuffix(unit) {
            // bounded: limits above zero
            return UntrustedDecimal(text.dropLast(unit.count))?.within(-limit...limit) != nil
        }
        return text == "0"
    }

    private struct Rule {
        var name: StaticString
        var value: Value
        /// The elements with this attribute; empty for all.
        var elements: Set<FormulaElement> = []
    }

    private static let rules: [String: Rule] = {
        var rules: [String: Rule] = [:]
        func add(_ names: [StaticString], _ value: Value, _ elements: Set<FormulaElement> = []) {
            for name in names { rules[name.description] = Rule(name: name, value: value, elements: elements) }
        }
        add(["displaystyle"], .flag)
        add(["scriptlevel"], .level)
        add(["dir"], .word(["ltr", "rtl"]))
        add(["mathvariant"], .word(variants), [.mi, .mn, .mo, .ms, .mtext, .mstyle])
        add(["stretchy", "fence", "separator", "symmetric", "largeop", "movablelimits"], .flag, [.mo])
        add(["form"], .word(["prefix", "infix", "postfix"]), [.mo])
        add(["minsize", "maxsize", "rspace"], .length, [.mo])
        add(["lspace"], .length, [.mo, .mpadded])
        add(["width", "height", "depth"], .length, [.mspace, .mpadded])
        add(["voffset"], .length, [.mpadded])
        add(["linethickness"], .length, [.mfrac])
        add(["accent"], .flag, [.mover, .munderover])
        add(["accentunder"], .flag, [.munder, .munderover])
        add(["columnspan", "rowspan"], .span, [.mtd])
        return rules
    }()

    private static let variants = [
        "normal", "bold", "italic", "bold-italic", "double-struck", "bold-fraktur", "script", "bold-script", "fraktur",
        "sans-serif", "bold-sans-serif", "sans-serif-italic", "sans-serif-bold-italic", "monospace",
    ]
}
