import Foundation
import JSON

extension JSONValue {
    /// The date from a number of seconds since 1970.
    var date: Date? { int.flatMap { Date(seconds: $0) } }
}
