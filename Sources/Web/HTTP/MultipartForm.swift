import Foundation
import Untrusted

/// A form with a file in it (`multipart/form-data`, RFC 7578): enough for the fields and one file of our own pages.
struct MultipartForm: Sendable {
    /// One part: its field name and what it holds.
    struct Part: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    let parts: [Part]

    /// - Parameter contentType: the request's Content-Type, which carries the boundary; nil is returned without one.
    init?(_ body: [UInt8], contentType: String) {
        guard let mark = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let given = contentType[mark.upperBound...]
        let boundary =
            given.first == "\"" ? given.dropFirst().prefix { $0 != "\"" } : given.prefix { $0 != ";" && $0 != " " }
        guard !boundary.isEmpty, boundary.utf8.count <= 70 else { return nil }
        let fence = Array("\r\n--\(boundary)".utf8)
        let whole = Array("\r\n".utf8) + body
        let cuts = Self.offsets(of: fence, in: whole)
        parts = zip(cuts, cuts.dropFirst()).compactMap { start, end in
            // Boundaries never overlap, so a part has no negative length; were it so, it would be no part.
            whole.checkedSlice(from: start + fence.count, count: end - start - fence.count).flatMap(Self.part)
        }
    }

    /// The bytes of the first part of that name.
    subscript(_ name: String) -> [UInt8]? { parts.first { $0.name == name }?.bytes }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        guard let gap = offsets(of: Array("\r\n\r\n".utf8), in: Array(bytes)).first else { return nil }
        let head = String(decoding: bytes.prefix(gap), as: UTF8.self)
        // A space before it, or it would be found in `filename="`.
        guard let mark = head.range(of: " name=\"") ?? head.range(of: ";name=\"") else { return nil }
        let name = head[mark.upperBound...].prefix { $0 != "\"" }
        return Part(name: String(name), bytes: Array(bytes.dropFirst(gap + 4)))
    }

    private static func offsets(of needle: [UInt8], in hay: [UInt8]) -> [Int] {
        guard let first = needle.first, hay.count >= needle.count else { return [] }
        var found: [Int] = []
        var at = 0
        while at <= hay.count - needle.count {
            if hay[at] == first && hay.checkedSlice(from: at, count: needle.count)?.elementsEqual(needle) == true {
                found.append(at)
                at += needle.count
            } else {
                at += 1
            }
        }
        return found
    }
}
