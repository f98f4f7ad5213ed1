/// A noun that is counted: "1 comment", "2 comments". For all faces, so that nothing says "1 comments".
public struct Plural: Sendable, Hashable {
    public let one: String
    public let many: String

    /// - Parameter many: nil adds an "s".
    public init(_ one: String, _ many: String? = nil) {
        self.one = one
        self.many = many ?? "\(one)s"
    }

    /// The noun alone.
    public func form(_ count: Int) -> String { count == 1 ? one : many }

    /// - Parameter adjective: stands between: "2 new stories".
    public func counted(_ count: Int, _ adjective: String? = nil) -> String {
        "\(count) \(adjective.map { "\($0) " } ?? "")\(form(count))"
    }

    public static let comment = Plural("comment")
    public static let device = Plural("device")
    public static let error = Plural("error")
    public static let feed = Plural("feed")
    public static let picture = Plural("picture")
    public static let point = Plural("point")
    public static let reply = Plural("reply", "replies")
    public static let section = Plural("section")
    public static let session = Plural("session")
    public static let shelf = Plural("shelf", "shelves")
    public static let story = Plural("story", "stories")
    public static let vote = Plural("vote")
    public static let word = Plural("word")
}
