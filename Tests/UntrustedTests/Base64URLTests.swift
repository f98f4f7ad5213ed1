import Testing
import Untrusted

@Suite struct `Base64 for URLs` {
    /// The vectors of RFC 4648 §10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `encodes as its standard says, and reads that again`(text: String, encoded: String) {
        #expect(Base64URL.encode(text.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test func `the alphabet is the URL's, for all bytes and lengths`() {
        let bytes = Array(UInt8.min...UInt8.max)
        for count in 0...bytes.count {
            let encoded = Base64URL.encode(bytes.suffix(count))
            #expect(Base64URL.decode(encoded) == Array(bytes.suffix(count)))
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("+/8") == nil)
    }
}
