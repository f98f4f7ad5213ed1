internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// A mail server (RFC 5321) on loopback that keeps the mails that it is sent, and refuses them as it is told.
public final class SampleMailServer: Sendable {
    /// The protection that the server offers.
    public enum Protection: Sendable {
        case none
        /// STARTTLS (RFC 3207), with the files of a certificate and its key.
        case startTLS(certificate: String, key: String)
        /// TLS from the first byte (RFC 8314).
        case tls(certificate: String, key: String)
    }

    /// A mail that was accepted.
    public struct Mail: Sendable, Equatable {
        /// The mailbox of the sender.
        public var sender: String
        /// The mailbox of the recipient.
        public var recipient: String
        /// The lines as they were meant, with CRLF and without the doubled dots.
        public var content: String
        /// True if it came over TLS.
        public var isEncrypted: Bool
        /// The name and password that were given; nil without a sign-in.
        public var signIn: String?
    }

    struct State {
        var mails: [Mail] = []
        var replies: [(command: String, reply: String, times: Int?)] = []
        var commands: [String] = []
    }

    /// The only name and password that are accepted.
    public static let user = "mara", password = "harbour light"

    let state = Mutex(State())
    private let protection: Protection
    private let channel = Mutex<(any Channel)?>(nil)

    private init(_ protection: Protection) { self.protection = protection }

    /// Runs a mail server during `body`.
    public static func open<Result>(
        _ protection: Protection = .none, _ body: (SampleMailServer) async throws -> Result
    ) async throws -> Result {
        let server = SampleMailServer(protection)
        try await server.listen()
        do {
            let result = try await body(server)
            try await server.close()
            return result
        } catch {
            try await server.close()
            throw error
        }
    }

    /// The port, which the system chose.
    public var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    /// The mails in order of arrival.
    public var mails: [Mail] { state.withLock { $0.mails } }
    /// The commands in order of arrival.
    public var commands: [String] { state.withLock { $0.commands } }

    /// Answers a command, such as `RCPT`, with another reply; `close` closes the connection instead, and `silence` sends none.
    public func reply(to command: String, with reply: String, times: Int? = nil) {
        state.withLock { $0.replies.append((command, reply, times)) }
    }

    /// Gives the usual replies again.
    public func resetReplies() { state.withLock { $0.replies = [] } }

    /// Returns the reply that was set for a command; nil for the usual one.
    func takeReply(to command: String) -> String? {
        state.withLock { state in
            guard let index = state.replies.lastIndex(where: { command.uppercased().hasPrefix($0.command) }) else {
                return nil
            }
            let reply = state.replies[index].reply
            if let times = state.replies[index].times {
                state.replies[index].times = times - 1
                if times <= 1 { state.replies.remove(at: index) }
            }
            return reply
        }
    }

    private func listen() async throws {
        let context = try tlsContext()
        let isImplicit = if case .tls = protection { true } else { false }
        let opened = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isImplicit, let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
                    try pipeline.addHandler(
                        SampleMailHandler(server: self, startTLS: isImplicit ? nil : context, isEncrypted: isImplicit))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = opened }
    }

    private func tlsContext() throws -> NIOSSLContext? {
        switch protection {
        case .none: nil
        case .startTLS(let certificate, let key), .tls(let certificate, let key):
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
        }
    }

    private func close() async throws {
        try await channel.withLock { $0 }?.close().get()
    }
}
