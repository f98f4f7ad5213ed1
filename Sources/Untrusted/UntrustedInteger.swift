/// A whole number that came from outside: a header, a form, a feed, a file.
public struct UntrustedInteger: Sendable, Hashable {
    private let value: Int64

    /// Takes a number that is there already.
    public init(_ value: Int64) { self.value = value }
}
