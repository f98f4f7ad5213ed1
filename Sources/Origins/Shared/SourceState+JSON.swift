import Foundation
import Logging
import News

extension SourceState {
    /// Encodes a state; nil, with a log message, if encoding fails. Requests are then unconditional.
    init?(encoding state: some Encodable) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            self.init(bytes: Array(try encoder.encode(state)))
        } catch {
            Logger(label: "origins").error("What an answer gave to remember cannot be written: \(error)")
            return nil
        }
    }

    /// Decodes a state; returns nil for a state of another kind or version.
    func decode<State: Decodable>(as type: State.Type) -> State? {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { return nil }
    }
}
