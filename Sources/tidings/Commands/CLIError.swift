import ArgumentParser
import Foundation
import Library
import News

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
        switch error {
        case .notThere: "\(site) has nothing at that address (404). Check the spelling."
        case .gone: "\(site) says that it is permanently gone (410)."
        case .refused(let status, _) where status >= 500:
            "\(site) reported a server error (\(status)). Try again later."
        case .refused(let status, _): "\(site) refused (\(status)). Try later, or the feed's own address."
        case .busy(_, let cause?): cause.message
        case .busy(let until, nil): "\(site) asked us to wait until \(TerminalTimeFormatter().timeOfDay(until))."
        case .signInNeeded: "\(site) requires a sign-in."
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause), .keyNeeded(let cause):
            cause.message
        }
    }

    static func exitKind(_ failure: FetchFailure) -> CLIError.Kind {
        switch failure.code {
        case .busy, .unreachable: .tryLater
        case .refused: (failure.status ?? 0) >= 500 ? .tryLater : .unavailable
        default: .unavailable
        }
    }

    static func message(_ failure: FetchFailure, site: String) -> String {
        if let cause = failure.cause { return cause.message }
        return switch failure.code {
        case .busy: "\(site) asked us to wait. Try again later."
        case .refused: "\(site) refused\(failure.status.map { " (\($0))" } ?? ""). Try again later."
        case .unreachable: "\(site) could not be reached. Try again later."
        case .signInNeeded: "\(site) requires a sign-in."
        default: "\(site) answered in a way that is not understood (\(failure.code.rawValue)). Try again later."
        }
    }
}
