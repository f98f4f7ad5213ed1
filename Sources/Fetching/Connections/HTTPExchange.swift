import AsyncHTTPClient
import Failures
import Foundation
import NIOCore
import NIOHTTP1
import Untrusted

/// One HTTP request and its response, without redirects.
struct HTTPExchange: Sendable {
    struct RawResponse: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]
        let bytesOnWire: Int
    }

    let url: RequestURL
    let request: FetchRequest
    /// The validators to send; nil for an unconditional request.
    let validators: HTTPValidators?
    let connectTimeout: Duration
    let userAgent: String
    /// True if no redirect led to another origin. Otherwise custom headers and secrets are omitted.
    let isSameOrigin: Bool
    /// The `Cookie` header of cookies that earlier redirects set; nil without any.
    let cookie: String?
    let policy: AddressPolicy
    let resolver: DNSResolver
    let clientPool: ClientPool

    /// The size in bytes up to which unused bodies are read, so that the connection can be reused.
    private static let discardLimit = 64 * 1024

    func run() async throws -> RawResponse {
        // An idle connection may be closed by the time it is used, and then nobody knows whether the request arrived.
        if !request.changesState, let pooled = await clientPool.take(url.origin), isAllowed(pooled.address) {
            do {
                return try await run(on: pooled)
            } catch  where isIdempotent && Self.isClosedConnection(error) {
                // The idle connection closed just then, which is no failure of the site.
            }
        }
        var lastError: any Error = FetchError.unreachable(.noAddress)
        let addresses = try await allowedAddresses()
        for address in addresses.prefix(4) {
            let timeout = addresses.count > 1 ? connectTimeout / 2 : connectTimeout
            let client = PinnedClient(host: url.host, address: address, connectTimeout: timeout)
            do {
                return try await run(on: client)
            } catch {
                // No connection was opened and nothing was sent, so the next address is tried.
                guard client.connectionCount == 0, !Task.isCancelled else { throw error }
                lastError = error
            }
        }
        throw lastError
    }

    /// Returns true if the other side had closed the connection, which shows when writing (EPIPE), reading (ECONNRESET)
    /// or as the end.
    private static func isClosedConnection(_ error: any Error) -> Bool {
        if let error = error as? HTTPClientError { return error == .remoteConnectionClosed }
        if let error = error as? IOError { return [EPIPE, ECONNRESET].contains(error.errnoCode) }
        return (error as? ChannelError) == .ioOnClosedChannel
    }

    private var isIdempotent: Bool { request.method == .get || request.method == .head }

    private func isAllowed(_ address: IPAddress) -> Bool { policy.rejection(of: address, port: url.port) == nil }

    /// Returns the addresses that the policy allows; throws `notAllowed` if it allows none.
    private func allowedAddresses() async throws(FetchError) -> [IPAddress] {
        let all = try await resolver.addresses(of: url.host)
        let allowed = all.filter(isAllowed)
        if allowed.isEmpty, let rejection = all.first.flatMap({ policy.rejection(of: $0, port: url.port) }) {
            throw .notAllowed(rejection)
        }
        return allowed
    }

    private func run(on client: PinnedClient) async throws -> RawResponse {
        let response = try await client.execute(httpRequest)
        let outcome = try await read(response)
        await clientPool.put(client, for: url.origin)
        return outcome
    }

    /// True if the response may be compressed. Ranges and offsets count uncompressed bytes.
    private var wantsCoding: Bool { request.range == nil && request.receiver == nil }

    private var httpRequest: HTTPClientRequest {
        var httpRequest = HTTPClientRequest(url: url.absoluteString)
        httpRequest.method = HTTPMethod(rawValue: request.method.rawValue)
        httpRequest.headers.add(name: "User-Agent", value: userAgent)
        httpRequest.headers.add(name: "Accept", value: request.accept)
        httpRequest.headers.add(name: "Accept-Encoding", value: wantsCoding ? "gzip, deflate" : "identity")
        if let range = request.range, let last = range.last {
            httpRequest.headers.add(name: "Range", value: "bytes=\(range.lowerBound)-\(last)")
        }
        if let tag = validators?.entityTag { httpRequest.headers.add(name: "If-None-Match", value: tag) }
        if let date = validators?.lastModified {
            httpRequest.headers.add(name: "If-Modified-Since", value: date)
        }
        if let credentials = url.credentials {
            let word = Data(credentials.utf8).base64EncodedString()
            httpRequest.headers.add(name: "Authorization", value: "Basic \(word)")
        }
        if let cookie { httpRequest.headers.add(name: "Cookie", value: cookie) }
        if isSameOrigin {
            for (name, value) in request.headers { httpRequest.headers.replaceOrAdd(name: name, value: value) }
            if !request.body.isEmpty { httpRequest.body = .bytes(ByteBuffer(bytes: request.body)) }
        }
        return httpRequest
    }

    // MARK: Reading the response

    private func read(_ response: HTTPClientResponse) async throws -> RawResponse {
        let status = Int(response.status.code)
        let headers = response.headers
        let hasContent = (200..<300).contains(status) || (request.acceptsErrorStatuses && status != 304)
        guard hasContent, request.method != .head else {
            let length = try await discard(response.body)
            return RawResponse(status: status, headers: headers, body: [], bytesOnWire: length)
        }
        let coding = ContentDecoder.Coding(contentEncoding: headers["content-encoding"])
        if let receiver = request.receiver, (200..<300).contains(status) {
            guard case .identity = coding else { throw FetchError.unreadable(.unknownCoding) }
            let length = try await stream(response, to: receiver)
            return RawResponse(status: status, headers: headers, body: [], bytesOnWire: length)
        }
        let limits = ContentDecoder.Limits(size: request.bodyLimit)
        let announcedLength = try checkedLength(headers)
        var decoder = ContentDecoder(coding, limits: limits, expecting: announcedLength)
        var length = 0
        for try await chunk in response.body {
            length += chunk.readableBytes
            if length > request.bodyLimit { throw FetchError.tooLarge(limit: request.bodyLimit) }
            try decoder.decode(chunk.readableBytesView)
        }
        try decoder.finish()
        let body = ContentDecoder.decodedIfGzip(decoder.bytes, limits: limits)
        return RawResponse(status: status, headers: headers, body: body, bytesOnWire: length)
    }

    /// Returns the announced length in bytes, nil if there is none; throws `tooLarge` if it exceeds the limit.
    private func checkedLength(_ headers: HTTPHeaders) throws(FetchError) -> Int? {
        let length = headers.first(name: "content-length").flatMap {
            UntrustedInteger(digits: $0)?.int(clampedTo: 0...Int.max)
        }
        if let length, length > request.bodyLimit { throw .tooLarge(limit: request.bodyLimit) }
        return length
    }

    private func stream(_ response: HTTPClientResponse, to receiver: BodyReceiver) async throws -> Int {
        _ = try checkedLength(response.headers)
        try await receiver.begin(BodyHead(status: Int(response.status.code), headers: response.headers))
        var length = 0
        for try await chunk in response.body {
            length += chunk.readableBytes
            if length > request.bodyLimit { throw FetchError.tooLarge(limit: request.bodyLimit) }
            try await receiver.receive(Array(chunk.readableBytesView))
        }
        return length
    }

    private func discard(_ body: HTTPClientResponse.Body) async throws -> Int {
        var length = 0
        for try await chunk in body {
            length += chunk.readableBytes
            if length > Self.discardLimit { break }
        }
        return length
    }
}
