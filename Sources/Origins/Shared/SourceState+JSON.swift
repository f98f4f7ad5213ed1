import Foundation
import Logging
import News

/// What a source remembers, as JSON.
extension SourceState {
    /// Nil, with a word in the log, when it cannot be written: the origin is then asked for everything once more.
    init?(writing memory: some Encodable) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            self.init(bytes: Array(try encoder.encode(memory)))
        } catch {
            Logger(label: "origins").error("What an answer gave to remember cannot be written: \(error)")
            return nil
        }
    }

    /// Nil when it is another kind of source's, or another version's.
    func decode<Memory: Decodable>(as kind: Memory.Type) -> Memory? {
        do { return try JSONDecoder().decode(kind, from: Data(bytes)) } catch { return nil }
    }
}
