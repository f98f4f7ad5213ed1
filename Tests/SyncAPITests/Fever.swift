import Crypto
import Foundation
import Testing

@testable import Library

/// Sends requests of Fever's interface with the key of an app password.
struct Fever: Sendable {
    let program: Program
    let key: String

    func call(_ query: String, _ form: String = "") async throws -> [String: Any] {
        try await program.post("/fever/?api&\(query)", "api_key=\(key)&\(form)").json()
    }

    func ids(_ name: String) async throws -> [Int64] {
        let text = try #require(try await call(name)[name] as? String)
        return text.split(separator: ",").compactMap { Int64($0) }
    }

    static func key(_ text: String) -> String {
        Insecure.MD5.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}

extension SyncTestApp {
    /// Lets `work` send requests with the key of a new app password.
    func withFever(_ work: @escaping @Sendable (Fever) async throws -> Void) async throws {
        let made = try await library.appPasswords.create(named: "Fever", for: me)
        let key = Fever.key("\(made.userName):\(made.secret)")
        try await withProgram { try await work(Fever(program: $0, key: key)) }
    }
}
