import ArgumentParser
import Fetching
import Foundation
import Library
import SampleOrigins

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Demonstrate Tidings with invented newspapers, all on this machine.",
        discussion: """
            Serves a dozen invented publications on loopback and reads them like any others, over real HTTP and into a real \
            database, in a temporary folder that is deleted at the end (Ctrl-C). A new story is published about every half \
            minute.
            """)

    @Option(help: "The port of the newspaper; if it is taken, the next free one is used.")
    var port = 8480

    @Option(
        help: "The scenario: \(DemoScenario.allCases.map(\.rawValue).joined(separator: ", ")).",
        transform: DemoCommand.state)
    var state = DemoScenario.lively

    @Flag(help: "Publish no new stories.")
    var still = false

    @Flag(help: "Let a phone in the same network sign in, by a link that works once.")
    var phone = false

    @Option(help: ArgumentHelp("With --phone: the address of this machine that the phone uses.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("Serve the web assets from a folder, during development.", valueName: "folder"))
    var assets: String?

    @Option(help: ArgumentHelp("Show only this edition; / redirects to it.", valueName: "id"))
    var edition: String?

    @Flag(help: ArgumentHelp("Run no newspaper: only the control of invented sites, for tests.", visibility: .hidden))
    var originsOnly = false

    private static func state(_ text: String) throws -> DemoScenario {
        guard let state = DemoScenario(rawValue: text) else {
            throw ValidationError(
                "There is no state “\(text)”. There are: \(DemoScenario.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        return state
    }

    func run() async throws {
        try await CLIError.withErrorReporting {
            if originsOnly { return try await Self.runOrigins() }
            let phoneAddress = try phoneAddress()
            let port = try FreePort.find(port, phoneAddress != nil)
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "tidings-demo-\(ProcessInfo.processInfo.processIdentifier)")
            defer { DemoServer.removeFolder(folder) }
            let startAt = Date()
            let clock = DemoClock(startAt: startAt)
            let (still, state, assets, edition) = (still, state, assets, edition)
            let sitesNow: @Sendable () -> Date = { still ? min(clock.now(), startAt) : clock.now() }
            try await SampleSites.open(
                startAt: startAt, usesHostnames: true, now: sitesNow, memberNow: { clock.now() }
            ) { sites in
                let server = DemoServer(
                    sites: sites, folder: folder, port: port, clock: clock, phoneAddress: phoneAddress, edition: edition
                )
                try await server.run(state, assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) })
            }
        }
    }

    /// Runs the control of invented sites until the process is stopped.
    private static func runOrigins() async throws {
        try await OriginControl.open { address in
            DemoServer.printLine("Origins are controlled at \(address)")
            try await Task.sleep(for: .seconds(1 << 30))
        }
    }

    /// Returns the address of this machine for a phone; nil without `--phone`.
    private func phoneAddress() throws -> String? {
        guard phone else { return nil }
        guard let found = address ?? LocalAddresses.privateIPv4().first else {
            throw CLIError(
                .unavailable,
                "This machine is not connected to a network. Connect it, or give its address: --phone --address 192.168.1.5"
            )
        }
        return found
    }
}
