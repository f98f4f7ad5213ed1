/// A script that the server joins from modules that are always needed together, so that they come with one request.
///
/// The modules of a script share its scope: in it a name stands for one thing. Whoever imports from such a module imports from
/// its script.
enum JoinedScript {
    /// The modules by script, each after the modules that it imports.
    static let modules: [String: [String]] = [
        "page.js": ["page.js", "time.js", "actions.js"],
        "app.js": ["lists.js", "sheets.js", "navigation.js", "story.js", "app.js"],
        "thread.js": ["thread-navigation.js", "thread-find.js", "thread-next.js", "thread.js"],
    ]

    private static let scripts = Dictionary(
        uniqueKeysWithValues: modules.flatMap { script, modules in modules.map { ($0, script) } })

    /// Returns the script `name` of its modules: what they import from other scripts, once, and then their code.
    static func joined(_ modules: [[UInt8]], as name: String) -> [UInt8] {
        var paths: [String] = []
        var names: [String: [String]] = [:]
        var code: [UInt8] = []
        for module in modules {
            var rest = module[...]
            while let line = nextImport(&rest) {
                let path = importedScript(line)
                guard path != name else { continue }
                if names[path] == nil { paths.append(path) }
                let known = names[path, default: []]
                names[path] = known + importedNames(line).filter { !known.contains($0) }
            }
            code += rest
        }
        let imports = paths.map { path in
            let list = names[path, default: []].joined(separator: ",")
            return list.isEmpty ? "import'./\(path)';\n" : "import{\(list)}from'./\(path)';\n"
        }
        return Array(imports.joined().utf8) + code
    }

    /// Removes the first line, and the comments and empty lines before it, if it imports from another module.
    private static func nextImport(_ rest: inout ArraySlice<UInt8>) -> String? {
        var ahead = rest
        while !ahead.isEmpty {
            let line = ahead.prefix { $0 != UInt8(ascii: "\n") }
            ahead = ahead[line.endIndex...].dropFirst()
            if line.isEmpty || line.starts(with: Array("//".utf8)) { continue }
            guard line.starts(with: Array("import ".utf8)) else { return nil }
            rest = ahead
            return String(decoding: line, as: UTF8.self)
        }
        return nil
    }

    /// Returns the name of the script that an import leads to, such as `page.js` for `import { a } from './time.js';`.
    private static func importedScript(_ line: String) -> String {
        let module = line.split(separator: "'").dropLast().last.map { String($0.dropFirst(2)) } ?? ""
        return scripts[module] ?? module
    }

    private static func importedNames(_ line: String) -> [String] {
        let list = line.split(separator: "}").first?.split(separator: "{").dropFirst().first ?? ""
        return list.split(separator: ",").map { $0.filter { $0 != " " } }
    }
}
