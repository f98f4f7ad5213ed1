import Foundation
import Glibc
import Untrusted

/// A form with files (`multipart/form-data`, RFC 7578), as browsers and curl send it.
///
/// Delimiters are searched by their first byte, a carriage return. As none of their other bytes is one, no byte is compared
/// twice, so that the time grows with the length of the body only.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        /// The name of the file, as the browser sends it; nil for a field, and empty if no file was chosen.
        let fileName: String?
        let bytes: [UInt8]
    }

    /// The maximum number of parts; further ones are left out, as further fields of other forms are.
    static let partLimit = 1_000
    /// The maximum length of a part's header in bytes; parts with longer ones are left out.
    static let headerLimit = 16_384

    let parts: [Part]

    /// Parses a form.
    /// - Parameter contentType: the Content-Type with its boundary.
    /// - Returns: nil without a valid boundary.
    init?(_ body: [UInt8], contentType: String) {
        guard let parameter = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let given = contentType[parameter.upperBound...]
        let boundary =
            given.first == "\"" ? given.dropFirst().prefix { $0 != "\"" } : given.prefix { $0 != ";" && $0 != " " }
        guard !boundary.isEmpty, boundary.utf8.count <= 70 else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        parts = body.withUnsafeBufferPointer { Self.parts(of: $0, delimiter: delimiter) }
    }

    subscript(_ name: String) -> [UInt8]? { parts.first { $0.name == name }?.bytes }

    private static func parts(of body: UnsafeBufferPointer<UInt8>, delimiter: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var start: Int?
        // No line end stands before the first delimiter unless there is a preamble (RFC 2046 §5.1.1).
        if body.starts(with: delimiter.dropFirst(2)) {
            start = delimiter.count - 2
        } else if let first = firstOffset(of: delimiter, in: body, from: 0) {
            start = first + delimiter.count
        }
        var count = 0
        while let begin = start, count < partLimit, let end = firstOffset(of: delimiter, in: body, from: begin) {
            // bounded: the search begins at `begin`
            if let part = part(UnsafeBufferPointer(rebasing: body[begin..<end])) { parts.append(part) }
            start = end + delimiter.count
            count += 1
        }
        return parts
    }

    private static func part(_ bytes: UnsafeBufferPointer<UInt8>) -> Part? {
        let beginning = UnsafeBufferPointer(rebasing: bytes.prefix(headerLimit))
        guard let gap = firstOffset(of: Array("\r\n\r\n".utf8), in: beginning, from: 0),
            let parameters = DispositionParameters(header: beginning.prefix(gap)), let name = parameters["name"]
        else { return nil }
        return Part(name: name, fileName: parameters["filename"], bytes: Array(bytes.dropFirst(gap + 4)))
    }

    /// Returns the first offset of the needle.
    private static func firstOffset(
        of needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        guard let base = bytes.baseAddress, let first = needle.first else { return nil }
        var at = start
        while bytes.count - at >= needle.count {
            // bounded: at least the needle is left
            guard let found = memchr(base + at, Int32(first), bytes.count - at - needle.count + 1) else { return nil }
            at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if memcmp(found, needle, needle.count) == 0 { return at }
            at += 1
        }
        return nil
    }
}
