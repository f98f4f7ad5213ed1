import Foundation
import Library
import SampleOrigins
import TestSupport
import Testing

@testable import Delivery

/// Mails to a mail server that keeps them, and refuses them in every known way.
@Suite struct MailDeliveryTests {
    private func mail(
        _ server: SampleMailServer, _ security: MailAddress.Security = .none, user: String = "", password: String = "",
        host: String = "127.0.0.1"
    ) -> DeliveryAddress {
        .mail(
            MailAddress(
                host: host, port: server.port, security: security, user: user, password: password,
                sender: "tidings@news.test", recipient: "mara@harbour.test"))
    }

    /// Makes a certificate for localhost, which no authority has signed.
    private static func certificate(in folder: URL) throws -> (certificate: String, key: String) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (certificate, key) = (folder.appending(path: "mail.pem").path, folder.appending(path: "mail.key").path)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        return (certificate, key)
    }

    @Test func `a mail has text and document, its own Message-ID and the link that ends it`() async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            let text = ".dot at first\n\(String(repeating: "long ", count: 60))\nÄnderung = neu "
            let message = fixture.message("Schranke zu – jetzt", text: text, id: "barrier-1")
            #expect(await fixture.ways.send(message, to: mail(server)) == .sent)
            let sent = try #require(server.mails.first)
            #expect(sent.sender == "tidings@news.test" && sent.recipient == "mara@harbour.test" && !sent.isEncrypted)
            let lines = sent.content.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 127 } })
            #expect(lines.contains("Message-ID: <barrier-1@news.test>"))
            #expect(lines.contains("Date: Fri, 15 Jan 2027 08:00:00 +0000"))
            #expect(lines.contains("Subject: =?utf-8?B?U2NocmFua2UgenUg4oCTIGpldHp0?="))
            #expect(lines.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
            #expect(sent.content.contains("List-Unsubscribe:\r\n <https://news.test/unsubscribe/"))
            #expect(sent.content.contains("Content-Type: multipart/alternative; boundary=\"tidings-barrier-1\""))
            #expect(lines.contains(".dot at first"), "dots at the beginning of lines are doubled on the way only")
            #expect(sent.content.contains("=C3=84nderung =3D neu=20"))
            #expect(sent.content.contains("https://news.test/mine/"))
        }
    }

    @Test func `no title and no text makes a header`() async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            let attack = "Hello\r\nBcc: all@harbour.test\r\n\r\nBody\u{0}\u{2028}x"
            let message = fixture.message(attack, text: "\r\n.\r\nMAIL FROM:<x@y.test>\r\n", id: "x\r\nBcc: y")
            #expect(await fixture.ways.send(message, to: mail(server)) == .sent)
            let sent = try #require(server.mails.first)
            let head = sent.content.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
            #expect(head.contains("Subject: Hello Bcc: all@harbour.test Body x"))
            #expect(!head.contains { $0.hasPrefix("Bcc") } && server.mails.count == 1)
            #expect(server.commands.filter { $0.hasPrefix("MAIL") } == ["MAIL FROM:<tidings@news.test>"])
        }
    }

    @Test(arguments: [
        "two@@harbour.test", "mara@harbour", "mara harbour@x.test", "mara@x.test>\r\nRCPT TO:<all@x.test", "",
        "mära@x.test",
    ])
    func `what is no mailbox is refused before anything is sent`(recipient: String) async throws {
        let fixture = try DeliveryFixture(ports: [2_525])
        let address = MailAddress(
            host: "127.0.0.1", port: 2_525, security: .none, user: "", password: "", sender: "a@b.test",
            recipient: recipient)
        #expect(fixture.ways.rejection(of: .mail(address))?.code == .badMailbox)
    }

    @Test(arguments: [
        ("RCPT", "450 4.2.0 Greylisted, come back", DeliveryFailure.Code.greylisted, true),
        ("RCPT", "452 4.2.2 Mailbox full", .mailboxFull, true),
        ("RCPT", "552 5.2.2 Over quota", .mailboxFull, true),
        ("RCPT", "550 5.1.1 No such mailbox", .recipientRefused, false),
        ("MAIL", "550 5.7.1 Not from you", .senderRefused, false),
        ("MAIL", "421 4.3.2 Going down", .serverError, true),
        ("CONTENT", "554 5.7.1 Looks like spam", .refused, false),
        ("CONTENT", "451 4.3.0 Try again", .serverError, true),
        ("CONNECT", "close", .unreachable, true),
        ("MAIL", "close", .unreachable, true),
    ])
    func `each refusal has its reason, and only passing ones are tried again`(
        command: String, reply: String, code: DeliveryFailure.Code, isPassing: Bool
    ) async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            server.reply(to: command, with: reply)
            let outcome = await fixture.ways.send(fixture.message(), to: mail(server))
            #expect(outcome.failure?.code == code, "\(outcome)")
            if case .later = outcome { #expect(isPassing) } else { #expect(!isPassing) }
            #expect(server.mails.isEmpty)
        }
    }

    @Test func `a password is sent over TLS alone, to a server whose certificate is its own`() async throws {
        let folder = temporaryFolder("tidings-mail")
        defer { removeFolder(folder) }
        let (certificate, key) = try Self.certificate(in: folder)
        let user = SampleMailServer.user
        for protection in [
            SampleMailServer.Protection.startTLS(certificate: certificate, key: key),
            .tls(certificate: certificate, key: key),
        ] {
            try await SampleMailServer.open(protection) { server in
                let security: MailAddress.Security = if case .tls = protection { .tls } else { .startTLS }
                let fixture = try DeliveryFixture(ports: [server.port], certificates: certificate)
                let right = mail(server, security, user: user, password: SampleMailServer.password, host: "localhost")
                #expect(await fixture.ways.send(fixture.message(), to: right) == .sent)
                #expect(server.mails.map(\.isEncrypted) == [true])
                #expect(server.mails.first?.signIn == "\(user):\(SampleMailServer.password)")
                let wrong = mail(server, security, user: user, password: "guess", host: "localhost")
                let refused = await fixture.ways.send(fixture.message(), to: wrong)
                #expect(refused.failure?.code == .signInRefused && refused.failure?.status == 535, "\(refused)")
                // Nobody vouches for the certificate, or it is another host's.
                let stranger = try DeliveryFixture(ports: [server.port])
                #expect(await stranger.ways.send(stranger.message(), to: right).failure?.code == .certificate)
                let other = mail(server, security, user: user, password: "guess", host: "127.0.0.1")
                #expect(await fixture.ways.send(fixture.message(), to: other).failure?.code == .certificate)
                #expect(server.mails.count == 1)
            }
        }
    }

    @Test func `without STARTTLS nothing is sent, and no password without encryption`() async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            let outcome = await fixture.ways.send(
                fixture.message(), to: mail(server, .startTLS, user: SampleMailServer.user, password: "x"))
            #expect(outcome.failure?.code == .noTLS, "\(outcome)")
            let plain = mail(server, .none, user: SampleMailServer.user, password: "x", host: "localhost")
            #expect(await fixture.ways.send(fixture.message(), to: plain).failure?.code == .notSecure)
            #expect(server.commands.allSatisfy { !$0.hasPrefix("AUTH") })
        }
    }

    @Test func `a mail server of the own network is used only where the operator lists it`() async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture()
            for host in ["127.0.0.1", "localhost"] {
                let outcome = await fixture.ways.send(fixture.message(), to: mail(server, host: host))
                #expect(outcome.failure?.code == .addressRefused, "\(outcome)")
            }
            #expect(server.commands.isEmpty)
        }
    }

    @Test func `a mail server that was down for a day gets the mail once, with the same Message-ID`() async throws {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            try await fixture.library.deliveries.save(mail(server), named: "mara@harbour.test", for: fixture.me)
            server.reply(to: "CONNECT", with: "421 4.3.2 Down")
            try await fixture.library.deliveries.enqueue(fixture.message(id: "day-1"), for: fixture.me)
            for _ in 0..<24 {
                await fixture.sendDue()
                fixture.clock.advance(3_600)
            }
            #expect(server.mails.isEmpty)
            server.resetReplies()
            for _ in 0..<12 {
                fixture.clock.advance(3_600)
                await fixture.sendDue()
            }
            #expect(server.mails.count == 1 && server.mails[0].content.contains("Message-ID: <day-1@news.test>"))
            #expect(try await fixture.way()?.lastFailure == nil)
        }
    }
}
