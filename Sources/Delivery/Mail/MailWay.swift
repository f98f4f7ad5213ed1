import CCurl
import Fetching
import Foundation
import Library

/// The way to a mailbox by the reader's mail server.
struct MailWay: DeliveryWay {
    let server: MailAddress
    let client: MailClient
    let policy: AddressPolicy
    /// The origin of this server for links in mails, such as `https://news.example`.
    let origin: String

    func send(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let address: String
        do throws(FetchError) {
            address = try await policy.mailServerAddresses(of: server.host, port: server.port).first ?? ""
        } catch {
            guard case .notAllowed = error else {
                return .later(nil, DeliveryFailure(.unreachable, transport: error.failure))
            }
            return .refused(DeliveryFailure(.addressRefused, transport: error.failure))
        }
        let mail = MailComposer(message: message, server: server, origin: origin).bytes
        return Self.outcome(of: await client.send(mail, by: server, at: address))
    }

    /// Reads how a submission went. The codes of replies are those of RFC 5321 §4.2 and RFC 4954 §6.
    static func outcome(of reply: MailClient.Reply) -> DeliveryOutcome {
        if reply.code == CURLE_OK { return .sent }
        let words = reply.line.dropFirst(4)
        func failure(_ code: DeliveryFailure.Code) -> DeliveryFailure {
            DeliveryFailure(code, status: reply.status == 0 ? nil : reply.status, detail: String(words))
        }
        switch reply.code {
        case CURLE_COULDNT_RESOLVE_HOST: return .later(nil, DeliveryFailure(.unknownHost))
        case CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING, CURLE_RECV_ERROR:
            return .later(nil, DeliveryFailure(.unreachable))
        case CURLE_OPERATION_TIMEDOUT: return .later(nil, DeliveryFailure(.timedOut))
        case CURLE_USE_SSL_FAILED: return .refused(DeliveryFailure(.noTLS))
        case CURLE_PEER_FAILED_VERIFICATION: return .refused(DeliveryFailure(.certificate))
        case CURLE_SSL_CONNECT_ERROR: return .refused(DeliveryFailure(.noTLS))
        case CURLE_LOGIN_DENIED:
            return reply.status >= 500 || reply.status == 0
                ? .refused(failure(reply.status == 0 ? .noSignIn : .signInRefused)) : .later(nil, failure(.serverError))
        default: return outcome(of: reply, failure)
        }
    }

    private static func outcome(
        of reply: MailClient.Reply, _ failure: (DeliveryFailure.Code) -> DeliveryFailure
    ) -> DeliveryOutcome {
        let isRecipient = reply.command.hasPrefix("RCPT")
        switch reply.status {
        case 452, 552: return .later(nil, failure(.mailboxFull))
        case 450, 451: return .later(nil, failure(isRecipient ? .greylisted : .serverError))
        case 530, 534, 535, 538: return .refused(failure(.signInRefused))
        case 400..<500: return .later(nil, failure(.serverError))
        case 500..<600 where isRecipient: return .refused(failure(.recipientRefused))
        case 500..<600 where reply.command.hasPrefix("MAIL"): return .refused(failure(.senderRefused))
        case 500..<600: return .refused(failure(.refused))
        case 0: return .later(nil, DeliveryFailure(.unreachable))
        default: return .later(nil, failure(.notSMTP))
        }
    }
}
