import Foundation
import Untrusted

/// A form with a file (`multipart/form-data`, RFC 7578), as the app's pages send.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        let bytes: [UInt8]
    }

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
        let whole = Array("\r\n".utf8) + body
        let delimiters = Self.offsets(of: delimiter, in: whole)
        parts = zip(delimiters, delimiters.dropFirst()).compactMap { start, end in
            // Delimiters do not overlap, so the count is not negative; `checkedSlice` would return nil.
            whole.checkedSlice(from: start + delimiter.count, count: end - start - delimiter.count).flatMap(Self.part)
        }
    }

    subscript(_ name: String) -> [UInt8]? { parts.first { $0.name == name }?.bytes }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        guard let gap = offsets(of: Array("\r\n\r\n".utf8), in: Array(bytes)).first else { return nil }
        let head = String(decoding: bytes.prefix(gap), as: UTF8.self)
        // The pattern includes the separator, or it would match `filename="`.
        guard let parameter = head.range(of: " name=\"") ?? head.range(of: ";name=\"") else { return nil }
        let name = head[parameter.upperBound...].prefix { $0 != "\"" }
        return Part(name: String(name), bytes: Array(bytes.dropFirst(gap + 4)))
    }

    private static func offsets(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard let first = needle.first, bytes.count >= needle.count else { return [] }
        var found: [Int] = []
        var at = 0
        while at <= bytes.count - needle.count {
            if bytes[at] == first && bytes.checkedSlice(from: at, count: needle.count)?.elementsEqual(needle) == true {
                found.append(at)
                at += needle.count
            } else {
                at += 1
            }
        }
        return found
    }
}
