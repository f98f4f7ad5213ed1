import Foundation
import HTTPTypes
import Hummingbird
import Library

/// The sign-in of the Google Reader interface: `Email` and `Passwd`, the user name and an app password's secret.
struct ClientLogin {
    let call: SyncCall

    func response() async throws -> Response {
        let parameters = call.parameters
        guard let name = parameters.text("Email"), let secret = parameters.text("Passwd") else {
            return SyncResponse.text("Error=BadAuthentication\n", .unauthorized)
        }
        do {
            let token = try await call.library.appPasswords.signIn(
                userName: name, secret: secret, from: call.client.login
            ).token
            call.client.onAuthorized()
            guard parameters["output"]?.lowercased() != "json" else {
                return SyncResponse.object { writer in
                    for name in ["SID", "LSID", "Auth"] { writer.string(name, token) }
                }
            }
            return SyncResponse.text("SID=\(token)\nLSID=\(token)\nAuth=\(token)\n")
        } catch { return try rejection(error) }
    }

    private func rejection(_ error: SignInError) throws(LibraryError) -> Response {
        if case .library(let error) = error { throw error }
        call.client.onRejected(error)
        guard case .throttled(let until) = error else {
            return SyncResponse.text("Error=BadAuthentication\n", .unauthorized)
        }
        var response = SyncResponse.text("Error=CaptchaRequired\n", .tooManyRequests)
        let seconds = max(1, until.timeIntervalSince(call.interface.now()).rounded(.up))
        response.headers[.retryAfter] = String(Int(min(seconds, 86_400)))
        return response
    }
}

/// The check of FreshRSS that the header with the token reaches the server.
enum CompatibilityCheck {
    static func response(_ call: SyncCall) -> Response {
        let isThere = SyncCall.token(in: call.request.headers[.authorization] ?? "") != nil
        return SyncResponse.text(
            isThere ? "PASS" : "FAIL: no Authorization header reached Tidings. Let your proxy pass it on.")
    }
}
