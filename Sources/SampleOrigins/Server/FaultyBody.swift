internal import Hummingbird
internal import NIOCore

/// The response bodies of simulated faults.
enum FaultyBody {
    /// An error that closes the connection within a body.
    struct ConnectionAborted: Error {}

    /// Returns a body that sends half of the bytes, then closes the connection.
    static func truncated(_ body: [UInt8]) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            try await writer.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
            throw ConnectionAborted()
        }
    }

    /// Returns a body that sends the bytes, then spaces until the client closes the connection.
    static func endless(after body: [UInt8]) -> ResponseBody {
        ResponseBody { writer in
            try await writer.write(ByteBuffer(bytes: body))
            let spaces = ByteBuffer(repeating: UInt8(ascii: " "), count: 65536)
            while !Task.isCancelled { try await writer.write(spaces) }
            throw ConnectionAborted()
        }
    }

    /// Returns a body that sends ten pieces per second.
    static func slow(_ body: [UInt8], bytesPerSecond: Int) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            let step = max(1, bytesPerSecond / 10)
            for start in stride(from: 0, to: body.count, by: step) {
                try await writer.write(ByteBuffer(bytes: body[start..<min(start + step, body.count)]))
                try await Task.sleep(for: .milliseconds(100))
            }
            try await writer.finish(nil)
        }
    }
}
