import Foundation
import Library
import News
import ServiceLifecycle
import Web

/// Lets a phone into the demonstration: by a link that works once, drawn as a QR code, and, for the app that an iPhone
/// installs (which has cookies of its own), by a password made for this one run.
struct PhoneVisitors: Sendable {
    let address: String
    let port: Int
    /// Sixteen letters without those that look alike: 78 bits, and gone with the demonstration.
    private let password = PhoneVisitors.newPassword()

    private static let minutes = 10

    init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Opens the house to the network: from this machine as before, from elsewhere only with a session.
    func open(_ street: inout Street) {
        street.host = "0.0.0.0"
        street.door = .openHere
        street.alsoNamed = [Frontage.authority(address, port: port)]
        street.doorHint = "The terminal that shows the demonstration has the password, and a new link at Enter."
    }

    func prepare(_ library: NewsLibrary) async throws {
        try await library.sessions.setPassword(password, for: .first)
    }

    /// Makes a link and shows it.
    func invite(to library: NewsLibrary) async {
        do {
            let seconds = TimeInterval(Self.minutes * 60)
            let token = try await library.sessions.makeLink(for: .first, lasting: seconds)
            show("http://\(Frontage.authority(address, port: port))/enter/\(token.text)")
        } catch {
            DemoHouse.say("No link could be made: \(error.sentence)")
        }
    }

    private func show(_ link: String) {
        for line in [""] + QRPrinter.lines(for: link) { DemoHouse.say(line) }
        DemoHouse.say("On a phone in the same network, within \(Self.minutes) minutes, once:")
        DemoHouse.say("\(link)")
        DemoHouse.say(
            "Should the installed app ask: the password is \(password). A firewall has to let port \(port) in.")
        if Self.hasKeyboard { DemoHouse.say("Press Enter for another link.") }
    }

    /// Whether Enter can be pressed: a terminal, in which we are in front.
    private static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Makes another link whenever Enter is pressed.
    func desk(_ library: NewsLibrary) -> some Service { Desk(visitors: self, library: library) }

    private struct Desk: Service {
        let visitors: PhoneVisitors
        let library: NewsLibrary

        func run() async throws {
            let (presses, keyboard) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            if PhoneVisitors.hasKeyboard {
                // A thread, as it waits for a person; the program's end ends it.
                Thread.detachNewThread { while readLine() != nil { keyboard.yield() } }
            }
            await cancelWhenGracefulShutdown { for await _ in presses { await visitors.invite(to: library) } }
        }
    }

    private static func newPassword() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        let groups = (0..<4).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<32, using: &random)] }) }
        return groups.joined(separator: "-")
    }
}
