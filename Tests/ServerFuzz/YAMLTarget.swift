import Foundation

@testable import Library

extension FuzzTarget {
    /// Any text is an edition, or a list of complaints with their lines.
    static var yaml: FuzzTarget {
        let folder = temporaryFolder("yaml")
        return FuzzTarget { bytes in
            let file = folder.appending(path: "edition.yaml")
            do { try Data(bytes).write(to: file) } catch { breach("no file: \(error)") }
            let read = EditionRack.read(file, knows: { _ in true })
            if case .broken(let complaints) = read.reading {
                demand(!complaints.isEmpty, "broken without a complaint")
                demand(complaints.allSatisfy { $0.line >= 0 && !$0.sentence.isEmpty }, "a complaint without a place")
            }
        }
    }
}
