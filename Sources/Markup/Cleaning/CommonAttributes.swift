import CGumbo
import Foundation

/// The attributes that matter on every element, read in one go.
struct CommonAttributes {
    private(set) var id: UnsafeBufferPointer<UInt8>?
    private(set) var language: UnsafeBufferPointer<UInt8>?
    private(set) var direction: UnsafeBufferPointer<UInt8>?
    private(set) var title: UnsafeBufferPointer<UInt8>?
    private(set) var roles: ClassRoles = []
    private(set) var codeLanguage: [UInt8]?
    private(set) var isHidden = false

    init(_ node: Tree.Node) {
        let attributes = node.pointee.v.element.attributes
        for index in 0..<Int(attributes.length) {
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = attribute.pointee.name, let value = attribute.pointee.value
            else { continue }
            read(name, value)
        }
    }

    private mutating func read(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
        func isNamed(_ wanted: StaticString) -> Bool {
            strcmp(name, UnsafeRawPointer(wanted.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
        }
        switch UInt8(bitPattern: name[0]) {
        case UInt8(ascii: "c") where isNamed("class"):
            let classes = Tree.bytes(value)
            roles = ClassRoles.of(classes)
            if codeLanguage == nil { codeLanguage = CodeLanguage.inClasses(classes) }
        case UInt8(ascii: "i") where isNamed("id"): id = Tree.bytes(value)
        case UInt8(ascii: "n") where isNamed("name"): if id == nil { id = Tree.bytes(value) }
        case UInt8(ascii: "s") where isNamed("style"): isHidden = isHidden || Style.hides(Tree.bytes(value))
        case UInt8(ascii: "h") where isNamed("hidden"):
            isHidden = isHidden || !Tree.bytes(value).elementsEqual("until-found".utf8)
        case UInt8(ascii: "l") where isNamed("lang"): language = Tree.bytes(value)
        case UInt8(ascii: "x") where isNamed("xml:lang"): if language == nil { language = Tree.bytes(value) }
        case UInt8(ascii: "d") where isNamed("dir"): direction = Tree.bytes(value)
        case UInt8(ascii: "d") where isNamed("data-lang") || isNamed("data-language"):
            codeLanguage = CodeLanguage.vetted(Tree.bytes(value)) ?? codeLanguage
        case UInt8(ascii: "t") where isNamed("title"): title = Tree.bytes(value)
        default: break
        }
    }

    /// `ltr`, `rtl` or `auto`, nil for anything else.
    var vettedDirection: StaticString? {
        guard let direction else { return nil }
        let lowered = direction.map { $0 | 0x20 }
        if lowered.elementsEqual("rtl".utf8) { return "rtl" }
        if lowered.elementsEqual("ltr".utf8) { return "ltr" }
        return lowered.elementsEqual("auto".utf8) ? "auto" : nil
    }

    /// A language tag in the letters of BCP 47, nil for anything else.
    var vettedLanguage: UnsafeBufferPointer<UInt8>? {
        guard let language, (1...35).contains(language.count) else { return nil }
        let fits = language.allSatisfy { AddressReader.isLetter($0) || AddressReader.isDigit($0) || $0 == 0x2D }
        return fits ? language : nil
    }
}

/// What can be told from an inline style without knowing CSS.
enum Style {
    static func hides(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        guard style.count >= 12 else { return false }
        let text = compact(style)
        return contains(text, "display:none") || contains(text, "visibility:hidden") || contains(text, "mso-hide:all")
    }

    /// Whether the style makes something a single pixel or nothing.
    static func isTiny(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = compact(style)
        return ["width:1px", "height:1px", "width:0", "height:0"].contains { property in
            text.split(separator: 0x3B).contains {
                $0.elementsEqual(property.utf8) || $0.elementsEqual((property + "px").utf8)
            }
        }
    }

    private static func compact(_ style: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        style.prefix(2_000).compactMap { $0 <= 0x20 ? nil : $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }

    private static func contains(_ text: [UInt8], _ wanted: StaticString) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            bytes.indices.contains {
                bytes[$0] == wanted.utf8Start[0]
                    && Escaping.starts(UnsafeBufferPointer(rebasing: bytes[$0...]), with: wanted)
            }
        }
    }
}
