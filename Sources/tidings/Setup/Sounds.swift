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
        guard [200, 206, 416].contains(answer.status) else {
            throw SoundTrouble(sentence: FetchError.refused(status: answer.status).sentence(about: address.host))
        }
        guard let part = answer.part(bytes) else {
            throw SoundTrouble(sentence: "\(address.host) sent other parts of the recording than were asked for.")
        }
        return SoundPiece(
            bytes: part.bytes, length: part.length, type: answer.contentType, entityTag: answer.validators.entityTag,
            address: WebAddress(answer.address) ?? address)
    }
}
