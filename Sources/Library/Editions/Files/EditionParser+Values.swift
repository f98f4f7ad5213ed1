import News
import URLs
import Untrusted
import Yams

extension EditionParser {
    mutating func table(_ node: Node, _ what: String, _ known: [String]) -> [String: Node]? {
        guard let mapping = node.mapping else {
            report(
                node, "\(what) holds keys and values, such as \(known[0]): …. Write it so, indented below its name.")
            return nil
        }
        var table: [String: Node] = [:]
        for (key, value) in mapping {
            let name = key.scalar?.string ?? ""
            if known.contains(name) {
                table[name] = value
            } else {
                report(key, "There is no key “\(name)” here. \(Self.suggestion(name, known))")
            }
        }
        return table
    }

    private static func suggestion(_ name: String, _ known: [String]) -> String {
        func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter } }
        let near = known.first {
            plain($0) == plain(name) || plain($0) == plain(name) + "s" || plain($0) + "s" == plain(name)
        }
        if let near { return "Did you mean “\(near)”?" }
        return "Take it away, or use one of: \(known.joined(separator: ", "))."
    }

    mutating func list(_ node: Node, _ name: String) -> [Node]? {
        if let sequence = node.sequence { return Array(sequence) }
        report(node, "“\(name)” takes a list. Write [one, two], or a line with a hyphen for each.")
        return nil
    }

    func isEmpty(_ node: Node) -> Bool {
        guard let scalar = node.scalar else { return false }
        return scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    mutating func text(_ node: Node, _ name: String, maxLength: Int) -> String? {
        guard let scalar = node.scalar else {
            report(node, "“\(name)” takes words, not a list or more keys. Write: \(name): …")
            return nil
        }
        if isEmpty(node) {
            report(node, "“\(name)” has no value. Give it one, or take the line away.")
            return nil
        }
        if scalar.string.count > maxLength {
            report(node, "“\(name)” is longer than \(maxLength) characters. Shorten it.")
            return nil
        }
        return scalar.string
    }

    mutating func line(_ node: Node?, _ name: String, maxLength: Int) -> String? {
        guard let node, let text = text(node, name, maxLength: maxLength) else { return nil }
        if let normalized = LineNormalizer.normalize(text) { return normalized }
        report(node, "“\(name)” is empty. Give it some words, or take the line away.")
        return nil
    }

    mutating func bool(_ node: Node?, _ name: String) -> Bool? {
        guard let node else { return nil }
        if let value = node.scalar.flatMap({ Self.parseBool($0.string) }) { return value }
        report(node, "“\(name)” takes true or false.")
        return nil
    }

    static func parseBool(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    mutating func number(_ node: Node?, _ name: String, _ range: ClosedRange<Int>) -> Int? {
        guard let node else { return nil }
        if let number = node.scalar.flatMap({ UntrustedInteger($0.string)?.int(in: range) }) { return number }
        report(node, "“\(name)” takes a whole number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ node: Node?, _ name: String) -> Choice? {
        guard let node else { return nil }
        if let found = node.scalar.flatMap({ Choice(rawValue: $0.string) }) { return found }
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        report(node, "“\(name)” cannot be “\(node.scalar?.string ?? "…")”. Use one of: \(words).")
        return nil
    }

    mutating func address(_ node: Node, _ name: String) -> WebAddress? {
        guard let text = text(node, name, maxLength: 2000) else { return nil }
        if let address = WebAddress(text.trimmingSpaces) { return address }
        report(
            node, "“\(text.prefix(80))” is no web address. Write it whole, such as https://harbour.example/feed.xml")
        return nil
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
