import Foundation
import HTTPTypes
import Hummingbird
import Library
import Logging
import Markup

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
        fileprivate var rateLimitKey: String {
            switch self {
            case .wrongPassword, .noPassword: "guesses"
            case .throttled, .busy: "guesses that had to wait"
            case .badLink, .deadLink: "links"
            }
        }
    }

    private let logger: Logger
    private let now: @Sendable () -> Date
    private let limiter = LogRateLimiter()

    init(_ logger: Logger, now: @escaping @Sendable () -> Date) {
        self.logger = logger
        self.now = now
    }

    func signInFailed(_ failure: SignInFailure, _ client: ClientInfo) {
        guard shouldLog(failure.rateLimitKey, client) else { return }
        logger.warning("sign-in failed: address=\(Self.address(of: client)) reason=\(failure.rawValue)")
    }

    /// A page that could not be made, through no fault of who asked for it.
    func pageFailed(_ error: any Error, _ status: HTTPResponse.Status, _ request: Request, _ context: WebRequestContext)
    {
        guard status.code >= 500, !(error is CancellationError) else { return }
        let client = ClientInfo.current
        guard shouldLog("pages", client) else { return }
        logger.error(
            "page failed: method=\(Self.method(of: request)) route=\(Self.route(of: context)) status=\(status.code) address=\(Self.address(of: client)) error=\(Self.code(of: error))"
        )
    }

    private func shouldLog(_ kind: String, _ client: ClientInfo?) -> Bool {
        let verdict = limiter.record(kind, address: CIDRBlock.rateLimitKey(of: client?.address ?? ""), at: now())
        if verdict.suppressedCount > 0 {
            logger.warning("log lines left out: count=\(verdict.suppressedCount) about=\(kind)")
        }
        return verdict.isWritten
    }

    // MARK: - What is said

    private static func address(of client: ClientInfo?) -> String {
        client.flatMap { CIDRBlock.canonical($0.address) } ?? "unknown"
    }

    private static func method(of request: Request) -> String {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]
        return known.contains(request.method) ? request.method.rawValue : "other"
    }

    /// The route as the router has it: `/{edition}/story/{id}`.
    private static func route(of context: WebRequestContext) -> String { context.endpointPath ?? "none" }

    /// The error's type and case; of the Library's errors also what they say for a log.
    private static func code(of error: any Error) -> String {
        let type = String(describing: type(of: error))
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return LogSanitizer.sanitize(type) }
        let name = mirror.children.first?.label ?? "\(error)"
        switch error {
        case LibraryError.failed(let why), LibraryError.folderUnusable(let why),
            LibraryError.corruptDataFolder(let why):
            return LogSanitizer.sanitize("\(type).\(name) (\(why))")
        default: return LogSanitizer.sanitize("\(type).\(name)", limit: 100)
        }
    }
}

/// Text that may stand in a line of a log.
public enum LogSanitizer {
    /// The text on one line: line ends, other control characters, what turns the direction of writing and what nobody can
    /// see (`PrintableText.isHidden`) become `?`, and what is longer than the limit is cut.
    /// - Parameter limit: the most Unicode scalars.
    public static func sanitize(_ text: String, limit: Int = 300) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            clean.append(PrintableText.isUnprintable(scalar) ? "?" : scalar)
        }
        return String(clean) + (text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
    }
}
