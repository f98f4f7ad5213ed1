import ArgumentParser
import Foundation
import Library
import News

/// What went wrong, as one sentence that says what to do, with the exit code that goes with it (sysexits.h).
struct Trouble: Error, CustomStringConvertible {
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
            case .busy, .full: .tryLater
            case .invalid: .usage
            default: .unavailable
            }
        sentence = error.sentence
    }

    /// Runs a command's work; whatever it throws ends as one line on standard error and its exit code.
    static func told<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as LibraryError {
            throw Trouble(error).exit()
        } catch let trouble as Trouble {
            throw trouble.exit()
        }
    }

    private func exit() -> ExitCode {
        Terminal.complain("\(sentence)")
        return ExitCode(kind.rawValue)
    }
}
