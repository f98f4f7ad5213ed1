import CCurl
import Foundation
import Library

/// A client that submits mails to a mail server (RFC 6409) by libcurl.
struct MailClient: Sendable {
    /// The result of a submission.
    struct Reply: Sendable {
        let code: CURLcode
        /// The status of the server's last reply; 0 without one.
        let status: Int
        /// The last command that was sent.
        let command: String
        /// The last line of the server's last reply.
        let line: String
    }

    /// The file of the certificates to trust; nil for the system's.
    var certificateFile: String?

    private static let connectTimeout = 15
    private static let timeout = 60
    /// The library is initialised once.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Submits a mail to a server at an address that was checked. It waits on a thread of its own, as libcurl blocks.
    func send(_ mail: [UInt8], by server: MailAddress, at address: String) async -> Reply {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: submit(mail, server, address)) }
        }
    }

    private func submit(_ mail: [UInt8], _ server: MailAddress, _ address: String) -> Reply {
        guard Self.isReady, let handle = curl_easy_init() else {
            return Reply(code: CURLE_FAILED_INIT, status: 0, command: "", line: "")
        }
        defer { curl_easy_cleanup(handle) }
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let numeric = address.contains(":") ? "[\(address)]" : address
        // The name is the certificate's, and the connection goes to the address that was checked.
        let route = curl_slist_append(nil, "\(host):\(server.port):\(numeric):\(server.port)")
        let recipients = curl_slist_append(nil, "<\(server.recipient)>")
        defer {
            curl_slist_free_all(route)
            curl_slist_free_all(recipients)
        }
        configure(handle, server, host)
        tidings_curl_set_list(handle, CURLOPT_CONNECT_TO, route)
        tidings_curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        return mail.withUnsafeBytes { bytes in
            var upload = tidings_mail()
            upload.bytes = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            upload.length = bytes.count
            var status = 0
            let code = tidings_mail_send(handle, &upload, &status)
            return Reply(
                code: code, status: status, command: Self.text(of: upload.command), line: Self.text(of: upload.reply))
        }
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ server: MailAddress, _ host: String) {
        let scheme = server.security == .tls ? "smtps" : "smtp"
        let ownName = server.sender.split(separator: "@").last.map(String.init) ?? "localhost"
        tidings_curl_set_text(handle, CURLOPT_URL, "\(scheme)://\(host):\(server.port)/\(ownName)")
        tidings_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, scheme)
        tidings_curl_set_text(handle, CURLOPT_PROXY, "")
        tidings_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(server.sender)>")
        tidings_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        tidings_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, Self.connectTimeout)
        tidings_curl_set_number(handle, CURLOPT_TIMEOUT, Self.timeout)
        if server.security == .startTLS {
            tidings_curl_set_number(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
        }
        if let certificateFile { tidings_curl_set_text(handle, CURLOPT_CAINFO, certificateFile) }
        guard !server.user.isEmpty else { return }
        tidings_curl_set_text(handle, CURLOPT_USERNAME, server.user)
        tidings_curl_set_text(handle, CURLOPT_PASSWORD, server.password)
    }

    /// Returns the text of an array of C characters up to its zero byte.
    private static func text<Characters>(of characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
