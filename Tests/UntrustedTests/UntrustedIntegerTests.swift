import Testing
import Untrusted

@Suite struct UntrustedIntegerTests {
    @Test func `equal numbers are equal`() {
        #expect(UntrustedInteger(1) == UntrustedInteger(1))
    }
}
