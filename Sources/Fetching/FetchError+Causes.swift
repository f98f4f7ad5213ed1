import AsyncHTTPClient
import Failures
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
            self = .notAllowed(.changedAddress)
        case is ResponseHeadLimiter.HeadTooLong: self = .unreadable(.endlessHead)
        case is ResponseHeadLimiter.TooManyInformationalResponses:
            self = .unreadable(.endlessAnnouncements)
        case HTTPParserError.invalidEOFState:
            self = .unreachable(.closedEarly)
        case is HTTPParserError, is NIOHTTPDecoderError: self = .unreadable(.notHTTP)
        case let error as IOError: self = .unreachable(Self.connectionFailure(error))
        default: self = .unreachable(Self.connectionFailure(error))
        }
    }

    private static func mapped(_ error: HTTPClientError) -> FetchError {
        switch error {
        case .cancelled, .alreadyShutdown: .cancelled
        case .connectTimeout: .unreachable(.noAnswer)
        case .tlsHandshakeTimeout: .unreachable(.tlsTimedOut)
        case .remoteConnectionClosed: .unreachable(.closedEarly)
        case .invalidURL, .emptyHost: .badAddress(error.shortDescription)
        default: .unreachable(.other)
        }
    }

    private static func connectionFailure(_ error: IOError) -> ConnectionFailure {
        switch error.errnoCode {
        case 111: .refused
        case 113, 101: .noRoute
        case 104, 32: .reset
        case 110: .noAnswer
        default: .other
        }
    }

    /// Classifies an error by its name, without importing NIOSSL.
    private static func connectionFailure(_ error: any Error) -> ConnectionFailure {
        let name = String(reflecting: error)
        if name.contains("CERTIFICATE_VERIFY_FAILED") || name.contains("unableToValidateCertificate") {
            return .invalidCertificate
        }
        return name.contains("SSL") ? .tlsFailed : .other
    }
}
