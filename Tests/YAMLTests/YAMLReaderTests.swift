import Foundation
import Testing

@testable import YAML

@Suite struct YAMLReaderTests {
    private func sentence(_ text: String) -> String? {
        do throws(YAMLDiagnostic) {
            _ = try YAMLReader.root(of: text)
            return nil
        } catch { return "\(error.line): \(error.message)" }
    }

    @Test func `aliases that stand for a billion nodes are refused with their line`() throws {
        var text = "title: T\na0: &a0 [x,x,x,x,x,x,x,x]\n"
        for level in 1..<9 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]\n"
        }
        // As a key it would be hashed whole: for over a minute.
        text += "? *a8\n: x\n"
        #expect(sentence(text)?.hasPrefix("3: “*a0” stands for what “&a0” names.") == true)
    }

    @Test(arguments: [
        "a: &x 1\nb: *x", "a: &x 1\n*x : 2", "a: [&x 1,*x]", "a: {&x b: 1, c:  *x}", "- &x 1\n- *x",
        "a: &x\n  b: 1\nc:\t*x",
        "a: &x-y_1 1\nb: *x-y_1", "? &x a\n: *x", "a: \"q\n# r\"\nb: &x 1\nc: [\"s\n# t\", *x]",
    ])
    func `an alias is found wherever it may stand`(text: String) {
        #expect(sentence(text)?.contains("Such references are not read") == true)
    }

    @Test(arguments: [
        "title: Fish *and* chips", "title: Q&A and R&D", "about: \"*bold* and & more\"", "a: 2*3 & 4*5",
        "# *note*\na: 1",
        "a: &x 1", "a: b&c *d",
    ])
    func `signs that refer to nothing are text`(text: String) {
        #expect(sentence(text) == nil)
    }

    @Test(arguments: ["[", "{", "- ", "? "])
    func `nesting ends at a bound`(sign: String) {
        #expect(
            sentence("a:\n  " + String(repeating: sign, count: 30_000))?.contains("levels inside one another") == true)
    }

    @Test func `twenty levels are read and twenty-one are not`() {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + "x" + String(repeating: "]", count: count)
        }
        #expect(sentence(nested(19)) == nil)
        #expect(sentence(nested(20))?.contains("levels inside one another") == true)
    }

    @Test func `a file larger than the bound is refused`() {
        #expect(
            sentence("a: \"" + String(repeating: "x", count: 256 << 10) + "\"")?.contains("larger than 256 kB") == true)
    }

    @Test func `thousands of keys that stand twice are told in one short sentence`() {
        let keys = (0..<5000).map { "key\($0): 1\nkey\($0): 2\n" }.joined()
        let told = sentence(keys)
        #expect(told?.contains("stands twice") == true)
        #expect((told?.count ?? 0) < 500)
    }

    @Test func `settings are the text that stands in the file, with their lines`() throws {
        let file = Data("listen: 0:8480\nweb:\n  trustedProxies: [10.0.0.1, 1_000]\n  key: ~\n".utf8)
        let settings = try YAMLSetting.all(in: file)
        #expect(
            settings.map(\.key) == ["listen", "web.key", "web.trustedProxies"])
        #expect(settings.map(\.values) == [["0:8480"], ["~"], ["10.0.0.1", "1_000"]])
        #expect(settings.map(\.line) == [1, 4, 3])
    }

    @Test func `a file of single values is a table of texts, blocks among them, and has no lists`() throws {
        let file = Data("version: 1\nlist:\n  # A remark.\n  row: \"tr > td\"\n  page: |\n    <a>\n\n     b # c\n".utf8)
        #expect(
            try YAMLSetting.singleValues(in: file)
                == ["version": "1", "list.row": "tr > td", "list.page": "<a>\n\n b # c\n"])
        for text in ["a: 1\nb: []", "a: 1\nb: [1, 2]"] {
            #expect(throws: YAMLDiagnostic(line: 2, "“b” has one value, not a list. Write it without brackets.")) {
                try YAMLSetting.singleValues(in: Data(text.utf8))
            }
        }
        #expect(try YAMLSetting.singleValues(in: Data()).isEmpty)
    }

    @Test func `merge keys mean nothing, and neither tables in lists`() throws {
        #expect(try YAMLSetting.all(in: Data("<<: {listen: x}".utf8)).map(\.key) == ["<<.listen"])
        #expect(throws: YAMLDiagnostic.self) { try YAMLSetting.all(in: Data("a: [{b: 1}]".utf8)) }
        #expect(throws: YAMLDiagnostic.self) { try YAMLSetting.all(in: Data("? [a]\n: 1".utf8)) }
        #expect(throws: YAMLDiagnostic.self) { try YAMLSetting.all(in: Data([0x61, 0x3A, 0x20, 0xFF])) }
        #expect(try YAMLSetting.all(in: Data("# only a remark\n".utf8)).isEmpty)
        #expect(try YAMLSetting.all(in: Data()).isEmpty)
    }
}
