import Foundation
import HTTPTypes
import Hummingbird
import Library
import Logging

/// What whoever runs the server reads: pages that failed, and sign-ins that did. One line each, in a form that fail2ban
/// reads (docs/fail2ban).
///
/// Nothing that a request says gets into a line but its address, and that only as an address: no path (links and signed
/// addresses are secrets) but the route that answers it, no Host, no agent, no guess. So nobody can forge a line.
final class ServerLog: Sendable {
    /// Why somebody did not come in.
    enum SignInFailure: String, Sendable {
        case wrongPassword = "wrong-password"
        case noPassword = "no-password"
        /// The caller has to wait; the guess was not looked at.
        case throttled
        /// Too many guesses are looked at just now.
        case busy
        /// A link that was used, is too old or never was, was to be spent.
        case badLink = "bad-link"
        /// Such a link was only looked at; other sites' pages can make a browser do that.
        case deadLink = "dead-link"

        /// What is limited together: a flood of one kind hides no line of another. Guesses that were looked at are few,
        /// as they have to wait for each other.
        fileprivate var kind: String {
            switch self {
            case .wrongPassword, .noPassword: "guesses"
            case .throttled, .busy: "guesses that had to wait"
            case .badLink, .deadLink: "links"
            }
        }
    }

    private let logger: Logger
    private let now: @Sendable () -> Date
    private let limiter = LogLimiter()

    init(_ logger: Logger, now: @escaping @Sendable () -> Date) {
        self.logger = logger
        self.now = now
    }

    func signInFailed(_ failure: SignInFailure, _ caller: Caller) {
        guard isWritten(failure.kind, caller) else { return }
        logger.warning("sign-in failed: address=\(Self.address(of: caller)) reason=\(failure.rawValue)")
    }

    /// A page that could not be made, through no fault of who asked for it.
    func pageFailed(_ error: any Error, _ status: HTTPResponse.Status, _ request: Request, _ context: PageContext) {
        guard status.code >= 500, !(error is CancellationError) else { return }
        let caller = Caller.current
        guard isWritten("pages", caller) else { return }
        logger.error(
            "page failed: method=\(Self.method(of: request)) route=\(Self.route(of: context)) status=\(status.code) address=\(Self.address(of: caller)) error=\(Self.code(of: error))"
        )
    }

    private func isWritten(_ kind: String, _ caller: Caller?) -> Bool {
        let verdict = limiter.judge(kind, address: AddressRange.household(of: caller?.address ?? ""), at: now())
        if verdict.leftOut > 0 { logger.warning("log lines left out: count=\(verdict.leftOut) about=\(kind)") }
        return verdict.isWritten
    }

    // MARK: - What is said

    private static func address(of caller: Caller?) -> String {
        caller.flatMap { AddressRange.canonical($0.address) } ?? "unknown"
    }

    private static func method(of request: Request) -> String {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]
        return known.contains(request.method) ? request.method.rawValue : "other"
    }

    /// The route as the router has it: `/{edition}/story/{id}`.
    private static func route(of context: PageContext) -> String { context.endpointPath ?? "none" }

    /// The error's type and case; of the Library's errors also what they say for a log.
    private static func code(of error: any Error) -> String {
        let type = String(describing: type(of: error))
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return LogText.clean(type) }
        let name = mirror.children.first?.label ?? "\(error)"
        switch error {
        case LibraryError.failed(let why), LibraryError.folderUnusable(let why),
            LibraryError.corruptDataFolder(let why):
            return LogText.clean("\(type).\(name) (\(why))")
        default: return LogText.clean("\(type).\(name)", limit: 100)
        }
    }
}
