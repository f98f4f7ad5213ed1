import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Untrusted

/// One question to one address and its answer, without redirects: looking up, vetting, connecting, reading.
struct HTTPExchange: Sendable {
    /// What came back, before anyone has judged the status.
    struct RawResponse: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]
        let bytesOnWire: Int
    }

    let url: RequestURL
    let request: FetchRequest
    /// What to ask with at this address; nil asks for the whole thing.
    let validators: HTTPValidators?
    let connectTimeout: Duration
    let userAgent: String
    /// False after a redirect to elsewhere: the request's own fields and secrets stay behind.
    let isSameOrigin: Bool
    let policy: AddressPolicy
    let resolver: DNSResolver
    let clientPool: ClientPool

    /// Bodies that nobody wants (of redirects, refusals, 304) are read this far, so that the connection can be used
    /// again: one that is not read to its end is cut.
    private static let discardLimit = 64 * 1024

    func run() async throws -> RawResponse {
        if let kept = await clientPool.take(url.origin), isAllowed(kept.address) {
            do {
                return try await run(on: kept)
            } catch let error as HTTPClientError where error == .remoteConnectionClosed && isIdempotent {
                // The host closed the idle connection just as we used it; that is no failure of the site.
            }
        }
        var lastError: any Error = FetchError.unreachable(why: "it has no address")
        let addresses = try await allowedAddresses()
        for address in addresses.prefix(4) {
            let patience = addresses.count > 1 ? connectTimeout / 2 : connectTimeout
            let client = PinnedClient(host: url.host, address: address, connectTimeout: patience)
            do {
                return try await run(on: client)
            } catch {
                // Nothing was sent yet when no connection came about: the host's next address may do.
                guard client.connectionCount == 0, !Task.isCancelled else { throw error }
                lastError = error
            }
        }
        throw lastError
    }

    private var isIdempotent: Bool { request.method == .get || request.method == .head }

    private func isAllowed(_ address: IPAddress) -> Bool { policy.rejectionReason(to: address, port: url.port) == nil }

    /// The addresses that may be connected to. Throws `notAllowed` when the host has none.
    private func allowedAddresses() async throws(FetchError) -> [IPAddress] {
        let all = try await resolver.addresses(of: url.host)
        let allowed = all.filter(isAllowed)
        if allowed.isEmpty, let objection = all.first.flatMap({ policy.rejectionReason(to: $0, port: url.port) }) {
            throw .notAllowed(why: objection)
        }
        return allowed
    }

    private func run(on client: PinnedClient) async throws -> RawResponse {
        let response = try await client.execute(httpRequest)
        let outcome = try await read(response)
        await clientPool.put(client, for: url.origin)
        return outcome
    }

    private var httpRequest: HTTPClientRequest {
        var httpRequest = HTTPClientRequest(url: url.absoluteString)
        httpRequest.method = HTTPMethod(rawValue: request.method.rawValue)
        httpRequest.headers.add(name: "User-Agent", value: userAgent)
        httpRequest.headers.add(name: "Accept", value: request.accept)
        // Of packed bytes a range would be of no use.
        httpRequest.headers.add(name: "Accept-Encoding", value: request.range == nil ? "gzip, deflate" : "identity")
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
        if isSameOrigin {
            for (name, value) in request.headers { httpRequest.headers.replaceOrAdd(name: name, value: value) }
            if !request.body.isEmpty { httpRequest.body = .bytes(ByteBuffer(bytes: request.body)) }
        }
        return httpRequest
    }

    // MARK: Reading

    private func read(_ response: HTTPClientResponse) async throws -> RawResponse {
        let status = Int(response.status.code)
        let headers = response.headers
        let hasNews = (200..<300).contains(status) || (request.acceptsErrorStatuses && status != 304)
        guard hasNews, request.method != .head else {
            let length = try await discard(response.body)
            return RawResponse(status: status, headers: headers, body: [], bytesOnWire: length)
        }
        let coding = ContentDecoder.Coding(contentEncoding: headers["content-encoding"])
        let limits = ContentDecoder.Limits(size: request.bodyLimit)
        let announced = headers.first(name: "content-length").flatMap {
            UntrustedInteger(digits: $0)?.int(clampedTo: 0...Int.max)
        }
        if let announced, announced > request.bodyLimit { throw FetchError.tooLarge(limit: request.bodyLimit) }
        var decoder = ContentDecoder(coding, limits: limits, expecting: announced)
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

    private func discard(_ body: HTTPClientResponse.Body) async throws -> Int {
        var length = 0
        for try await chunk in body {
            length += chunk.readableBytes
            if length > Self.discardLimit { break }
        }
        return length
    }
}
