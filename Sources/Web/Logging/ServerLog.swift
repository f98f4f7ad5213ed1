import Foundation
import HTTPTypes
import Hummingbird
import Library
import Logging
import Markup

/// A log of failed pages and sign-ins for fail2ban (docs/fail2ban).
///
/// The only client input in a line is the validated address; the route replaces the path, as links and signed URLs are
/// secret. Clients therefore cannot forge a line.
final class ServerLog: Sendable {
    enum SignInFailure: String, Sendable {
        case wrongPassword = "wrong-password"
        case noPassword = "no-password"
        /// The password was not checked, as the client has to wait.
        case throttled
        /// Too many passwords are being checked.
        case busy
        /// The link is used, expired or unknown.
        case badLink = "bad-link"
        /// The passkey is unknown, or its signature or counter wrong.
        case badPasskey = "bad-passkey"
        /// The link of a GET is invalid; other sites can cause such a request.
        case deadLink = "dead-link"
        /// The answer of an identity provider that belongs to no attempt of this browser; other sites can cause it.
        case openIDState = "openid-state"
        /// The provider did not sign anybody in.
        case openIDRefused = "openid-refused"
        /// The provider did not answer, or not in the form of the standard.
        case openIDProvider = "openid-provider"
        /// The ID token is not valid, or the answer another issuer's.
        case openIDToken = "openid-token"
        /// The account is nobody's here.
        case openIDUnknown = "openid-unknown"

        /// The key of the rate limit, shared by related failures, so that a flood of one kind hides no other kind.
        fileprivate var rateLimitKey: String {
            switch self {
            case .wrongPassword, .noPassword: "guesses"
            case .throttled, .busy: "guesses that had to wait"
            case .badLink, .deadLink: "links"
            case .badPasskey: "passkeys"
            case .openIDState, .openIDRefused, .openIDProvider, .openIDToken, .openIDUnknown: "accounts elsewhere"
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

    /// Logs a failed page, for server errors only.
    func pageFailed(
        _ error: any Error, _ status: HTTPResponse.Status, _ request: Request, _ context: some RequestContext,
        _ client: ClientInfo?
    ) {
        guard status.code >= 500, !(error is CancellationError) else { return }
        guard shouldLog("pages", client) else { return }
        logger.error(
            "page failed: method=\(Self.method(of: request)) route=\(Self.route(of: context)) status=\(status.code) address=\(Self.address(of: client)) error=\(Self.code(of: error))"
        )
    }

    private func shouldLog(_ kind: String, _ client: ClientInfo?) -> Bool {
        let decision = limiter.record(kind, address: CIDRBlock.rateLimitKey(of: client?.address ?? ""), at: now())
        if decision.suppressedCount > 0 {
            logger.warning("log lines left out: count=\(decision.suppressedCount) about=\(kind)")
        }
        return decision.isWritten
    }

    // MARK: - Fields

    private static func address(of client: ClientInfo?) -> String {
        client.flatMap { CIDRBlock.canonical($0.address) } ?? "unknown"
    }

    private static func method(of request: Request) -> String {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]
        return known.contains(request.method) ? request.method.rawValue : "other"
    }

    /// Returns the route's pattern: `/{edition}/story/{id}`.
    private static func route(of context: some RequestContext) -> String { context.endpointPath ?? "none" }

    /// Returns the type and case of an error, with the detail of Library errors.
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

/// A sanitizer that makes text safe for a log line.
public enum LogSanitizer {
    /// Returns the text with control, bidirectional and invisible characters (`PrintableText.isUnprintable`) replaced
    /// by `?`, and truncated.
    /// - Parameter limit: the length in Unicode scalars.
    public static func sanitize(_ text: String, limit: Int = 300) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            clean.append(PrintableText.isUnprintable(scalar) ? "?" : scalar)
        }
        return String(clean) + (text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
    }
}
