import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// The digests of responses (RFC 9530), for clients that store pages and verify that they are complete.
enum ReprDigest {
    /// Returns true if the client accepts SHA-256 (§4); a preference of zero rejects it.
    static func isWanted(_ request: Request) -> Bool {
        (request.headers[.wantReprDigest] ?? "").split(separator: ",").contains { item in
            let pair = item.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            return pair.first == "sha-256" && pair.last != "0" && pair.count == 2
        }
    }

    /// Returns the header's value.
    /// - Parameter bytes: the representation as sent, with its content coding (§3.1). A client that wants a digest
    ///   therefore gets a response without coding: browsers decode before script sees the bytes, and could not verify
    ///   the digest of compressed ones.
    static func value(of bytes: [UInt8]) -> String {
        "sha-256=:\(Data(SHA256.hash(data: bytes)).base64EncodedString()):"
    }
}
