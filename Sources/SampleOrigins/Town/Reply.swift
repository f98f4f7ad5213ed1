internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Makes the HTTP answer from a page, the request and the behaviour: conditional requests, ranges, gzip, HEAD.
struct Reply {
    let page: SamplePage
    let hit: Hit
    let behaviour: Behaviour?

    func response() -> Response {
        var headers = commonHeaders
        if isUnmodified { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = contentType
        var body = bytes
        var status = HTTPResponse.Status(code: page.status)
        if page.acceptsRanges, let range = hit.header("range") {
            guard let part = ByteRange.read(range, length: body.count) else {
                headers[.contentRange] = "bytes */\(body.count)"
                return Response(status: .rangeNotSatisfiable, headers: headers)
            }
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.count)"
            body = Array(body[part])
            status = .partialContent
        } else if let smaller = compressed(body) {
            headers[.contentEncoding] = "gzip"
            body = smaller
        }
        return Response(status: status, headers: headers, body: responseBody(body, &headers))
            .with(headers: headers)
    }

    private var sendsValidators: Bool {
        if case .withoutValidators = behaviour { return false }
        return true
    }

    private var commonHeaders: HTTPFields {
        var headers = HTTPFields()
        headers[.cacheControl] = page.cacheControl
        if sendsValidators {
            headers[.eTag] = page.entityTag
            headers[.lastModified] = page.modifiedAt.map { Instant($0).http }
        }
        if page.isText { headers[.vary] = "Accept-Encoding" }
        if page.acceptsRanges { headers[.acceptRanges] = "bytes" }
        for (name, value) in page.headers {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        return headers
    }

    /// If-None-Match wins over If-Modified-Since (RFC 9110, 13.2.2); tags are compared weakly.
    private var isUnmodified: Bool {
        if case .alwaysUnmodified = behaviour { return true }
        guard sendsValidators, page.status == 200 else { return false }
        if let tags = hit.header("if-none-match") {
            guard let own = page.entityTag else { return tags == "*" }
            return tags == "*" || tags.split(separator: ",").contains { $0.drop(while: \.isWhitespace) == own[...] }
        }
        return page.modifiedAt.map { Instant($0).http } == hit.header("if-modified-since") && page.modifiedAt != nil
    }

    private var contentType: String {
        if case .contentType(let type) = behaviour { return type }
        return page.contentType
    }

    private var bytes: [UInt8] {
        guard case .garbage = behaviour else { return page.body }
        var dice = Dice("garbage")
        return (0..<4096).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
    }

    private func compressed(_ body: [UInt8]) -> [UInt8]? {
        switch behaviour {
        case .garbage, .endless, .truncated, .slow: return nil
        default: break
        }
        guard page.isText, body.count > 512, hit.header("accept-encoding")?.contains("gzip") == true
        else { return nil }
        return Compression.gzip(body)
    }

    private func responseBody(_ body: [UInt8], _ headers: inout HTTPFields) -> ResponseBody {
        if case .endless = behaviour { return Dribble.endless(after: body) }
        headers[.contentLength] = "\(body.count)"
        if hit.method == "HEAD" { return ResponseBody(contentLength: body.count) { try await $0.finish(nil) } }
        switch behaviour {
        case .truncated: return Dribble.truncated(body)
        case .slow(let pace): return Dribble.slow(body, bytesPerSecond: pace)
        default: return ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        }
    }
}

extension Response {
    fileprivate func with(headers: HTTPFields) -> Response {
        var copy = self
        copy.headers = headers
        return copy
    }
}
