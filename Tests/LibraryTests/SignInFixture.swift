import News

@testable import Library

/// A low cost, so that a hundred attempts take no time; the format and the rules are the same.
let cheapCost = PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1)

extension LibraryFixture {
    func setPassword(_ text: String = "tide barrier") async throws {
        try await library.sessions.setPassword(text, cost: cheapCost, for: me)
    }

    func guess(
        _ text: String, from address: String = "203.0.113.7", isLocal: Bool = false
    ) async throws(SignInError) -> SecretToken {
        let caller = LoginClient(address: address, isLocal: isLocal, agent: "Test")
        return try await library.sessions.signIn(text, from: caller, for: me).token
    }
}
