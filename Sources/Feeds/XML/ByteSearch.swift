import Glibc

extension UnsafeBufferPointer<UInt8> {
    /// Where a byte next stands.
    @inline(__always)
    func first(_ byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? count
        guard start < end, let base = baseAddress else { return nil }
        guard let found = memchr(base + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where some ASCII next stands.
    func first(_ text: StaticString, from start: Int) -> Int? {
        var at = start
        while let found = first(text.utf8Start[0], from: at) {
            if holds(text, at: found) { return found }
            at = found + 1
        }
        return nil
    }

    /// Whether some ASCII stands here.
    func holds(_ text: StaticString, at: Int) -> Bool {
        guard count - at >= text.utf8CodeUnitCount, let base = baseAddress else { return false }
        return memcmp(base + at, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
