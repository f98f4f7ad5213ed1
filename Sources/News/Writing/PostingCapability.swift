public import Foundation
public import Markup
public import URLs

/// Carries out actions at an origin, in two steps: `prepare` only reads, `send` is the one request that changes something.
public struct PostingCapability: Sendable {
    /// Reads what is needed to act: the newest form, its tokens, or that nothing is to be sent.
    public typealias Prepare =
        @Sendable (RemoteAction, MemberSession?) async throws(SourceError) -> PreparedAction.Result
    /// Sends the one request that changes something. Never throws: every end of it is an outcome.
    public typealias Send = @Sendable (PreparedAction, MemberSession?) async -> RemoteActionOutcome
    /// Looks whether an action whose fate is unknown has arrived; nil when it is not there.
    public typealias Find =
        @Sendable (RemoteAction, _ sentAt: Date, MemberSession?) async throws(SourceError) -> RemoteActionOutcome?

    public let rules: PostingRules
    private let prepare: Prepare
    private let sendRequest: Send
    private let findArrival: Find

    public init(
        rules: PostingRules, prepare: @escaping Prepare, send: @escaping Send, find: @escaping Find
    ) {
        self.rules = rules
        self.prepare = prepare
        sendRequest = send
        findArrival = find
    }

    /// Reads the form or link that the origin offers for an action, with its newest tokens. Changes nothing there.
    /// - Parameter session: nil for a guest.
    /// - Throws: `.signInNeeded` when the session is lost or there is none; other `SourceError`s.
    public func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result { try await prepare(action, session) }

    /// Sends the request, once; follows no redirect.
    public func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        await sendRequest(prepared, session)
    }

    /// Looks whether an action of unknown fate has arrived.
    /// - Returns: nil if it is not there.
    public func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? { try await findArrival(action, sentAt, session) }
}

/// What an origin takes.
public struct PostingRules: Sendable, Hashable {
    public var actions: Set<RemoteAction.Kind>
    /// Whether an action needs a session (`Source.membership`); else guests sign with name and address.
    public var needsMembership: Bool
    public var markup: CommentMarkup
    /// In ``lengthUnit``.
    public var limits: [Field: Int]
    public var lengthUnit: LengthUnit
    /// How long one's own comment can be edited.
    public var editWindow: Duration?
    /// How long a vote can be taken back.
    public var unvoteWindow: Duration?

    /// What a reader fills in.
    public enum Field: String, Sendable, Codable, CaseIterable { case name, email, url, text, title }

    /// What an origin counts.
    public enum LengthUnit: String, Sendable, Codable {
        /// Code points, not what looks like one character.
        case characters
        /// Of UTF-8.
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

    /// In ``lengthUnit``: of what a form sends, without what surrounds it.
    public func length(of text: String) -> Int {
        let sent = text.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        return lengthUnit == .bytes ? sent.utf8.count : sent.unicodeScalars.count
    }
}

/// A form or link of an origin, filled in: everything that `PostingCapability.send` needs. Holds tokens, so it is neither
/// stored nor logged.
public struct PreparedAction: Sendable {
    /// What `prepare` found.
    public enum Result: Sendable {
        case ready(PreparedAction)
        /// Nothing is to be sent: closed, not offered, done already …
        case ended(RemoteActionOutcome)
    }

    /// How the request is sent: Hacker News changes votes by GET.
    public enum Method: Sendable { case get, post }

    public var action: RemoteAction
    public var address: WebAddress
    public var method: Method
    /// Form fields, in the form's order.
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
