import CGumbo
import Foundation

/// The arena allocator of one parse: gumbo never frees, and malloc is slower. Truncates documents beyond a memory
/// budget, in case the prefilter misjudges.
final class ParseArena {
    private var chunks: [UnsafeMutableRawPointer] = []
    private var next: UInt
    private var end: UInt
    private var remaining: Int
    private let options: UnsafeMutablePointer<GumboOptions>
    private(set) var isExhausted = false

    private let deadline: ContinuousClock.Instant

    private static let chunkSize = 1 << 17

    /// Creates an arena; parsing time is limited too, generously.
    /// - Parameter budget: the memory in bytes.
    init(budget: Int, sourceLength: Int) {
        deadline = .now + .seconds(2) + .milliseconds(sourceLength >> 10)
        remaining = budget
        next = 0
        end = 0
        options = .allocate(capacity: 1)
        options.initialize(to: kGumboDefaultOptions)
        options.pointee.max_errors = 0
        options.pointee.allocator = { arena, size in
            guard let arena else { return nil }
            return Unmanaged<ParseArena>.fromOpaque(arena)._withUnsafeGuaranteedRef { $0.allocate(size) }
        }
        options.pointee.deallocator = { _, _ in }
    }

    deinit {
        for chunk in chunks { free(chunk) }
        options.deallocate()
    }

    /// Parses a document, or a fragment as the content of a `div`. The tree lives as long as the arena.
    func parse(_ text: UnsafeBufferPointer<UInt8>, asDocument: Bool) -> UnsafeMutablePointer<GumboNode>? {
        options.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
        options.pointee.fragment_context = asDocument ? GUMBO_TAG_LAST : GUMBO_TAG_DIV
        return text.withMemoryRebound(to: CChar.self) { bytes in
            gumbo_parse_with_options(options, bytes.baseAddress, bytes.count)?.pointee.root
        }
    }

    @inline(__always)
    private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let rounded = UInt(size + 15) & ~15
        if next + rounded <= end {
            defer { next += rounded }
            return UnsafeMutableRawPointer(bitPattern: next)
        }
        return newChunk(Int(rounded))
    }

    private func newChunk(_ size: Int) -> UnsafeMutableRawPointer? {
        let length = max(size, Self.chunkSize)
        remaining -= length
        if remaining < 0 || deadline < .now {
            // Gumbo checks this option between tokens, when its tree is consistent.
            isExhausted = true
            options.pointee.stop_on_first_error = true
        }
        guard let chunk = malloc(length) else { return nil }
        chunks.append(chunk)
        if size < Self.chunkSize {
            next = UInt(bitPattern: chunk) + UInt(size)
            end = UInt(bitPattern: chunk) + UInt(length)
        }
        return chunk
    }
}
