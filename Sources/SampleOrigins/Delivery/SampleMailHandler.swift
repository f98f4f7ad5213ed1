internal import Foundation
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The conversation of the mail server with one client.
final class SampleMailHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: SampleMailServer
    private let startTLS: NIOSSLContext?
    private var isEncrypted: Bool
    private var received = ""
    private var mail = SampleMailServer.Mail(sender: "", recipient: "", content: "", isEncrypted: false)
    private var isInData = false
    private var isInSignIn = false
    private var signIn: String?

    init(server: SampleMailServer, startTLS: NIOSSLContext?, isEncrypted: Bool) {
        (self.server, self.startTLS, self.isEncrypted) = (server, startTLS, isEncrypted)
    }

    func channelActive(context: ChannelHandlerContext) {
        answer("CONNECT", usual: "220 mail.test ESMTP", context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        while let end = received.range(of: "\r\n") {
            let line = String(received[..<end.lowerBound])
            received = String(received[end.upperBound...])
            if isInSignIn {
                checkSignIn(line, context)
            } else {
                isInData ? take(line, context) : handle(line, context)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Takes a line of a mail; a full stop alone ends it (RFC 5321 §4.5.2).
    private func take(_ line: String, _ context: ChannelHandlerContext) {
        guard line == "." else {
            mail.content += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\r\n"
            return
        }
        isInData = false
        if answer("CONTENT", usual: "250 2.0.0 Queued", context) {
            (mail.isEncrypted, mail.signIn) = (isEncrypted, signIn)
            server.state.withLock { $0.mails.append(mail) }
        }
    }

    private func handle(_ line: String, _ context: ChannelHandlerContext) {
        server.state.withLock { $0.commands.append(line) }
        let command = line.prefix { $0 != " " }.uppercased()
        switch command {
        case "EHLO":
            let tls = startTLS != nil && !isEncrypted ? "250-STARTTLS\r\n" : ""
            answer("EHLO", usual: "250-mail.test\r\n\(tls)250-AUTH PLAIN\r\n250 8BITMIME", context)
        case "STARTTLS": beginTLS(context)
        case "AUTH": isInSignIn = answer("AUTH", usual: "334 ", context)
        case "MAIL":
            mail = .init(sender: Self.mailbox(in: line), recipient: "", content: "", isEncrypted: false)
            answer(command, usual: "250 2.1.0 OK", context)
        case "RCPT":
            mail.recipient = Self.mailbox(in: line)
            answer(command, usual: "250 2.1.5 OK", context)
        case "DATA":
            isInData = answer(command, usual: "354 Go on", context)
        case "QUIT":
            answer(command, usual: "221 2.0.0 Bye", context)
            context.close(promise: nil)
        default: answer(command, usual: "500 5.5.2 Unknown command", context)
        }
    }

    private func beginTLS(_ context: ChannelHandlerContext) {
        guard let startTLS, !isEncrypted else {
            answer("STARTTLS", usual: "502 5.5.1 Not here", context)
            return
        }
        guard answer("STARTTLS", usual: "220 2.0.0 Go ahead", context) else { return }
        isEncrypted = true
        let handler = NIOSSLServerHandler(context: startTLS)
        do { try context.pipeline.syncOperations.addHandler(handler, position: .first) } catch {
            context.close(promise: nil)
        }
    }

    private func checkSignIn(_ line: String, _ context: ChannelHandlerContext) {
        isInSignIn = false
        let parts = (Data(base64Encoded: line) ?? Data()).split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let isRight = parts.suffix(2) == [SampleMailServer.user, SampleMailServer.password]
        if answer("PASSWORD", usual: isRight ? "235 2.7.0 Welcome" : "535 5.7.8 Wrong name or password", context),
            isRight
        {
            signIn = parts.suffix(2).joined(separator: ":")
        }
    }

    private static func mailbox(in line: String) -> String {
        String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    /// Sends the reply that the server was told to give, or the usual one.
    /// - Returns: true for the usual one.
    @discardableResult
    private func answer(_ command: String, usual: String, _ context: ChannelHandlerContext) -> Bool {
        let reply = server.takeReply(to: command)
        if reply == "silence" { return false }
        if reply == "close" {
            context.close(promise: nil)
            return false
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: (reply ?? usual) + "\r\n")), promise: nil)
        return reply == nil
    }
}
