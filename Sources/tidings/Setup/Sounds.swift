import Fetching
import Foundation
import Markup
import Web

/// Reads recordings for the pages: pieces by Range (RFC 9110 §14), through the fetcher and all its rules.
enum Sounds {
    static func relay(_ fetcher: Fetcher, key: [UInt8]) -> SoundRelay {
        SoundRelay(key: key) { (address, bytes) async throws(SoundTrouble) in
            try await read(bytes, of: address, through: fetcher)
        }
    }

    private static func read(
        _ bytes: Range<Int64>, of address: WebAddress, through fetcher: Fetcher
    ) async throws(SoundTrouble) -> SoundPiece {
        var request = FetchRequest(address: address.text, accept: "audio/*, video/*;q=0.9, */*;q=0.1")
        request.range = bytes
        request.acceptsRefusals = true
        let answer: FetchAnswer
        do { answer = try await fetcher.fetch(request) } catch {
            throw SoundTrouble(sentence: error.sentence(about: address.host))
        }
        return try piece(answer, bytes, from: address)
    }

    private static func piece(
        _ answer: FetchAnswer, _ bytes: Range<Int64>, from address: WebAddress
    ) throws(SoundTrouble) -> SoundPiece {
        let tag = answer.validators.entityTag
        let here = WebAddress(answer.address) ?? address
        func made(_ body: [UInt8], _ length: Int64) -> SoundPiece {
            SoundPiece(bytes: body, length: length, type: answer.contentType, entityTag: tag, address: here)
        }
        switch answer.status {
        case 206:
            guard let range = contentRange(answer), range.first == bytes.lowerBound else {
                throw SoundTrouble(sentence: "\(address.host) sent other parts of the recording than were asked for.")
            }
            return made(Array(answer.body.prefix(bytes.count)), range.length)
        case 416: return made([], contentLength(answer) ?? 0)
        case 200:
            // An origin that knows no ranges sends the whole, which the fetcher bounds.
            let start = Int(min(bytes.lowerBound, Int64(answer.body.count)))
            return made(Array(answer.body[start...].prefix(bytes.count)), Int64(answer.body.count))
        default:
            throw SoundTrouble(sentence: FetchError.refused(status: answer.status).sentence(about: address.host))
        }
    }

    /// `bytes 0-99/1234`.
    private static func contentRange(_ answer: FetchAnswer) -> (first: Int64, length: Int64)? {
        guard let header = answer.header("content-range"), header.hasPrefix("bytes ") else { return nil }
        let halves = header.dropFirst(6).split(separator: "/")
        guard halves.count == 2, let first = Int64(halves[0].prefix { $0 != "-" }), let length = Int64(halves[1])
        else { return nil }
        return (first, length)
    }

    /// `bytes */1234`.
    private static func contentLength(_ answer: FetchAnswer) -> Int64? {
        answer.header("content-range").flatMap { $0.split(separator: "/").last }.flatMap { Int64($0) }
    }
}
