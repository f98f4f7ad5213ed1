import Markup

/// The path of an endpoint, such as `story/:id/comments`. Each is stated once, by its feature; links are printed and
/// requests are recognised by it.
struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path as the router takes it, without the edition.
    let text: String
    /// The components; nil for a parameter.
    private let components: [String?]
    /// The text before the first parameter and after it, to write a path without a string.
    private let prefix, suffix: String

    init(stringLiteral text: String) {
        self.text = text
        components = text.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix(":") ? nil : String($0)
        }
        prefix = String(text.prefix { $0 != ":" })
        suffix = String(text.dropFirst(prefix.count).drop { $0 != "/" })
    }

    /// Returns the path, without a slash at its beginning.
    /// - Parameter values: the values of the parameters in their order, percent-encoded.
    func path(_ values: String...) -> String {
        var rest = values[...]
        return components.map { $0 ?? rest.popFirst() ?? "" }.joined(separator: "/")
    }

    /// Returns the path with numbers for its parameters.
    func path(_ numbers: Int64...) -> String {
        var rest = numbers[...]
        return components.map { $0 ?? rest.popFirst().map { String($0) } ?? "" }.joined(separator: "/")
    }

    /// Writes the path with a number for its one parameter, without a string.
    func write(_ number: Int, into w: inout HTMLWriter) {
        w.text(prefix)
        w.number(number)
        w.text(suffix)
    }

    /// Returns true if the components of a request's path fit.
    func matches(_ path: some Collection<Substring>) -> Bool {
        path.count == components.count && zip(components, path).allSatisfy { $0.map { $0[...] } ?? $1 == $1 }
    }
}
