import CLibXML2
import Foundation
import Yardstick

/// What others make of the same bytes.
enum Peers {
    /// libxml2, telling nobody, in pieces of 64 KB.
    static func saxOnly(_ bytes: [UInt8]) -> Int {
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        handlers.endElementNs = { _, _, _, _ in }
        handlers.characters = { _, _, _ in }
        handlers.cdataBlock = { _, _, _ in }
        guard !bytes.isEmpty, let context = xmlCreatePushParserCtxt(&handlers, nil, nil, 0, nil) else { return 0 }
        defer { xmlFreeParserCtxt(context) }
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            for at in stride(from: 0, to: all.count, by: 65536) {
                xmlParseChunk(context, base + at, Int32(min(65536, all.count - at)), 0)
            }
            xmlParseChunk(context, nil, 0, 1)
        }
        if context.pointee.wellFormed != 1 { print("libxml2 finds the document malformed") }
        return Int(context.pointee.wellFormed)
    }

    /// CPU seconds of Debian's `sfeed`, the median of five; nil where it is not installed.
    static func sfeed(_ bytes: [UInt8]) throws -> Double? {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sfeed") else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("feed-speed-\(getpid())")
        try Data(bytes).write(to: file)
        defer { unlink(file.path) }
        var found: [Double] = []
        for _ in 0..<5 {
            let before = Stopwatch.childrenSeconds
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/sfeed")
            process.standardInput = try FileHandle(forReadingFrom: file)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            found.append(Stopwatch.childrenSeconds - before)
        }
        return Stopwatch.median(found)
    }
}
