import Foundation

/// How the programs of this folder answer: one JSON object a line.
public enum FactLine {
    /// Prints the facts; numbers that are none become null.
    public static func say(_ facts: [String: Any]) {
        let finite = facts.mapValues { value -> Any in
            guard let number = value as? Double, !number.isFinite else { return value }
            return NSNull()
        }
        do {
            let line = try JSONSerialization.data(withJSONObject: finite, options: .sortedKeys)
            FileHandle.standardOutput.write(line + Data("\n".utf8))
        } catch {
            print("unprintable: \(error)")
        }
    }
}
