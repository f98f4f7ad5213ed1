public import Yams

/// A parser of small untrusted YAML files: editions, settings, pages' front matter. Rejects cheaply:
///
/// - more than 256 kB;
/// - aliases (`*name`, YAML 1.2 §7.1), which expand beyond memory and are hashed as keys (413 bytes took a minute);
/// - more than twenty levels: a thousand would overflow the stack.
///
/// Scalars are not resolved.
public enum YAMLReader {
    /// The maximum size of a file in bytes.
    public static let maxBytes = 256 << 10
    private static let maxDepth = 20

    /// Parses YAML to its root node; nil if the text is empty.
    public static func root(of text: String) throws(YAMLDiagnostic) -> Node? {
        guard text.utf8.count <= maxBytes else {
            throw YAMLDiagnostic(line: 1, "The file is larger than 256 kB, which none of its kind is. Shorten it.")
        }
        if let alias = firstAlias(in: text) {
            throw YAMLDiagnostic(
                line: alias.line,
                "“*\(alias.name)” stands for what “&\(alias.name)” names. Such references are not read: write out what is meant."
            )
        }
        let root: Node?
        do { root = try Yams.compose(yaml: text, .basic) } catch { throw diagnostic(error, in: text) }
        if let root, let deep = firstTooDeep(root, level: 1) {
            throw YAMLDiagnostic(
                line: deep.mark?.line ?? 1, column: deep.mark?.column ?? 1,
                "There are more than \(maxDepth) levels inside one another. Write it flatter.")
        }
        return root
    }

    /// Finds the first `*name` after an `&name`, also in quotes and comments, where such a pair does not occur by
    /// chance. Names have libyaml's syntax; `*` and `&` within a word do not count.
    private static func firstAlias(in text: String) -> (name: String, line: Int)? {
        var text = text
        return text.withUTF8 { bytes in
            var anchors: Set<[UInt8]> = []
            var (at, line) = (0, 1)
            var previous: UInt8 = 0x20
            while at < bytes.count {
                let byte = bytes[at]
                if byte == 0x0A { line += 1 }
                if byte == 0x26 || byte == 0x2A, !isNameByte(previous), at + 1 < bytes.count, isNameByte(bytes[at + 1])
                {
                    let name = Array(bytes[(at + 1)...].prefix(while: isNameByte))
                    if byte == 0x26 { anchors.insert(name) }
                    if byte == 0x2A, anchors.contains(name) {
                        return (String(decoding: name.prefix(60), as: UTF8.self), line)
                    }
                    at += name.count
                }
                previous = bytes[at]
                at += 1
            }
            return nil
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
            || byte == 0x2D
    }

    private static func firstTooDeep(_ node: Node, level: Int) -> Node? {
        guard level <= maxDepth else { return node }
        switch node {
        case .sequence(let nodes):
            for node in nodes { if let deep = firstTooDeep(node, level: level + 1) { return deep } }
        case .mapping(let pairs):
            for (key, value) in pairs {
                if let deep = firstTooDeep(key, level: level + 1) ?? firstTooDeep(value, level: level + 1) {
                    return deep
                }
            }
        case .scalar, .alias: break
        }
        return nil
    }

    /// Converts a parser's error to a message with its likely remedy.
    private static func diagnostic(_ error: any Error, in text: String) -> YAMLDiagnostic {
        func parserDiagnostic(_ line: Int, _ column: Int, _ problem: String) -> YAMLDiagnostic {
            if problem.hasPrefix("Maximum nesting level") {
                return YAMLDiagnostic(
                    line: line, column: column,
                    "There are more than \(maxDepth) levels inside one another. Write it flatter.")
            }
            return YAMLDiagnostic(
                line: line, column: column,
                "This is not readable YAML: \(problem). Look for a missing quote, bracket or space after a "
                    + "colon here or on the line above; tabs do not indent.")
        }
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return parserDiagnostic(mark.line, mark.column, problem)
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.prefix(5).map { "“\($0.prefix(60))”" }.joined(separator: ", ")
            return YAMLDiagnostic(
                line: context.mark.line, column: context.mark.column,
                "In what begins here \(names) stands twice. Keep one of them.")
        case .reader(let problem, let offset, _, _):
            let before = text.utf8.prefix(offset ?? 0)
            return parserDiagnostic(before.count { $0 == 0x0A } + 1, 1, problem)
        default:
            return YAMLDiagnostic(line: 1, "This is not readable YAML. Begin from an example in the documentation.")
        }
    }
}

/// The reason and position of invalid YAML.
public struct YAMLDiagnostic: Error, Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int
    /// The message, which ends with a remedy.
    public var message: String

    public init(line: Int, column: Int = 1, _ message: String) {
        (self.line, self.column, self.message) = (line, column, message)
    }
}
