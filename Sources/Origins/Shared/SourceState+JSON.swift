import Foundation
import Logging
import News

/// Coding of a source's state as JSON.
extension SourceState {
    /// Nil, and logged, if encoding fails; the origin is then read unconditionally.
    init?(writing state: some Encodable) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            self.init(bytes: Array(try encoder.encode(state)))
        } catch {
            Logger(label: "origins").error("What an answer gave to remember cannot be written: \(error)")
            return nil
        }
    }

    /// Nil if it was written by another kind of source or another version.
    func decode<Memory: Decodable>(as kind: Memory.Type) -> Memory? {
        do { return try JSONDecoder().decode(kind, from: Data(bytes)) } catch { return nil }
    }
}
