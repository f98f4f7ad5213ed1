internal import Compression
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A builder of responses that handles conditional requests, ranges, gzip and HEAD.
struct OriginResponseBuilder {
    let resource: SampleResource
    let record: RequestRecord
    let behaviour: OriginBehaviour?

    func response() -> Response {
        var headers = commonHeaders
        if isNotModified { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = contentType
        var body = bytes
        var status = HTTPResponse.Status(code: resource.status)
        if honoursRange, let range = record.header("range") {
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
        headers[.cacheControl] = resource.cacheControl
        if sendsValidators {
            headers[.eTag] = resource.entityTag
            headers[.lastModified] = resource.modifiedAt.map { TimestampFormatter($0).http }
        }
        if resource.isText { headers[.vary] = "Accept-Encoding" }
        if resource.acceptsRanges { headers[.acceptRanges] = "bytes" }
        for (name, value) in resource.headers {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        return headers
    }

    /// True if the request's validators match: If-None-Match precedes If-Modified-Since (RFC 9110 §13.2.2), compared
    /// weakly.
    private var isNotModified: Bool {
        if case .alwaysNotModified = behaviour { return true }
        guard sendsValidators, resource.status == 200 else { return false }
        if let tags = record.header("if-none-match") {
            guard let own = resource.entityTag else { return tags == "*" }
            return tags == "*" || tags.split(separator: ",").contains { $0.drop(while: \.isWhitespace) == own[...] }
        }
        return resource.modifiedAt.map { TimestampFormatter($0).http } == record.header("if-modified-since")
            && resource.modifiedAt != nil
    }

    /// True if ranges are served: a request with If-Range needs an unchanged resource (RFC 9110 §13.1.5), compared
    /// strongly.
    private var honoursRange: Bool {
        guard resource.acceptsRanges else { return false }
        guard let validator = record.header("if-range") else { return true }
        guard sendsValidators else { return false }
        if validator.hasSuffix("\"") { return validator.hasPrefix("\"") && validator == resource.entityTag }
        return validator == resource.modifiedAt.map { TimestampFormatter($0).http }
    }

    private var contentType: String {
        if case .contentType(let type) = behaviour { return type }
        return resource.contentType
    }

    private var bytes: [UInt8] {
        switch behaviour {
        case .garbage:
            var rng = SeededRandom("garbage")
            return (0..<4096).map { _ in UInt8(truncatingIfNeeded: rng.next()) }
        case .corrupted where !resource.body.isEmpty:
            var bytes = resource.body
            bytes[bytes.count / 2] ^= 0xFF
            return bytes
        default: return resource.body
        }
    }

    private func compressed(_ body: [UInt8]) -> [UInt8]? {
        switch behaviour {
        case .garbage, .endless, .truncated, .slow: return nil
        default: break
        }
        guard resource.isText, body.count > 512, record.header("accept-encoding")?.contains("gzip") == true
        else { return nil }
        return Zlib.gzip(body, level: 5)
    }

    private func responseBody(_ body: [UInt8], _ headers: inout HTTPFields) -> ResponseBody {
        if case .endless = behaviour { return FaultyBody.endless(after: body) }
        headers[.contentLength] = "\(body.count)"
        if record.method == "HEAD" { return ResponseBody(contentLength: body.count) { try await $0.finish(nil) } }
        switch behaviour {
        case .truncated: return FaultyBody.truncated(body)
        case .slow(let pace): return FaultyBody.slow(body, bytesPerSecond: pace)
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

/// The responses of behaviours that serve no resource.
enum BodilessResponse {
    static func response(for behaviour: OriginBehaviour?, record: RequestRecord) -> Response? {
        switch behaviour {
        case .status(let code, let retryAfter):
            var headers: HTTPFields = [.contentLength: "0"]
            headers[.retryAfter] = retryAfter?.value
            return Response(status: .init(code: code), headers: headers)
        case .gone:
            return Response(status: .gone, headers: [.contentLength: "0"])
        case .redirected(let target, let permanent):
            return redirect(to: target, status: permanent ? .movedPermanently : .found)
        case .redirectLoop:
            let round = record.query.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
            return redirect(to: "\(record.path)?round=\(round + 1)", status: .found)
        default:
            return nil
        }
    }

    private static func redirect(to target: String, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: target, .contentLength: "0"])
    }
}

/// A Range header (RFC 9110 §14.1.2).
enum ByteRange {
    /// Returns the range of bytes; nil if the header is unsatisfiable or names several ranges.
    static func read(_ header: String, length: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch (Int(parts[0]), Int(parts[1])) {
        case (let first?, let last?) where first <= last && first < length: return first..<min(last + 1, length)
        case (let first?, nil) where parts[1].isEmpty && first < length: return first..<length
        case (nil, let last?) where parts[0].isEmpty && last > 0: return max(0, length - last)..<length
        default: return nil
        }
    }
}
