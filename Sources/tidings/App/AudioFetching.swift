import Fetching
import Foundation
import Markup
import Web

/// Reads recordings for the pages: pieces by Range (RFC 9110 §14), through the fetcher and all its rules.
enum AudioFetching {
    static func relay(_ fetcher: Fetcher, key: [UInt8]) -> AudioRelay {
        AudioRelay(key: key) { (address, bytes) async throws(AudioProxyError) in
            try await fetch(bytes, of: address, through: fetcher)
        }
    }

    private static func fetch(
        _ bytes: Range<Int64>, of address: WebAddress, through fetcher: Fetcher
    ) async throws(AudioProxyError) -> AudioChunk {
        var request = FetchRequest(address: address.text, accept: "audio/*, video/*;q=0.9, */*;q=0.1")
        request.range = bytes
        request.acceptsErrorStatuses = true
        let answer: FetchResponse
        do { answer = try await fetcher.fetch(request) } catch {
            throw AudioProxyError(sentence: error.message(about: address.host))
        }
        return try chunk(answer, bytes, from: address)
    }

    private static func chunk(
        _ answer: FetchResponse, _ bytes: Range<Int64>, from address: WebAddress
    ) throws(AudioProxyError) -> AudioChunk {
        guard [200, 206, 416].contains(answer.status) else {
            throw AudioProxyError(sentence: FetchError.refused(status: answer.status).message(about: address.host))
        }
        guard let part = answer.byteRange(bytes) else {
            throw AudioProxyError(sentence: "\(address.host) sent other parts of the recording than were asked for.")
        }
        return AudioChunk(
            bytes: part.bytes, length: part.length, type: answer.contentType, entityTag: answer.validators.entityTag,
            address: WebAddress(answer.address) ?? address)
    }
}
