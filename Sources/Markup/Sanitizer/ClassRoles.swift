import Untrusted

/// The roles of an element, from whole class names of common publishing software; the class `share` alone is not one of
/// them, as it has other uses too.
struct ClassRoles: OptionSet {
    let rawValue: UInt16

    /// Share buttons, sign-up forms, screen-reader text, permalinks, line numbers.
    static let boilerplate = ClassRoles(rawValue: 1)
    /// A figure that is not a `figure` element.
    static let figure = ClassRoles(rawValue: 2)
    /// A caption that is not a `figcaption` element.
    static let caption = ClassRoles(rawValue: 4)
    static let credit = ClassRoles(rawValue: 8)
    /// An emoji drawn as a picture.
    static let emoji = ClassRoles(rawValue: 16)
    /// A player written by the sanitizer.
    static let player = ClassRoles(rawValue: 32)
    /// A formula as MathJax, KaTeX or MediaWiki draws it, often in several forms.
    static let formula = ClassRoles(rawValue: 64)
    /// A formula that has a line to itself.
    static let displayedFormula = ClassRoles(rawValue: 128)
    /// A preview of a formula that MathJax has not drawn yet.
    static let formulaPreview = ClassRoles(rawValue: 256)
    /// A picture with TeX as its alternative text.
    static let formulaPicture = ClassRoles(rawValue: 512)
    /// TeX between delimiters, as pandoc and others write it.
    static let delimitedTeX = ClassRoles(rawValue: 1024)
    /// TeX written by the sanitizer.
    static let tex = ClassRoles(rawValue: 2048)
    /// An empty element with TeX in an attribute, as Substack writes it.
    static let storedTeX = ClassRoles(rawValue: 4096)
    /// A picture that may have TeX as its alternative text: photographs have such classes as well.
    static let possibleFormulaPicture = ClassRoles(rawValue: 8192)

    static func of(_ classes: UnsafeBufferPointer<UInt8>) -> ClassRoles {
        var roles: ClassRoles = []
        var hash = NameHash.seed
        var length = 0
        for byte in classes {
            if byte > 0x20 {
                hash = NameHash.combined(hash, byte)
                length += 1
            } else if length > 0 {
                if let role = byHash[hash] { roles.formUnion(role) }
                hash = NameHash.seed
                length = 0
            }
        }
        if length > 0, let role = byHash[hash] { roles.formUnion(role) }
        return roles
    }

    /// The roles by the FNV-1a hash of the class name.
    private static let byHash: [UInt64: ClassRoles] = {
        var table: [UInt64: ClassRoles] = [:]
        for (role, names) in names {
            for name in names.split(separator: " ") {
                table[NameHash.of(String(name)), default: []].formUnion(role)
            }
        }
        return table
    }()

    private static let names: [(ClassRoles, String)] = [
        (
            .boilerplate,
            """
            sharedaddy sd-sharing sd-sharing-enabled sd-like jp-relatedposts addtoany_share_save_container addtoany_content \
            a2a_kit feedflare share-buttons share-button social-share social-sharing social-share-buttons share-bar sharing-buttons \
            share-links share-tools post-share entry-share essb_links heateor_sss_sharing_container shariff ssba swp_social_panel \
            addthis_toolbox addthis_inline_share_toolbox mc4wp-form newsletter-signup newsletter-form newsletter-box \
            wp-block-jetpack-subscriptions subscription-widget-wrap subscription-widget wp-block-social-links yarpp-related \
            screen-reader-text screen-reader-only sr-only visually-hidden visuallyhidden noprint mw-editsection \
            headerlink anchor-link anchorjs-link heading-anchor header-anchor gutter rouge-gutter linenos lineno line-numbers-rows \
            blob-num tracking-pixel post-views wp-block-buttons-share cookie-notice
            """
        ),
        (.figure, "wp-caption image-caption-wrapper caption-wrapper tr-caption-container"),
        (.caption, "wp-caption-text wp-element-caption image-caption caption-text tr-caption"),
        (
            .credit,
            """
            credit credits photo-credit photocredit image-credit img-credit picture-credit media-credit wp-media-credit \
            caption-credit photographer photo-by image-source attribution copyright figure-credit image__credit caption__credit
            """
        ),
        (.emoji, "wp-smiley emoji twemoji"),
        (.player, "player"),
        (
            .formula,
            """
            katex MathJax MathJax_Display MathJax_SVG MathJax_SVG_Display MathJax_CHTML MathJax_MathML mjx-chtml \
            MJXc-display mwe-math-element
            """
        ),
        (
            .displayedFormula,
            """
            MathJax_Display MathJax_SVG_Display MJXc-display mwe-math-element-block mwe-math-fallback-image-display \
            ql-img-displayed-equation tex-block
            """
        ),
        (.formulaPreview, "MathJax_Preview"),
        (
            .formulaPicture,
            """
            mwe-math-fallback-image-inline mwe-math-fallback-image-display ql-img-inline-formula \
            ql-img-displayed-equation
            """
        ),
        (.possibleFormulaPicture, "latex tex"),
        (.delimitedTeX, "math math-container arithmatex"),
        (.tex, "tex tex-block"),
        (.storedTeX, "latex-rendered"),
    ]
}

/// The language of a code block as a class, such as `language-swift`.
enum CodeLanguage {
    static func fromClasses(_ classes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard classes.contains(0x6C) || classes.contains(0x4C) else { return nil }
        for name in classes.split(whereSeparator: { $0 <= 0x20 }) {
            for prefix in ["language-", "lang-", "highlight-source-"] where name.starts(with: prefix.utf8) {
                let rest = UnsafeBufferPointer(rebasing: name.dropFirst(prefix.utf8.count))
                if let language = validated(rest) { return language }
            }
        }
        return nil
    }

    static func validated(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard (1...24).contains(name.count) else { return nil }
        let lowered = name.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let fits = lowered.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2B || $0 == 0x23 || $0 == 0x2D
                || $0 == 0x5F
        }
        return fits ? Array("language-".utf8) + lowered : nil
    }
}
