import Foundation

@testable import Library

extension FuzzTarget {
    /// Any text is an edition, or a list of complaints with their lines.
    static var yaml: FuzzTarget {
        let folder = temporaryFolder("yaml")
        return FuzzTarget { bytes in
            let file = folder.appending(path: "edition.yaml")
            do { try Data(bytes).write(to: file) } catch { breach("no file: \(error)") }
            let parsed = EditionRegistry.parse(file, isSupported: { _ in true })
            if case .invalid(let diagnostics) = parsed.result {
                demand(!diagnostics.isEmpty, "broken without a complaint")
                demand(diagnostics.allSatisfy { $0.line >= 0 && !$0.message.isEmpty }, "a complaint without a place")
            }
        }
    }
}
