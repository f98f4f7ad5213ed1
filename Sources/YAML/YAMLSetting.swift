public import Foundation
import Yams

/// A value of a settings file, or of another file of keys and values.
public struct YAMLSetting: Sendable, Hashable {
    /// The keys joined by dots: `web.publicURL`.
    public var key: String
    /// The value as written; several for a list.
    public var values: [String]
    /// The line, from 1.
    public var line: Int

    /// Reads all settings: mappings sorted by key, lists in their order. Scalars are not resolved: `1_000` is five
    /// characters.
    /// - Throws: if the file is not UTF-8 or YAML, is over 256 kB, or has aliases, over twenty levels or duplicate
    ///   keys.
    public static func all(in file: Data) throws(YAMLDiagnostic) -> [YAMLSetting] {
        guard file.count <= YAMLReader.maxBytes else {
            throw YAMLDiagnostic(line: 1, "The file is larger than 256 kB, which none of its kind is. Shorten it.")
        }
        guard let text = String(validating: file, as: UTF8.self) else {
            throw YAMLDiagnostic(line: 1, "The file is not written in UTF-8. Save it as UTF-8.")
        }
        guard let root = try YAMLReader.root(of: text), root.scalar?.string.isEmpty != true else { return [] }
        guard root.mapping != nil else {
            throw YAMLDiagnostic(
                line: root.mark?.line ?? 1,
                "The file must hold keys and values, one on a line, such as: key: value")
        }
        var settings: [YAMLSetting] = []
        try collect(root, under: "", into: &settings)
        return settings
    }

    /// Reads the values by key of a file without lists.
    /// - Throws: like `all`, and for a list.
    public static func singleValues(in file: Data) throws(YAMLDiagnostic) -> [String: String] {
        var values: [String: String] = [:]
        for setting in try all(in: file) {
            guard setting.values.count == 1, let value = setting.values.first else {
                throw YAMLDiagnostic(
                    line: setting.line, "“\(setting.key)” has one value, not a list. Write it without brackets.")
            }
            values[setting.key] = value
        }
        return values
    }

    private static func collect(
        _ node: Node, under prefix: String, into settings: inout [YAMLSetting]
    ) throws(YAMLDiagnostic) {
        if let table = node.mapping {
            for (key, value) in table.sorted(by: { ($0.key.scalar?.string ?? "") < ($1.key.scalar?.string ?? "") }) {
                guard let name = key.scalar?.string else { throw unsupported(key) }
                try collect(value, under: prefix.isEmpty ? name : "\(prefix).\(name)", into: &settings)
            }
        } else if let list = node.sequence {
            var values: [String] = []
            for value in list {
                guard let text = value.scalar?.string else { throw unsupported(value) }
                values.append(text)
            }
            settings.append(YAMLSetting(key: prefix, values: values, line: node.mark?.line ?? 1))
        } else {
            settings.append(YAMLSetting(key: prefix, values: [node.scalar?.string ?? ""], line: node.mark?.line ?? 1))
        }
    }

    private static func unsupported(_ node: Node) -> YAMLDiagnostic {
        YAMLDiagnostic(
            line: node.mark?.line ?? 1, column: node.mark?.column ?? 1,
            "Neither a key nor a value of a list can be a list or a table. Write a word here.")
    }
}
