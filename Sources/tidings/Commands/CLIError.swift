import ArgumentParser
import Foundation
import Library
import News

/// What went wrong, as one sentence that says what to do, with the exit code that goes with it (sysexits.h).
struct CLIError: Error, CustomStringConvertible {
    /// The codes of sysexits.h that are used.
    enum Kind: Int32 {
        case usage = 64, unreadable = 65, noInput = 66, unavailable = 69, cannotCreate = 73, tryLater = 75
        case configuration = 78
    }

    let kind: Kind
    let sentence: String
    var description: String { sentence }

    init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    init(_ error: LibraryError) {
        kind =
            switch error {
            case .newerDataFolder, .corruptDataFolder, .folderUnusable: .cannotCreate
            case .busy, .diskFull: .tryLater
            case .invalid: .usage
            default: .unavailable
            }
        sentence = error.userMessage
    }

    /// Runs a command's work; whatever it throws ends as one line on standard error and its exit code.
    static func withErrorReporting<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as LibraryError {
            throw CLIError(error).exitCode()
        } catch let trouble as CLIError {
            throw trouble.exitCode()
        }
    }

    private func exitCode() -> ExitCode {
        Terminal.printError("\(sentence)")
        return ExitCode(kind.rawValue)
    }
}

/// An origin's refusal as a sentence that names the site.
enum ErrorMessages {
    /// What may pass by itself is to be tried later (sysexits' EX_TEMPFAIL): 429, 503 and other faults of a server.
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
        case .gone: "\(site) says that it is gone for good (410)."
        case .refused(let status, _): "\(site) refused (\(status)). Try later, or the feed's own address."
        case .busy(let until): "\(site) asked us to wait until \(TerminalTimeFormatter().timeOfDay(until))."
        case .signInNeeded: "\(site) wants a sign-in."
        case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
        }
    }
}
