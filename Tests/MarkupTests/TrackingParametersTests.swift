import Markup
import Testing
import URLs

struct TrackingParametersTests {
    @Test(arguments: [
        ("https://example.org/?utm_source=a", "https://example.org/"),
        ("https://example.org/?id=1&UTM_Source=a&x", "https://example.org/?id=1&x"),
        ("https://example.org/?gclid=1&fbclid=2#part", "https://example.org/#part"),
        ("https://example.org/a?b=c#utm_medium=x", "https://example.org/a?b=c"),
        ("https://example.org/?autm_source=1&source=2", "https://example.org/?autm_source=1&source=2"),
        ("https://example.org/?", "https://example.org/?"),
        ("https://example.org/?a=1&&b=2", "https://example.org/?a=1&&b=2"),
    ])
    func `tracking parameters go and nothing else`(text: String, expected: String) {
        let address = WebAddress(text)?.withoutTracking
        #expect(address?.text == expected)
        // The parts still fit the text.
        #expect(address == address.flatMap { WebAddress($0.text) })
        #expect(address?.query == WebAddress(expected)?.query)
        #expect(address?.fragment == WebAddress(expected)?.fragment)
    }
}
