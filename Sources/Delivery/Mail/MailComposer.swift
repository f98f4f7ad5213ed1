import Foundation
import Library

/// A composer of mails (RFC 5322) with a plain text and a document (RFC 2046 §5.1.4). What comes from titles stands in
/// encoded words and encoded bodies alone, so that no line of theirs can be a header.
struct MailComposer {
    let message: OutgoingMessage
    let server: MailAddress
    /// The origin of this server for links.
    let origin: String

    private static let lineEnd = "\r\n"

    /// The mail with CRLF line ends; the client doubles the dots that begin lines.
    var bytes: [UInt8] {
        let boundary = "tidings-\(message.id)"
        var lines = headers + ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
        for (type, content) in [("text/plain", plainText), ("text/html", message.html ?? html)] {
            lines += [
                "--\(boundary)", "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
                "", MailEncoding.quotedPrintable(content),
            ]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: Self.lineEnd).utf8)
    }

    private var headers: [String] {
        let domain = server.sender.split(separator: "@").last ?? "localhost"
        var headers = [
            "Date: \(MailEncoding.date(message.createdAt))", "From: Tidings <\(server.sender)>",
            "To: <\(server.recipient)>", "Subject: \(MailEncoding.header(message.title))",
            // The same ID at every attempt lets mail servers and programs show one mail.
            "Message-ID: <\(message.id)@\(domain)>", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
        ]
        // One click works only where the mail program can reach this server (RFC 8058 §3.1).
        if origin.hasPrefix("https://") {
            headers += [
                "List-Unsubscribe:\r\n <\(origin)/unsubscribe/\(server.unsubscribeToken)>",
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            ]
        }
        return headers
    }

    private var link: String { origin + message.path }

    private var plainText: String { "\(message.title)\n\n\(message.text)\n\n\(link)\n" }

    /// The document made of the text, for messages without one of their own.
    private var html: String {
        let paragraphs = message.text.split(separator: "\n").map { "<p>\(MailEncoding.escaped(String($0)))</p>" }
        return """
            <!doctype html><html><head><meta charset="utf-8"><title>\(MailEncoding.escaped(message.title))</title></head>
            <body><h1>\(MailEncoding.escaped(message.title))</h1>
            \(paragraphs.joined(separator: "\n"))
            <p><a href="\(MailEncoding.escaped(link))">\(MailEncoding.escaped(link))</a></p></body></html>
            """
    }
}
