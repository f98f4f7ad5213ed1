import HTTPTypes
import Hummingbird

/// The cookies of a request (RFC 6265 §5.4), undecoded.
struct RequestCookies: Sendable {
    private let pairs: [(name: Substring, value: Substring)]

    init(of request: Request) {
        pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.prefix(100).compactMap { pair in
            let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return halves.count == 2 ? (halves[0], halves[1]) : nil
        }
    }

    subscript(_ name: String) -> String? { pairs.first { $0.name == name }.map { String($0.value) } }
}
