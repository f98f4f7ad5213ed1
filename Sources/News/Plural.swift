/// A noun with its plural, for counts such as "1 comment" and "2 comments" in all interfaces.
public struct Plural: Sendable, Hashable {
    /// The singular.
    public let one: String
    /// The plural.
    public let many: String

    /// - Parameter many: The plural; nil for the singular with an "s".
    public init(_ one: String, _ many: String? = nil) {
        self.one = one
        self.many = many ?? "\(one)s"
    }

    /// Returns the form of the noun for a count, without the count.
    public func form(_ count: Int) -> String { count == 1 ? one : many }

    /// Returns the count and the noun.
    /// - Parameter adjective: A word between count and noun: "2 new stories".
    public func counted(_ count: Int, _ adjective: String? = nil) -> String {
        "\(count) \(adjective.map { "\($0) " } ?? "")\(form(count))"
    }

    /// The noun "comment".
    public static let comment = Plural("comment")
    /// The noun "device".
    public static let device = Plural("device")
    /// The noun "error".
    public static let error = Plural("error")
    /// The noun "feed".
    public static let feed = Plural("feed")
    /// The noun "picture".
    public static let picture = Plural("picture")
    /// The noun "point".
    public static let point = Plural("point")
    /// The noun "reply".
    public static let reply = Plural("reply", "replies")
    /// The noun "section".
    public static let section = Plural("section")
    /// The noun "session".
    public static let session = Plural("session")
    /// The noun "shelf".
    public static let shelf = Plural("shelf", "shelves")
    /// The noun "story".
    public static let story = Plural("story", "stories")
    /// The noun "vote".
    public static let vote = Plural("vote")
    /// The noun "word".
    public static let word = Plural("word")
}
