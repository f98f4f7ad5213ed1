/// Query parameters that tell an origin who sent a reader and change nothing else (readers.md 3.5). Removing one never
/// touches its neighbours' bytes: signed addresses stay valid unless the signature covers the tracker itself.
enum TrackingParameters {
    private static let prefixes: [[UInt8]] = [
        "utm_", "mtm_", "piwik_", "pk_", "matomo_", "hsa_", "vero_", "oly_", "__hs", "_hs", "at_custom", "at_campaign",
        "at_medium", "trk_", "sms_s", "ns_m", "ns_c", "ns_s", "ns_l",
    ].map { Array($0.utf8) }

    private static let names: Set<String> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "msclkid",
        "yclid", "ysclid", "twclid",
        "ttclid", "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "_openstat", "wickedid", "rb_clickid",
        "s_cid", "s_kwcid", "ef_id", "sc_cid", "cmpid", "ncid", "sr_share", "spm", "_ga", "_gl", "_ke", "hsctatracking",
        "epik", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "action_object_map", "action_type_map",
        "action_ref_map", "xtor", "echobox", "trackingid", "guccounter", "guce_referrer", "guce_referrer_sig",
        "ml_subscriber",
        "ml_subscriber_hash", "sc_campaign", "sc_channel", "sc_content", "sc_medium", "sc_outcome", "sc_geo",
        "sc_country",
        "spjobid", "spmailingid", "spreportid", "spuserid", "bsft_clkid", "bsft_uid", "wt_zmc", "wt.mc_id", "wt.srch",
        "cvid", "oicd", "__twitter_impression", "ref_src", "ref_url", "campaign_id_tracking", "smid", "sref",
    ]

    static func removed(from address: WebAddress) -> WebAddress {
        let parts = address.parts
        let utf8 = Array(address.text.utf8)
        let hasFragment = parts.queryEnd < utf8.count
        let dropsFragment = hasFragment && isTrackingFragment(utf8[(parts.queryEnd + 1)...])
        guard parts.queryEnd > parts.pathEnd || dropsFragment else { return address }
        let pairs =
            parts.queryEnd > parts.pathEnd
            ? utf8[(parts.pathEnd + 1)..<parts.queryEnd].split(separator: 0x26, omittingEmptySubsequences: false) : []
        let kept = pairs.filter { !isTracker($0) }
        if kept.count == pairs.count, !dropsFragment { return address }
        var bytes = Array(utf8[..<parts.pathEnd])
        if !kept.isEmpty {
            bytes.append(0x3F)
            bytes.append(contentsOf: kept.joined(separator: [0x26]))
        }
        var changed = parts
        changed.queryEnd = bytes.count
        if hasFragment, !dropsFragment { bytes.append(contentsOf: utf8[parts.queryEnd...]) }
        return WebAddress(text: String(decoding: bytes, as: UTF8.self), parts: changed)
    }

    private static func isTracker(_ pair: ArraySlice<UInt8>) -> Bool {
        var name = pair.prefix { $0 != 0x3D }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        // A query escaped once too often: `&amp;utm_source=…` arrives as the parameter `amp;utm_source`.
        if name.starts(with: "amp;".utf8) { name.removeFirst(4) }
        if prefixes.contains(where: { name.starts(with: $0) }) { return true }
        return names.contains(String(decoding: name, as: UTF8.self))
    }

    private static func isTrackingFragment(_ fragment: ArraySlice<UInt8>) -> Bool {
        let lowered = String(decoding: fragment.prefix(24), as: UTF8.self).lowercased()
        return ["utm_", "xtor=", "echobox=", "mtm_", "?utm_"].contains { lowered.hasPrefix($0) }
    }
}
