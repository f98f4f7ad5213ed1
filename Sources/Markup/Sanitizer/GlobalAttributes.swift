import CGumbo
import Foundation
import Untrusted

/// The attributes that matter on every element, read in one pass.
struct GlobalAttributes {
    private(set) var id: UnsafeBufferPointer<UInt8>?
    private(set) var language: UnsafeBufferPointer<UInt8>?
    private(set) var direction: UnsafeBufferPointer<UInt8>?
    private(set) var title: UnsafeBufferPointer<UInt8>?
    private(set) var roles: ClassRoles = []
    private(set) var style: UnsafeBufferPointer<UInt8>?
    private(set) var codeLanguage: [UInt8]?
    private(set) var isHidden = false
    /// The address obfuscated by Cloudflare: the first byte is the XOR key of the others.
    private(set) var obfuscatedEmail: UnsafeBufferPointer<UInt8>?

    init(_ node: GumboTree.Node) {
        let attributes = node.pointee.v.element.attributes
        for index in 0..<Int(attributes.length) {  // bounded: a length
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
            let classes = GumboTree.bytes(value)
            roles = ClassRoles.of(classes)
            if codeLanguage == nil { codeLanguage = CodeLanguage.fromClasses(classes) }
        case UInt8(ascii: "i") where isNamed("id"): id = GumboTree.bytes(value)
        case UInt8(ascii: "n") where isNamed("name"): if id == nil { id = GumboTree.bytes(value) }
        case UInt8(ascii: "s") where isNamed("style"):
            let style = GumboTree.bytes(value)
            self.style = style
            isHidden = isHidden || InlineStyle.hides(style)
        case UInt8(ascii: "h") where isNamed("hidden"):
            isHidden = isHidden || !GumboTree.bytes(value).elementsEqual("until-found".utf8)
        case UInt8(ascii: "l") where isNamed("lang"): language = GumboTree.bytes(value)
        case UInt8(ascii: "x") where isNamed("xml:lang"): if language == nil { language = GumboTree.bytes(value) }
        case UInt8(ascii: "d") where isNamed("dir"): direction = GumboTree.bytes(value)
        case UInt8(ascii: "d") where isNamed("data-lang") || isNamed("data-language"):
            codeLanguage = CodeLanguage.validated(GumboTree.bytes(value)) ?? codeLanguage
        case UInt8(ascii: "d") where isNamed("data-cfemail"): obfuscatedEmail = GumboTree.bytes(value)
        case UInt8(ascii: "t") where isNamed("title"): title = GumboTree.bytes(value)
        default: break
        }
    }

    var decodedEmail: [UInt8]? {
        guard let obfuscatedEmail, (8...400).contains(obfuscatedEmail.count), obfuscatedEmail.count.isMultiple(of: 2)
        else {
            return nil
        }
        let bytes = stride(from: 0, to: obfuscatedEmail.count, by: 2).compactMap { index -> UInt8? in
            guard let high = ASCII.hexValue(obfuscatedEmail[index]),
                let low = ASCII.hexValue(obfuscatedEmail[index + 1])
            else { return nil }
            return high << 4 | low
        }
        let address = bytes.dropFirst().map { $0 ^ bytes[0] }
        let fits = bytes.count * 2 == obfuscatedEmail.count && address.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return fits && address.contains(0x40) ? address : nil
    }

    /// The direction if it is `ltr`, `rtl` or `auto`.
    var validDirection: StaticString? {
        guard let direction else { return nil }
        let lowered = direction.map { $0 | 0x20 }
        if lowered.elementsEqual("rtl".utf8) { return "rtl" }
        if lowered.elementsEqual("ltr".utf8) { return "ltr" }
        return lowered.elementsEqual("auto".utf8) ? "auto" : nil
    }

    /// The language if it has only BCP 47 characters.
    var validLanguage: UnsafeBufferPointer<UInt8>? {
        guard let language, (1...35).contains(language.count) else { return nil }
        let fits = language.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D }
        return fits ? language : nil
    }
}
