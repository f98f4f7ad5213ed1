import Crypto
import Foundation

/// A key that seals secrets. Its description and mirror show nothing of it.
struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
    static let size = 32

    private let key: SymmetricKey

    /// Creates a key; nil unless there are exactly `size` bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        key = SymmetricKey(data: bytes)
    }

    static func randomBytes() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Seals a text with AES-GCM, with the name as associated data: a value sealed under another name is rejected.
    func seal(_ text: String, as name: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(text.utf8), using: key, authenticating: Data(name.utf8))
        guard let combined = box.combined else { throw LibraryError.failed(why: "a secret could not be sealed") }
        return [UInt8](combined)
    }

    /// Returns the text; nil if another key or another name sealed it, or if it was changed.
    func unseal(_ sealed: [UInt8], as name: String) -> String? {
        do {
            let box = try AES.GCM.SealedBox(combined: Data(sealed))
            let text = try AES.GCM.open(box, using: key, authenticating: Data(name.utf8))
            return String(decoding: text, as: UTF8.self)
        } catch { return nil }
    }

    var description: String { "MasterKey" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
