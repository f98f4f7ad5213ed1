/// An encoding of the WHATWG Encoding Standard, or another one of `iconv`.
struct Charset: Hashable {
    /// The encoding's name in the standard, in lower case.
    let name: String
    let iconvName: String
    let kind: Kind

    enum Kind {
        case utf8, wide, singleByte, multiByte
        /// An encoding of single bytes whose letters are not ASCII.
        case ebcdic
    }

    static let utf8 = Charset(name: "utf-8", iconvName: "UTF-8", kind: .utf8)
    static let windows1252 = Charset(name: "windows-1252", iconvName: "CP1252", kind: .singleByte)
    static let eucJP = Charset(name: "euc-jp", iconvName: "EUC-JP-MS", kind: .multiByte)
    static let iso2022JP = Charset(name: "iso-2022-jp", iconvName: "ISO-2022-JP", kind: .multiByte)
    static let utf16LittleEndian = Charset(name: "utf-16le", iconvName: "UTF-16LE", kind: .wide)
    static let utf16BigEndian = Charset(name: "utf-16be", iconvName: "UTF-16BE", kind: .wide)
    static let utf32LittleEndian = Charset(name: "utf-32le", iconvName: "UTF-32LE", kind: .wide)
    static let utf32BigEndian = Charset(name: "utf-32be", iconvName: "UTF-32BE", kind: .wide)

    /// The number of bytes per code unit.
    var unitSize: Int {
        guard kind == .wide else { return 1 }
        return name.hasPrefix("utf-32") ? 4 : 2
    }

    /// Returns the encoding for a label (Encoding Standard §4.2); ignores case, quotation marks and white space.
    static func labelled(_ label: String) -> Charset? {
        let trimmed = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        return labels[trimmed] ?? labels[LanguageTagNormalizer.normalized(trimmed)] ?? iconvCharset(trimmed)
    }

    /// Returns the encoding for a lower-case name or label of the standard's table.
    static func standard(_ label: String) -> Charset? { labels[label] }

    /// Returns another encoding of `iconv`, such as a DOS or EBCDIC code page.
    private static func iconvCharset(_ label: String) -> Charset? {
        let spellings = [label, iconvAliases[label] ?? label, LanguageTagNormalizer.normalized(label)]
        guard label.utf8.count <= 40, !label.hasPrefix("utf-7"), label.utf8.allSatisfy({ $0.isNameByte && $0 < 0x80 })
        else { return nil }
        for spelling in spellings {
            let charset = Charset(name: label, iconvName: spelling.uppercased(), kind: .multiByte)
            if let ascii = Transcoder.text(of: Array("<?xml".utf8), in: charset) {
                if ascii == "<?xml" { return charset }
                let bytes: [UInt8] = [0x4C, 0x6F, 0xA7, 0x94, 0x93]
                guard Transcoder.text(of: bytes, in: charset) == "<?xml" else { return nil }
                return Charset(name: label, iconvName: spelling.uppercased(), kind: .ebcdic)
            }
        }
        return nil
    }

    /// The `iconv` names of labels found in XML.
    private static let iconvAliases: [String: String] = [
        "macroman": "macintosh", "mac-roman": "macintosh", "maccyrillic": "mac-cyrillic", "macgreek": "macgreek",
        "maccentraleurope": "mac-centraleurope", "maclatin2": "mac-centraleurope", "maciceland": "mac-is",
        "macturkish": "macturkish", "ms-cyrl": "cp1251", "tcvn-5712": "tcvn5712-1", "cp_is": "cp861",
        "ebcdic-cp-be": "ibm500", "ebcdic-cp-ch": "ibm500", "ebcdic-cp-ca": "ibm037", "ebcdic-cp-us": "ibm037",
        "ebcdic-cp-nl": "ibm037", "ebcdic-cp-wt": "ibm037", "ibm039": "ibm037", "437": "cp437", "850": "cp850",
    ]

    private static let labels: [String: Charset] = {
        var labels: [String: Charset] = [:]
        for (name, iconv, kind, aliases) in labelTable {
            let charset = Charset(name: name, iconvName: iconv, kind: kind)
            labels[name] = charset
            for alias in aliases.split(separator: " ") { labels[String(alias)] = charset }
        }
        return labels
    }()

    /// The standard's table, then UTF-32, which some feeds use.
    private static let labelTable: [(String, String, Kind, String)] = [
        ("utf-8", "UTF-8", .utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8 utf_8 utf-8n"),
        ("ibm866", "CP866", .singleByte, "866 cp866 csibm866"),
        (
            "iso-8859-2", "ISO-8859-2", .singleByte,
            "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
        ),
        (
            "iso-8859-3", "ISO-8859-3", .singleByte,
            "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
        ),
        (
            "iso-8859-4", "ISO-8859-4", .singleByte,
            "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
        ),
        (
            "iso-8859-5", "ISO-8859-5", .singleByte,
            "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
        ),
        (
            "iso-8859-6", "ISO-8859-6", .singleByte,
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
        ),
        (
            "iso-8859-7", "ISO-8859-7", .singleByte,
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"
        ),
        (
            "iso-8859-8", "ISO-8859-8", .singleByte,
            "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
        ),
        ("iso-8859-10", "ISO-8859-10", .singleByte, "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        ("iso-8859-13", "ISO-8859-13", .singleByte, "iso8859-13 iso885913"),
        ("iso-8859-14", "ISO-8859-14", .singleByte, "iso8859-14 iso885914"),
        ("iso-8859-15", "ISO-8859-15", .singleByte, "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9"),
        ("iso-8859-16", "ISO-8859-16", .singleByte, "iso8859-16"),
        ("koi8-r", "KOI8-R", .singleByte, "cskoi8r koi koi8 koi8_r"),
        ("koi8-u", "KOI8-U", .singleByte, "koi8-ru"),
        ("macintosh", "MACINTOSH", .singleByte, "csmacintosh mac x-mac-roman"),
        ("windows-874", "CP874", .singleByte, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 cp874"),
        ("windows-1250", "CP1250", .singleByte, "cp1250 x-cp1250 win-1250"),
        ("windows-1251", "CP1251", .singleByte, "cp1251 x-cp1251 win-1251 win1251"),
        (
            "windows-1252", "CP1252", .singleByte,
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 latin-1 win-1252 cp-1252 iso-latin-1 ansi"
        ),
        ("windows-1253", "CP1253", .singleByte, "cp1253 x-cp1253"),
        (
            "windows-1254", "CP1254", .singleByte,
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254"
        ),
        ("windows-1255", "CP1255", .singleByte, "cp1255 x-cp1255"),
        ("windows-1256", "CP1256", .singleByte, "cp1256 x-cp1256"),
        ("windows-1257", "CP1257", .singleByte, "cp1257 x-cp1257"),
        ("windows-1258", "CP1258", .singleByte, "cp1258 x-cp1258"),
        ("x-mac-cyrillic", "MAC-CYRILLIC", .singleByte, "x-mac-ukrainian"),
        (
            "gb18030", "GB18030", .multiByte,
            "gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk cp936 ms936 windows-936"
        ),
        ("big5", "BIG5-HKSCS", .multiByte, "big5-hkscs cn-big5 csbig5 x-x-big5 cp950"),
        ("euc-jp", "EUC-JP-MS", .multiByte, "cseucpkdfmtjapanese x-euc-jp"),
        ("iso-2022-jp", "ISO-2022-JP", .multiByte, "csiso2022jp"),
        (
            "shift_jis", "CP932", .multiByte,
            "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932"
        ),
        (
            "euc-kr", "CP949", .multiByte,
            "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949"
        ),
        ("x-user-defined", "", .singleByte, ""),
        ("utf-16be", "UTF-16BE", .wide, "unicodefffe"),
        (
            "utf-16le", "UTF-16LE", .wide,
            "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf16"
        ),
        ("utf-32be", "UTF-32BE", .wide, "ucs-4be"),
        ("utf-32le", "UTF-32LE", .wide, "utf-32 utf32 ucs-4 iso-10646-ucs-4"),
    ]
}
