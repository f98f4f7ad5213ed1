import Foundation
import Library
import News
import URLs

/// A house of several readers, most of whose feeds are the same; nothing is fetched.
struct Household {
    private let folder: URL
    private let readers: Int
    private let shared: Int
    private let own: Int
    private let addresses: [WebAddress]

    /// The password of all, and the name of a reader.
    private static let password = "tide barrier"
    private static func name(_ number: Int) -> String { "reader-\(number)" }

    /// - Parameter arguments: those after the command's name.
    init(arguments: [String]) throws {
        let numbers = arguments[1...3].compactMap { Int($0) }
        guard numbers.count == 3 else { throw LibraryError.invalid(why: "READERS, SHARED and OWN are numbers.") }
        (readers, shared, own) = (numbers[0], numbers[1], numbers[2])
        folder = URL(fileURLWithPath: arguments[0])
        addresses = try String(contentsOf: URL(fileURLWithPath: arguments[4]), encoding: .utf8)
            .split(separator: "\n").compactMap { WebAddress(String($0)) }
    }

    func fill() async throws {
        let library = try NewsLibrary.open(at: folder, now: { Date() })
        defer { library.close() }
        try await library.people.rename(.first, to: Self.name(1))
        try await library.sessions.setPassword(Self.password, for: .first)
        for number in 1...readers {
            var reader = ReaderID.first
            if number > 1 {
                let invitation = try await library.people.invite(as: .reader, by: .first)
                reader = try await library.people.join(
                    invitation, name: Self.name(number), password: Self.password,
                    from: LoginClient(address: "127.0.0.1", isLocal: true)
                ).session.reader
            }
            _ = try await library.subscriptions.importOutlines(feeds(of: number), for: reader)
        }
    }

    private func feeds(of reader: Int) -> [ImportedFeed] {
        let mine = shared + (reader - 1) * own
        return (Array(0..<shared) + Array(mine..<(mine + own))).filter { $0 < addresses.count }.map { number in
            ImportedFeed(
                address: addresses[number], title: "Feed \(number)", folder: ["Folder \((number + reader) % 11)"])
        }
    }
}
