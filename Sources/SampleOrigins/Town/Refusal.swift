internal import HTTPTypes
internal import Hummingbird

/// The answers of behaviours that serve no page.
enum Refusal {
    static func response(for behaviour: Behaviour?, hit: Hit) -> Response? {
        switch behaviour {
        case .status(let code, let retryAfter):
            var headers: HTTPFields = [.contentLength: "0"]
            headers[.retryAfter] = retryAfter?.value
            return Response(status: .init(code: code), headers: headers)
        case .gone:
            return Response(status: .gone, headers: [.contentLength: "0"])
        case .redirected(let target, let permanent):
            return redirect(to: target, status: permanent ? .movedPermanently : .found)
        case .redirectLoop:
            let round = hit.query.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
            return redirect(to: "\(hit.path)?round=\(round + 1)", status: .found)
        default:
            return nil
        }
    }

    private static func redirect(to target: String, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: target, .contentLength: "0"])
    }
}
