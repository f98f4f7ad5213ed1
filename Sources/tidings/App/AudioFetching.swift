import Fetching
import Foundation
import Markup
import URLs
import Web

/// The fetching of audio by Range requests (RFC 9110 §14), under the fetcher's rules.
enum AudioFetching {
    static func relay(_ fetcher: Fetcher, key: [UInt8], now: @escaping @Sendable () -> Date) -> AudioProxy {
        AudioProxy(key: key, now: now) { (address, bytes) async throws(AudioProxyError) in
            try await fetch(bytes, of: address, through: fetcher)
        }
    }

    private static func fetch(
        _ bytes: Range<Int64>, of address: WebAddress, through fetcher: Fetcher
    ) async throws(AudioProxyError) -> AudioChunk {
        var request = FetchRequest(address: address.text, accept: "audio/*, video/*;q=0.9, */*;q=0.1")
        request.range = bytes
        request.acceptsErrorStatuses = true
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch {
            throw AudioProxyError(userMessage: error.message(about: address.host))
        }
        return try chunk(response, bytes, from: address)
    }

    private static func chunk(
        _ response: FetchResponse, _ bytes: Range<Int64>, from address: WebAddress
    ) throws(AudioProxyError) -> AudioChunk {
        guard [200, 206, 416].contains(response.status) else {
            throw AudioProxyError(userMessage: FetchError.refused(status: response.status).message(about: address.host))
        }
        guard let part = response.byteRange(bytes) else {
            throw AudioProxyError(
                userMessage: "\(address.host) sent a different part of the recording than was requested.")
        }
        return AudioChunk(
            bytes: part.bytes, length: part.length, type: response.contentType,
            entityTag: response.validators.entityTag, address: WebAddress(response.address) ?? address)
    }
}
