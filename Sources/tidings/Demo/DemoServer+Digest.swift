import Foundation
import Library
import News
import Web

extension DemoServer {
    /// Chooses a digest in the morning, some days ago, so that issues are there at once.
    func chooseDigest(_ dependencies: AppDependencies) async throws {
        guard shows(.mine) else { return }
        clock.freeze(hoursBefore: 80)
        try await dependencies.library.digests.choose(
            DigestSettings(isOn: true, schedule: DigestSchedule(zone: .current)), for: .first)
    }

    /// Makes the issue that was due last, as the server would have.
    func makeDigest(_ dependencies: AppDependencies, _ editions: EditionRegistry) async throws {
        let composer = dependencies.digestComposer(editions)
        try await dependencies.library.digests.makeDue { composer.message(for: $0) }
    }
}
