import Fetching
import Foundation
import Library

extension DeliveryOutcome {
    /// Reads the response of a service to a message.
    init(_ response: FetchResponse) {
        func failure(_ code: DeliveryFailure.Code) -> DeliveryFailure {
            let text = String(decoding: response.body.prefix(400), as: UTF8.self)
            let isMarkup = text.contains("<")
            return DeliveryFailure(code, status: response.status, detail: isMarkup ? nil : text)
        }
        switch response.status {
        case 200..<300: self = .sent
        case 401, 403: self = .refused(failure(.keyRefused))
        case 404: self = .refused(failure(.notThere))
        case 410: self = .ended(failure(.ended))
        case 413: self = .refused(failure(.tooLarge))
        case 408, 425, 429: self = .later(response.retryAfter, failure(.rateLimited))
        case 500...: self = .later(response.retryAfter, failure(.serverError))
        default: self = .refused(failure(.refused))
        }
    }

    /// Reads the failure of a request that got no response.
    init(_ error: FetchError) {
        switch error {
        case .busy(let until, let status): self = .later(until, DeliveryFailure(.rateLimited, status: status))
        case .notAllowed, .badAddress:
            self = .refused(DeliveryFailure(.addressRefused, transport: error.failure))
        default: self = .later(nil, DeliveryFailure(.unreachable, transport: error.failure))
        }
    }
}

extension Fetcher {
    private static let deliveryTimeout = Duration.seconds(20)

    /// Posts a message to a service once.
    func deliver(
        _ body: [UInt8], to address: String, headers: [(name: String, value: String)]
    ) async -> DeliveryOutcome {
        var request = FetchRequest(address: address, bodyLimit: 64 * 1_024, timeout: Self.deliveryTimeout)
        request.method = .post
        request.body = body
        request.headers = headers
        request.maxConcurrentPerHost = FetchRequest.maxConcurrentPerHostLimit
        (request.acceptsErrorStatuses, request.acceptsBackoffStatuses) = (true, true)
        // Services count by device or topic, so that a 429 is no reason to let others wait.
        request.limitsCallerOnly = true
        do throws(FetchError) { return DeliveryOutcome(try await fetch(request)) } catch {
            return DeliveryOutcome(error)
        }
    }
}
