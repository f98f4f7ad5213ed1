import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Untrusted

/// One question to one address and its answer, without redirects: looking up, vetting, connecting, reading.
struct Exchange: Sendable {
    /// What came back, before anyone has judged the status.
    struct Outcome: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]
        let bytesOnWire: Int
    }

    let destination: Destination
    let request: FetchRequest
    /// What to ask with at this address; nil asks for the whole thing.
    let validators: Validators?
    let connecting: Duration
    let userAgent: String
    /// False after a redirect to elsewhere: the request's own fields and secrets stay behind.
    let isAtHome: Bool
    let policy: AddressPolicy
    let resolver: Resolver
    let shelf: ClientShelf

    /// Bodies that nobody wants (of redirects, refusals, 304) are read this far, so that the connection can be used
    /// again: one that is not read to its end is cut.
    private static let asideLimit = 64 * 1024

    func run() async throws -> Outcome {
        if let kept = await shelf.take(destination.origin), permits(kept.address) {
            do {
                return try await run(on: kept)
            } catch let error as HTTPClientError where error == .remoteConnectionClosed && isRepeatable {
                // The host closed the idle connection just as we used it; that is no failure of the site.
            }
        }
        var lastError: any Error = FetchError.unreachable(why: "it has no address")
        let addresses = try await vetted()
        for address in addresses.prefix(4) {
            let patience = addresses.count > 1 ? connecting / 2 : connecting
            let client = PinnedClient(host: destination.host, address: address, connectTimeout: patience)
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

    private var isRepeatable: Bool { request.method == .get || request.method == .head }

    private func permits(_ address: IPAddress) -> Bool { policy.objection(to: address, port: destination.port) == nil }

    /// The addresses that may be connected to. Throws `notAllowed` when the host has none.
    private func vetted() async throws(FetchError) -> [IPAddress] {
        let all = try await resolver.addresses(of: destination.host)
        let allowed = all.filter(permits)
        if allowed.isEmpty, let objection = all.first.flatMap({ policy.objection(to: $0, port: destination.port) }) {
            throw .notAllowed(why: objection)
        }
        return allowed
    }

    private func run(on client: PinnedClient) async throws -> Outcome {
        let response = try await client.execute(question)
        let outcome = try await read(response)
        await shelf.put(client, for: destination.origin)
        return outcome
    }

    private var question: HTTPClientRequest {
        var question = HTTPClientRequest(url: destination.text)
        question.method = HTTPMethod(rawValue: request.method.rawValue)
        question.headers.add(name: "User-Agent", value: userAgent)
        question.headers.add(name: "Accept", value: request.accept)
        // Of packed bytes a range would be of no use.
        question.headers.add(name: "Accept-Encoding", value: request.range == nil ? "gzip, deflate" : "identity")
        if let range = request.range, let last = range.last {
            question.headers.add(name: "Range", value: "bytes=\(range.lowerBound)-\(last)")
        }
        if let tag = validators?.entityTag { question.headers.add(name: "If-None-Match", value: tag) }
        if let date = validators?.lastModified {
            question.headers.add(name: "If-Modified-Since", value: date)
        }
        if let credentials = destination.credentials {
            let word = Data(credentials.utf8).base64EncodedString()
            question.headers.add(name: "Authorization", value: "Basic \(word)")
        }
        if isAtHome {
            for (name, value) in request.headers { question.headers.replaceOrAdd(name: name, value: value) }
            if !request.body.isEmpty { question.body = .bytes(ByteBuffer(bytes: request.body)) }
        }
        return question
    }

    // MARK: Reading

    private func read(_ response: HTTPClientResponse) async throws -> Outcome {
        let status = Int(response.status.code)
        let headers = response.headers
        let hasNews = (200..<300).contains(status) || (request.acceptsRefusals && status != 304)
        guard hasNews, request.method != .head else {
            let length = try await readAside(response.body)
            return Outcome(status: status, headers: headers, body: [], bytesOnWire: length)
        }
        let coding = ContentDecoder.Coding(contentEncoding: headers["content-encoding"])
        let bounds = ContentDecoder.Bounds(size: request.limit)
        let announced = headers.first(name: "content-length").flatMap {
            UntrustedInteger(digits: $0)?.int(clampedTo: 0...Int.max)
        }
        if let announced, announced > request.limit { throw FetchError.tooLarge(limit: request.limit) }
        var decoder = ContentDecoder(coding, bounds: bounds, expecting: announced)
        var length = 0
        for try await chunk in response.body {
            length += chunk.readableBytes
            if length > request.limit { throw FetchError.tooLarge(limit: request.limit) }
            try decoder.decode(chunk.readableBytesView)
        }
        try decoder.finish()
        let body = ContentDecoder.decodedAgain(decoder.bytes, bounds: bounds)
        return Outcome(status: status, headers: headers, body: body, bytesOnWire: length)
    }

    private func readAside(_ body: HTTPClientResponse.Body) async throws -> Int {
        var length = 0
        for try await chunk in body {
            length += chunk.readableBytes
            if length > Self.asideLimit { break }
        }
        return length
    }
}
