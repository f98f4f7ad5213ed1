import Foundation

@testable import Library

extension FuzzTarget {
    /// Any text is an edition, or a list of complaints with their lines.
    static var yaml: FuzzTarget {
        let folder = temporaryFolder("yaml")
        return FuzzTarget { bytes in
            let file = folder.appending(path: "edition.yaml")
            do { try Data(bytes).write(to: file) } catch { breach("no file: \(error)") }
            let read = EditionRegistry.read(file, knows: { _ in true })
            if case .broken(let diagnostics) = read.reading {
                demand(!diagnostics.isEmpty, "broken without a complaint")
                demand(diagnostics.allSatisfy { $0.line >= 0 && !$0.sentence.isEmpty }, "a complaint without a place")
            }
        }
    }
}
