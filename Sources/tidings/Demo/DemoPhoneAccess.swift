import Foundation
import Library
import News
import ServiceLifecycle
import Web

/// The sign-in of a phone to the demonstration: by a one-time link, shown as a QR code, and by a password generated for
/// this run, which an installed iPhone app needs because it has cookies of its own.
struct DemoPhoneAccess: Sendable {
    let address: String
    let port: Int
    /// The password of sixteen letters and digits, without similar ones: 80 bits.
    private let password = DemoPhoneAccess.newPassword()

    private static let validMinutes = 10

    init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Makes the server listen on all interfaces; other machines need a session.
    func configure(_ server: inout ServerSettings) {
        server.host = "0.0.0.0"
        server.accessMode = .localOnly
        server.extraHosts = [AccessPolicy.authority(address, port: port)]
        server.signInHint = "The terminal that shows the demonstration has the password, and a new link at Enter."
    }

    func setPassword(_ library: NewsLibrary) async throws {
        try await library.sessions.setPassword(password, for: .first)
    }

    /// Creates a link and prints it.
    func showNewLink(to library: NewsLibrary) async {
        do {
            let seconds = TimeInterval(Self.validMinutes * 60)
            let token = try await library.sessions.makeLink(for: .first, lasting: seconds)
            show("http://\(AccessPolicy.authority(address, port: port))/enter/\(token.text)")
        } catch {
            DemoServer.printLine("No link could be created: \(error.userMessage)")
        }
    }

    private func show(_ link: String) {
        for line in [""] + QRPrinter.lines(for: link) { DemoServer.printLine(line) }
        DemoServer.printLine(
            "Open this on a phone in the same network; it works once, within \(Self.validMinutes) minutes:")
        DemoServer.printLine("\(link)")
        DemoServer.printLine(
            "If the installed app asks: the password is \(password). A firewall must allow port \(port).")
        if Self.hasKeyboard { DemoServer.printLine("Press Enter for another link.") }
    }

    /// True if standard input is a terminal with this process in the foreground.
    private static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Returns a service that creates another link whenever Enter is pressed.
    func linkService(_ library: NewsLibrary) -> some Service { LinkService(access: self, library: library) }

    private struct LinkService: Service {
        let access: DemoPhoneAccess
        let library: NewsLibrary

        func run() async throws {
            let (presses, keyboard) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            if DemoPhoneAccess.hasKeyboard {
                // A thread reads the lines, because `readLine` blocks; the thread ends with the process.
                Thread.detachNewThread { while readLine() != nil { keyboard.yield() } }
            }
            await cancelWhenGracefulShutdown { for await _ in presses { await access.showNewLink(to: library) } }
        }
    }

    private static func newPassword() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        let groups = (0..<4).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<32, using: &random)] }) }
        return groups.joined(separator: "-")
    }
}
