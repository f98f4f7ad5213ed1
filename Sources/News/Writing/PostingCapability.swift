public import Foundation
public import Markup
public import URLs

/// A capability to carry out actions at an origin in two steps: `prepare` only reads, `send` sends the one request that
/// changes something.
public protocol PostingCapability: Sendable {
    /// The origin's rules for actions.
    var rules: PostingRules { get }

    /// Reads the form or link that the origin offers for an action, with its newest tokens, or finds that nothing is to
    /// be sent. Changes nothing at the origin.
    /// - Parameter session: The member's session; nil for a guest.
    /// - Throws: `.signInNeeded` if there is no session or the session is lost; other `SourceError`s.
    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result

    /// Sends the request once; follows no redirect. Never throws: every end is an outcome.
    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome

    /// Searches for an action of unknown outcome.
    /// - Returns: Nil if the action has not arrived.
    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome?
}

/// The rules of an origin for actions.
public struct PostingRules: Sendable, Hashable {
    /// The kinds of actions that the origin accepts.
    public var actions: Set<RemoteAction.Kind>
    /// True if an action needs a session (`Source.membership`); otherwise guests sign with a name and an address.
    public var needsMembership: Bool
    /// The markup of comments.
    public var markup: CommentMarkup
    /// The maximum lengths of fields, in ``lengthUnit``.
    public var limits: [Field: Int]
    /// The unit of ``limits``.
    public var lengthUnit: LengthUnit
    /// The time within which a member can edit a comment; nil if no limit is known.
    public var editWindow: Duration?
    /// The time within which a vote can be taken back; nil if no limit is known.
    public var unvoteWindow: Duration?

    /// A field that a reader fills in.
    public enum Field: String, Sendable, Codable, CaseIterable { case name, email, url, text, title }

    /// A unit in which an origin counts lengths.
    public enum LengthUnit: String, Sendable, Codable {
        /// Unicode code points, not grapheme clusters.
        case characters
        /// UTF-8 bytes.
        case bytes
    }

    public init(
        actions: Set<RemoteAction.Kind>, needsMembership: Bool, markup: CommentMarkup, limits: [Field: Int] = [:],
        lengthUnit: LengthUnit = .characters, editWindow: Duration? = nil, unvoteWindow: Duration? = nil
    ) {
        self.actions = actions
        self.needsMembership = needsMembership
        self.markup = markup
        self.limits = limits
        self.lengthUnit = lengthUnit
        self.editWindow = editWindow
        self.unvoteWindow = unvoteWindow
    }

    /// Returns the length, in ``lengthUnit``, of a text as a form sends it, without surrounding white space.
    public func length(of text: String) -> Int {
        let sent = text.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        return lengthUnit == .bytes ? sent.utf8.count : sent.unicodeScalars.count
    }
}

/// A filled-in form or link of an origin with everything that `PostingCapability.send` needs. Contains tokens, so it is
/// neither stored nor logged.
public struct PreparedAction: Sendable {
    /// The result of `prepare`.
    public enum Result: Sendable {
        case ready(PreparedAction)
        /// An outcome without a request: closed, not offered, already done …
        case ended(RemoteActionOutcome)
    }

    /// The HTTP method of the request: Hacker News changes votes by GET.
    public enum Method: Sendable { case get, post }

    /// The action to carry out.
    public var action: RemoteAction
    /// The address to which the request is sent.
    public var address: WebAddress
    /// The HTTP method.
    public var method: Method
    /// The form fields, in the form's order.
    public var fields: [(name: String, value: String)]
    /// The page with the form.
    public var page: WebAddress?

    public init(
        _ action: RemoteAction, address: WebAddress, method: Method, fields: [(name: String, value: String)] = [],
        page: WebAddress? = nil
    ) {
        self.action = action
        self.address = address
        self.method = method
        self.fields = fields
        self.page = page
    }
}
