import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// Digests of responses (RFC 9530), for clients that store pages and want to know that they are whole.
enum ReprDigest {
    /// Whether the client prefers SHA-256 (§4); zero means that it does not accept it.
    static func isWanted(_ request: Request) -> Bool {
        (request.headers[.wantReprDigest] ?? "").split(separator: ",").contains { item in
            let pair = item.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            return pair.first == "sha-256" && pair.last != "0" && pair.count == 2
        }
    }

    /// - Parameter bytes: the representation as it is sent: with its content coding (§3.1). So who wants a digest is sent
    ///   none: browsers decode before script sees the bytes, and could not check another's.
    static func value(of bytes: [UInt8]) -> String {
        "sha-256=:\(Data(SHA256.hash(data: bytes)).base64EncodedString()):"
    }
}
