/// A selector in a small part of CSS Selectors 3: names, `*`, `#id`, `.class`, `[attribute]`, `[attribute=value]`,
/// `[attribute^=prefix]`, `[attribute*=part]`, descendants, children (`>`), alternatives (`,`).
public struct ElementSelector: Sendable, Hashable {
    /// The source text of the selector.
    public let text: String
    let alternatives: [Path]

    /// Parses a selector; nil if it is invalid or unsupported.
    public init?(_ text: String) {
        self.text = text
        var alternatives: [Path] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let path = Path(part) else { return nil }
            alternatives.append(path)
        }
        self.alternatives = alternatives
    }

    /// Returns true if any alternative matches.
    public func matches(_ element: HTMLElement) -> Bool { alternatives.contains { $0.matches(element) } }

    /// A sequence of compound selectors, outermost first.
    struct Path: Sendable, Hashable {
        struct Step: Sendable, Hashable {
            var element: CompoundSelector
            /// True for a child of the previous step, false for any descendant.
            var isChild: Bool
        }

        var steps: [Step] = []

        init?(_ text: Substring) {
            var isChild = false
            for word in text.replacing(">", with: " > ").split(whereSeparator: \.isWhitespace) {
                if word == ">" {
                    guard !isChild, !steps.isEmpty else { return nil }
                    isChild = true
                    continue
                }
                guard let element = CompoundSelector(word) else { return nil }
                steps.append(Step(element: element, isChild: isChild))
                isChild = false
            }
            if steps.isEmpty || isChild { return nil }
        }

        func matches(_ element: HTMLElement) -> Bool { matches(element, upTo: steps.count - 1) }

        private func matches(_ element: HTMLElement, upTo last: Int) -> Bool {
            let step = steps[last]
            guard step.element.matches(element) else { return false }
            guard last > 0 else { return true }
            var outer = element.parent
            while let here = outer {
                if matches(here, upTo: last - 1) { return true }
                if step.isChild { return false }
                outer = here.parent
            }
            return false
        }
    }

    struct CompoundSelector: Sendable, Hashable {
        enum Condition: Sendable, Hashable {
            case id(String)
            case className(String)
            case hasAttribute(String)
            case equals(String, String)
            case hasPrefix(String, String)
            case contains(String, String)
        }

        /// The element's name; empty for any.
        var name = ""
        var conditions: [Condition] = []

        init?(_ text: Substring) {
            let end = text.firstIndex { "#.[".contains($0) } ?? text.endIndex
            name = text[..<end].lowercased()
            if name == "*" { name = "" }
            guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { return nil }
            var rest = text[end...]
            while let mark = rest.first {
                rest = rest.dropFirst()
                if mark == "[" {
                    guard let close = rest.firstIndex(of: "]"), let condition = Self.attribute(rest[..<close]) else {
                        return nil
                    }
                    conditions.append(condition)
                    rest = rest[rest.index(after: close)...]
                } else {
                    let word = rest.prefix { !"#.[".contains($0) }
                    guard !word.isEmpty else { return nil }
                    conditions.append(mark == "#" ? .id(String(word)) : .className(String(word)))
                    rest = rest.dropFirst(word.count)
                }
            }
            if name.isEmpty, conditions.isEmpty, text != "*" { return nil }
        }

        private static func attribute(_ text: Substring) -> Condition? {
            guard let equals = text.firstIndex(of: "=") else {
                return text.isEmpty ? nil : .hasAttribute(text.lowercased())
            }
            var name = text[..<equals]
            let value = text[text.index(after: equals)...].filter { $0 != "\"" && $0 != "'" }
            let kind = name.last
            if kind == "^" || kind == "*" { name = name.dropLast() }
            guard !name.isEmpty else { return nil }
            switch kind {
            case "^": return .hasPrefix(name.lowercased(), value)
            case "*": return .contains(name.lowercased(), value)
            default: return .equals(name.lowercased(), value)
            }
        }

        func matches(_ element: HTMLElement) -> Bool {
            guard name.isEmpty || element.name == name else { return false }
            return conditions.allSatisfy { condition in
                switch condition {
                case .id(let id): element["id"] == id
                case .className(let word): element.hasClass(word)
                case .hasAttribute(let name): element[name] != nil
                case .equals(let name, let value): element[name] == value
                case .hasPrefix(let name, let value): element[name]?.hasPrefix(value) ?? false
                case .contains(let name, let value): element[name]?.contains(value) ?? false
                }
            }
        }
    }
}
