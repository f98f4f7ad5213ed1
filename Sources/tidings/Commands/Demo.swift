import ArgumentParser
import Fetching
import Foundation
import Library
import SampleOrigins

/// Tidings reading invented newspapers on this machine.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show Tidings with invented newspapers, all on this machine.",
        discussion: """
            A dozen invented publications are served on loopback and read like any others: real HTTP, a real database, in a
            temporary folder that goes when the demonstration ends (Ctrl-C). A new story comes about every half minute.
            """)

    @Option(help: "The port of the newspaper; a free one near it is taken when it is busy.")
    var port = 8480

    @Option(
        help: "How the house is: \(DemoScenario.allCases.map(\.rawValue).joined(separator: ", ")).",
        transform: Demo.state)
    var state = DemoScenario.lively

    @Flag(help: "Let no new story come.")
    var still = false

    @Flag(help: "Let a phone in the same network read too, by a link that works once.")
    var phone = false

    @Option(help: ArgumentHelp("With --phone: which of this machine's addresses the phone asks.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("Serve the app's files from a folder, while working on them.", valueName: "folder"))
    var assets: String?

    @Option(help: ArgumentHelp("Show this edition alone; / leads to it.", valueName: "id"))
    var edition: String?

    /// - Throws: a sentence that lists the states there are.
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
            let near = try phoneAddress()
            let port = try FreePort.find(port, near != nil)
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "tidings-demo-\(ProcessInfo.processInfo.processIdentifier)")
            defer { DemoServer.removeFolder(folder) }
            let startAt = Date()
            let clock = DemoClock(startAt: startAt)
            let (still, state, assets, edition) = (still, state, assets, edition)
            let sitesNow: @Sendable () -> Date = { still ? min(clock.now(), startAt) : clock.now() }
            try await SampleSites.open(startAt: startAt, hasNames: true, now: sitesNow) { sites in
                let house = DemoServer(
                    sites: sites, folder: folder, port: port, clock: clock, phoneAddress: near, edition: edition)
                try await house.run(state, assetsFolder: assets.map { URL(filePath: $0, directoryHint: .isDirectory) })
            }
        }
    }

    /// The address that goes into the link.
    private func phoneAddress() throws -> String? {
        guard phone else { return nil }
        guard let found = address ?? LocalAddresses.privateIPv4().first else {
            throw CLIError(
                .unavailable,
                "This machine is in no network. Connect it, or name its address: --phone --address 192.168.1.5")
        }
        return found
    }
}
