import Compression
import Testing

@Suite struct AssetMinifierTests {
    @Test func `files travel without what is there for their readers only`() {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(
            text(AssetMinifier.script(Array("// A.\nconst a = 'b // c';\n\n  // D\n  run(a); // no\n".utf8)))
                == "const a = 'b // c';\nrun(a); // no\n")
        #expect(
            text(AssetMinifier.stylesheet(Array("/* a\n b */\n.c { d: e f; }\n  .f {}/* open".utf8)))
                == ".c{d:e f}.f{}")
        #expect(
            text(
                AssetMinifier.stylesheet(
                    Array("@media (a: b) and (c) { .g :hover, h > i { content: \"j ; { k\" } }".utf8)))
                == "@media (a:b) and (c){.g :hover,h > i{content:\"j ; { k\"}}")
        #expect(
            text(
                AssetMinifier.stylesheet(
                    Array(".a,\n.b > i {\n  font:\n    1px\n    x;\n}\n\n.c d { e: \"\n\" }\n".utf8)))
                == ".a,.b > i{font:1px x}.c d{e:\"\n\"}")
        #expect(AssetMinifier.stylesheet([]).isEmpty && AssetMinifier.script(Array("//".utf8)).isEmpty)
    }
}
