import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

/// A request with its parameters.
struct SyncCall: Sendable {
    let request: Request
    let client: SyncClient
    let parameters: SyncParameters
    let body: [UInt8]
    let interface: SyncInterface

    var library: NewsLibrary { interface.library }

    /// The format of lists: JSON, unless XML is asked for.
    var format: ObjectWriter.Format { parameters["output"]?.lowercased() == "xml" ? .xml : .json }

    /// Returns whom the program acts for: by the header `Authorization: GoogleLogin auth=…`, or, as Liferea sends
    /// nothing else with some calls, by the same token as `T`.
    /// - Throws: `SyncError.signInNeeded` without a valid token.
    func session() async throws -> SyncSession {
        guard let token = Self.token(in: request.headers[.authorization] ?? "") ?? parameters.text("T"),
            token.utf8.count <= 100, let identity = try await library.appPasswords.identity(token: token)
        else { throw SyncError.signInNeeded }
        client.onAuthorized()
        return SyncSession(identity: identity, token: token)
    }

    /// Returns the token of a header `GoogleLogin auth=…`, which may have the user name and a slash before it.
    static func token(in header: String) -> String? {
        guard let start = header.range(of: "auth=", options: .caseInsensitive) else { return nil }
        let value = header[start.upperBound...].prefix { $0 != "," && $0 != " " }.filter { $0 != "\"" }
        return value.split(separator: "/").last.map(String.init)
    }
}

/// A program that has signed in.
struct SyncSession: Sendable {
    let identity: AppIdentity
    let token: String

    var reader: ReaderID { identity.reader }
}
