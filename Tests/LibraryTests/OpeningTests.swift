import Testing
@testable import Library
@Test func `placeholder`() {}
