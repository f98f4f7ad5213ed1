import Foundation
import Library
import News
import ServiceLifecycle
import Web

/// Lets a phone into the demonstration: by a link that works once, drawn as a QR code, and, for the app that an iPhone
/// installs (which has cookies of its own), by a password made for this one run.
struct DemoPhoneAccess: Sendable {
    let address: String
    let port: Int
    /// Sixteen letters without those that look alike: 78 bits, and gone with the demonstration.
    private let password = DemoPhoneAccess.newPassword()

    private static let validMinutes = 10

    init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Opens the house to the network: from this machine as before, from elsewhere only with a session.
    func configure(_ server: inout ServerSettings) {
        server.host = "0.0.0.0"
        server.accessMode = .localOnly
        server.extraHosts = [AccessPolicy.authority(address, port: port)]
        server.signInHint = "The terminal that shows the demonstration has the password, and a new link at Enter."
    }

    func setPassword(_ library: NewsLibrary) async throws {
        try await library.sessions.setPassword(password, for: .first)
    }

    /// Makes a link and shows it.
    func showNewLink(to library: NewsLibrary) async {
        do {
            let seconds = TimeInterval(Self.validMinutes * 60)
            let token = try await library.sessions.makeLink(for: .first, lasting: seconds)
            show("http://\(AccessPolicy.authority(address, port: port))/enter/\(token.text)")
        } catch {
            DemoServer.printLine("No link could be made: \(error.userMessage)")
        }
    }

    private func show(_ link: String) {
        for line in [""] + QRPrinter.lines(for: link) { DemoServer.printLine(line) }
        DemoServer.printLine("On a phone in the same network, within \(Self.validMinutes) minutes, once:")
        DemoServer.printLine("\(link)")
        DemoServer.printLine(
            "Should the installed app ask: the password is \(password). A firewall has to let port \(port) in.")
        if Self.hasKeyboard { DemoServer.printLine("Press Enter for another link.") }
    }

    /// Whether Enter can be pressed: a terminal, in which we are in front.
    private static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Makes another link whenever Enter is pressed.
    func linkService(_ library: NewsLibrary) -> some Service { LinkService(access: self, library: library) }

    private struct LinkService: Service {
        let access: DemoPhoneAccess
        let library: NewsLibrary

        func run() async throws {
            let (presses, keyboard) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            if DemoPhoneAccess.hasKeyboard {
                // A thread, as it waits for a person; the program's end ends it.
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
