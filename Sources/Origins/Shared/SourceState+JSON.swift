import Foundation
import Logging
import News

extension SourceState {
    /// Nil, and logged, if encoding fails; requests are then unconditional.
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

    /// Nil for another kind's or version's state.
    func decode<State: Decodable>(as type: State.Type) -> State? {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { return nil }
    }
}
