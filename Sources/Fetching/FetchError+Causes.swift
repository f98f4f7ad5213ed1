import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension FetchError {
    init(_ error: any Error, cancelled: Bool) {
        switch error {
        case let error as FetchError: self = error
        case _ where cancelled: self = .cancelled
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self = Self.mapped(error)
        case is PinnedClient.AddressMismatch:
            self = .notAllowed(why: "the connection led to another address than looked up")
        case is ResponseHeadLimiter.HeadTooLong: self = .unreadable(why: "the head of its answer does not end")
        case is ResponseHeadLimiter.TooManyInformationalResponses:
            self = .unreadable(why: "it announces an answer again and again and gives none")
        case HTTPParserError.invalidEOFState:
            self = .unreachable(why: "it closed the connection before its answer was complete")
        case is HTTPParserError, is NIOHTTPDecoderError: self = .unreadable(why: "it does not speak HTTP")
        case let error as IOError: self = .unreachable(why: Self.failureReason(for: error))
        default: self = .unreachable(why: Self.failureReason(for: error))
        }
    }

    private static func mapped(_ error: HTTPClientError) -> FetchError {
        switch error {
        case .cancelled, .alreadyShutdown: .cancelled
        case .connectTimeout: .unreachable(why: "it does not answer")
        case .tlsHandshakeTimeout: .unreachable(why: "no safe connection came about in time")
        case .remoteConnectionClosed: .unreachable(why: "it closed the connection before its answer was complete")
        case .invalidURL, .emptyHost: .badAddress(error.shortDescription)
        default: .unreachable(why: "the connection failed")
        }
    }

    private static func failureReason(for error: IOError) -> String {
        switch error.errnoCode {
        case 111: "nothing listens there (connection refused)"
        case 113, 101: "there is no way to it from this machine"
        case 104: "it broke off the connection"
        case 110: "it does not answer"
        default: "the connection failed"
        }
    }

    /// Without importing NIOSSL.
    private static func failureReason(for error: any Error) -> String {
        let name = String(reflecting: error)
        if name.contains("CERTIFICATE_VERIFY_FAILED") || name.contains("unableToValidateCertificate") {
            return "its certificate is not valid"
        }
        if name.contains("SSL") { return "no safe connection could be agreed on" }
        return "the connection failed"
    }
}
