import ArgumentParser
import Foundation
import Library
import News
import Web

/// An error for the user: a message that says what to do, and an exit code (sysexits.h).
struct CLIError: Error, CustomStringConvertible {
    enum Kind: Int32 {
        case usage = 64, unreadable = 65, noInput = 66, unavailable = 69, cannotCreate = 73, tryLater = 75
        case configuration = 78
    }

    let kind: Kind
    let message: String
    var description: String { message }

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ error: LibraryError) {
        kind =
            switch error {
            case .newerDataFolder, .olderDataFolder, .corruptDataFolder, .folderUnusable, .secretsUnusable:
                .cannotCreate
            case .busy, .diskFull: .tryLater
            case .invalid: .usage
            default: .unavailable
            }
        message = error.userMessage
    }

    init(_ error: CertificateError) {
        kind =
            switch error {
            case .unreadable: .noInput
            case .unusable: .configuration
            }
        message = error.description
    }

    /// Runs a command; prints its errors in one line and exits with their code.
    static func withErrorReporting<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as LibraryError {
            throw CLIError(error).report()
        } catch let error as CLIError {
            throw error.report()
        }
    }

    /// Prints the error in one line and returns its exit code.
    func report() -> ExitCode {
        Terminal.printError("\(message)")
        return ExitCode(kind.rawValue)
    }
}

/// The terminal messages for `SourceError` and `FetchFailure`.
enum ErrorMessages {
    /// Returns the exit code; `.tryLater` (EX_TEMPFAIL) for temporary failures.
    static func exitKind(_ error: SourceError) -> CLIError.Kind {
        switch error {
        case .busy: .tryLater
        case .refused(let status, _) where status >= 500: .tryLater
        default: .unavailable
        }
    }

    static func message(_ error: SourceError, site: String) -> String {
        var until: Date?
        if case .busy(let end, _) = error { until = end }
        return message(
            FetchFailure(error, at: site), site: site, until: until,
            refusalAdvice: "Try later, or the feed's own address.")
    }

    static func exitKind(_ failure: FetchFailure) -> CLIError.Kind {
        switch failure.code {
        case .busy, .unreachable: .tryLater
        case .refused: (failure.status ?? 0) >= 500 ? .tryLater : .unavailable
        default: .unavailable
        }
    }

    /// Returns the message, the only wording of failures in the terminal.
    static func message(
        _ failure: FetchFailure, site: String, until: Date? = nil, refusalAdvice: String = "Try again later."
    ) -> String {
        if failure.code != .refused, let cause = failure.cause { return cause.message }
        let status = failure.status.map { " (\($0))" } ?? ""
        let quotation = failure.originMessage.map { ": “\($0)”" } ?? ""
        return switch failure.code {
        case .notThere: "\(site) has nothing at that address (404). Check the spelling."
        case .gone: "\(site) says that it is permanently gone (410)."
        case .refused where (failure.status ?? 0) >= 500:
            "\(site) reported a server error\(status)\(quotation). Try again later."
        case .refused: "\(site) refused\(status)\(quotation). \(refusalAdvice)"
        case .busy:
            until.map { "\(site) asked us to wait until \(TerminalTimeFormatter().timeOfDay($0))." }
                ?? "\(site) asked us to wait. Try again later."
        case .unreachable: "\(site) could not be reached. Try again later."
        case .signInNeeded: "\(site) requires a sign-in."
        case .keyNeeded, .unreadable, .notAllowed, .crashed:
            "\(site) answered in a way that is not understood (\(failure.code.rawValue)). Try again later."
        }
    }
}
