import ArgumentParser
import Foundation

struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page of all commands.",
        discussion: "To read it: tidings manual | man -l -   To install it, write it to share/man/man1/tidings.1.")

    func run() throws {
        let help = try JSONDecoder().decode(CommandHelp.Root.self, from: Data(Tidings._dumpHelp().utf8))
        Terminal.write(document: ManualPage(help.command).text.utf8)
    }
}

/// The help of a command, as ArgumentParser writes it with `--experimental-dump-help`.
private struct CommandHelp: Decodable {
    struct Root: Decodable {
        let command: CommandHelp
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
            var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        let kind: String
        let abstract: String?
        let valueName: String?
        let names: [Name]?
        let isOptional: Bool
        let isRepeating: Bool
        let defaultValue: String?
        let shouldDisplay: Bool

        /// An option of every command.
        var isCommon: Bool {
            ["data", "config", "set", "version", "help"].contains { common in
                names?.contains { $0.name == common } ?? false
            }
        }
    }

    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let superCommands: [String]?
    let subcommands: [CommandHelp]?
    let arguments: [Argument]?

    var fullName: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
    var shownSubcommands: [CommandHelp] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
}

/// A manual page in the man macros (groff_man(7)), of the same words as `--help`.
private struct ManualPage {
    private(set) var text = ""

    init(_ tool: CommandHelp) {
        line(".TH TIDINGS 1 \"\" \"tidings \(BuildInfo.version)\"")
        line(".SH NAME")
        paragraph("\(tool.commandName) - \(tool.abstract ?? "")")
        line(".SH SYNOPSIS")
        line(".B \(Self.escaped(tool.commandName))")
        line(".I command")
        line("[options]")
        line(".SH DESCRIPTION")
        // Lines of the overview that stand in columns keep their breaks.
        line(".nf")
        for part in (tool.discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            paragraph(String(part))
        }
        line(".fi")
        line(".SH COMMANDS")
        for command in tool.shownSubcommands { write(command) }
        line(".SH OPTIONS OF EVERY COMMAND")
        let common = tool.shownSubcommands.flatMap(\.shownArguments).filter(\.isCommon)
        var known: Set<String> = []
        for argument in common where known.insert(argument.valueName ?? "").inserted { write(argument) }
    }

    private mutating func write(_ command: CommandHelp) {
        let arguments = command.shownArguments.filter { !$0.isCommon }
        let usage = arguments.map(Self.usage).joined(separator: " ")
        if command.shownSubcommands.isEmpty || !arguments.isEmpty {
            line(".SS \(Self.escaped("\(command.fullName) \(usage)"))")
            paragraph(command.abstract ?? "")
            if let discussion = command.discussion, !discussion.isEmpty {
                line(".PP")
                paragraph(discussion)
            }
            for argument in arguments { write(argument) }
        }
        for subcommand in command.shownSubcommands { write(subcommand) }
    }

    private mutating func write(_ argument: CommandHelp.Argument) {
        line(".TP")
        let value = argument.kind == "flag" ? "" : " <\(argument.valueName ?? "")>"
        let names = argument.names?.map(\.text).joined(separator: ", ")
        line("\\fB\(Self.escaped((names ?? "") + value).trimmingCharacters(in: .whitespaces))\\fR")
        let known = argument.defaultValue.map { " (default: \($0))" } ?? ""
        paragraph((argument.abstract ?? "") + known)
    }

    private static func usage(_ argument: CommandHelp.Argument) -> String {
        let value = "<\(argument.valueName ?? "")>"
        let name = argument.names?.first { $0.kind == "long" }?.text ?? argument.names?.first?.text
        let text = [name, argument.kind == "flag" ? nil : value].compactMap(\.self).joined(separator: " ")
        let repeated = argument.isRepeating ? "\(text) ..." : text
        return argument.isOptional ? "[\(repeated)]" : repeated
    }

    private mutating func paragraph(_ text: String) { line(Self.escaped(text)) }

    private mutating func line(_ text: String) { self.text += "\(text)\n" }

    /// Returns the text with what roff would read as a command escaped (groff(7)).
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        let isCommand = escaped.hasPrefix(".") || escaped.hasPrefix("'")
        return isCommand ? "\\&\(escaped)" : escaped
    }
}
