import URLs
import Untrusted
import YAML
import Yams

/// A YAML table from a folder: `pack.yaml`, a photograph's file, or a page's front matter. Reads values, and collects
/// faults with file and line.
struct PackYAMLFile {
    let path: String
    private(set) var faults: [PackIssue] = []
    private var values: [String: Node] = [:]
    private var lines: [String: Int] = [:]
    private let firstLine: Int

    /// - Parameter firstLine: the line at which the YAML begins in its file, from 1.
    init(_ yaml: String, path: String, firstLine: Int = 1, keys: [String]) {
        self.path = path
        self.firstLine = firstLine
        let root: Node?
        do throws(YAMLDiagnostic) { root = try YAMLReader.root(of: yaml) } catch {
            faults.append(PackIssue(place: path, line: error.line + firstLine - 1, error.message))
            return
        }
        guard let root, root.scalar?.string.isEmpty != true else { return }
        guard let table = root.mapping else {
            faults.append(
                PackIssue(place: path, line: firstLine, "Write keys and values, one on a line, such as: title: Leeds"))
            return
        }
        for (key, value) in table {
            let line = (key.mark?.line ?? 1) + firstLine - 1
            guard let name = key.scalar?.string, keys.contains(name) else {
                let known = keys.joined(separator: ", ")
                faults.append(
                    PackIssue(
                        place: path, line: line,
                        "There is no key “\((key.scalar?.string ?? "").prefix(60))”. Known keys: \(known)."))
                continue
            }
            values[name] = value
            lines[name] = line
        }
    }

    /// Returns the line of a key, else the first line of the table.
    func line(of key: String) -> Int { lines[key] ?? firstLine }

    func has(_ key: String) -> Bool { values[key] != nil }

    mutating func fault(_ key: String, _ message: String) {
        faults.append(PackIssue(place: path, line: line(of: key), message))
    }

    /// Returns a text without white space at its ends; nil if it is missing or empty.
    mutating func text(_ key: String) -> String? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar?.string else {
            fault(key, "“\(key)” has one value. Write it on the line of the key.")
            return nil
        }
        let trimmed = text.trimmingSpace
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns a list, which may also be written as one value.
    mutating func list(_ key: String) -> [String] {
        guard let nodes = values[key]?.sequence else { return text(key).map { [$0] } ?? [] }
        let texts = nodes.compactMap { $0.scalar?.string.trimmingSpace }
        if texts.count < nodes.count { fault(key, "“\(key)” is a list of words. Write each on a line after “-”.") }
        return texts
    }

    mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        let number = UntrustedInteger(text)?.int(in: range)
        if number == nil {
            fault(key, "“\(key)” is a whole number from \(range.lowerBound) to \(range.upperBound). Correct it.")
        }
        return number
    }

    mutating func flag(_ key: String) -> Bool {
        switch text(key) {
        case nil, "false": return false
        case "true": return true
        default:
            fault(key, "“\(key)” is true or false. Correct it.")
            return false
        }
    }

    mutating func address(_ key: String, base: WebAddress?) -> WebAddress? {
        guard let text = text(key) else { return nil }
        let address = WebAddress(text, base: base)
        if address == nil { fault(key, "“\(key)” is a web address, such as https://example.org/leeds. Correct it.") }
        return address
    }

    /// Reads a decimal number of degrees, in millionths.
    mutating func degrees(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        let limit = Double(range.upperBound) / 1e6
        // bounded: the limit is a constant above zero
        let degrees = UntrustedDecimal(text)?.within(-limit...limit).map { Int(saturating: ($0 * 1e6).rounded()) }
        if degrees == nil {
            fault(
                key, "“\(key)” is a number of degrees from -\(Int(limit)) to \(Int(limit)), such as 53.8. Correct it.")
        }
        return degrees
    }
}

extension String {
    var trimmingSpace: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
