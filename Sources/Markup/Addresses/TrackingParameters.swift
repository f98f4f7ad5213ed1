/// Query parameters that only tell an origin where a reader came from. Removing one leaves the bytes of the others
/// unchanged, so signed URLs stay valid unless the signature covers the parameter.
enum TrackingParameters {
    private static let prefixes: [[UInt8]] = [
        "utm_", "mtm_", "piwik_", "pk_", "matomo_", "hsa_", "vero_", "oly_", "__hs", "_hs", "at_custom", "at_campaign",
        "at_medium", "trk_", "sms_s", "ns_m", "ns_c", "ns_s", "ns_l", "hmb_", "itm_", "_branch_", "stm_",
    ].map { Array($0.utf8) }

    private static let names = NameHash.Table(
        """
        fbclid gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid msclkid yclid ysclid twclid ttclid igshid \
        igsh li_fat_id mc_cid mc_eid mc_tc mkt_tok _openstat wickedid rb_clickid s_cid s_kwcid ef_id sc_cid cmpid ncid \
        sr_share spm _ga _gl _ke hsctatracking epik fb_action_ids fb_action_types fb_ref fb_source fb_comment_id \
        action_object_map action_type_map action_ref_map xtor echobox trackingid guccounter guce_referrer \
        guce_referrer_sig ml_subscriber ml_subscriber_hash sc_campaign sc_channel sc_content sc_medium sc_outcome sc_geo \
        sc_country spjobid spmailingid spreportid spuserid bsft_clkid bsft_uid wt_zmc wt.mc_id wt.srch cvid oicd \
        __twitter_impression ref_src ref_url campaign_id campaign_medium campaign_name campaign_source campaign_term \
        campaign_content campaign_id_tracking smid sref _bhlid __readwiselocation vmcid mbid nr_email_referer dm_i \
        et_rid elqtrackid elqtrack siteid_tracking wprov _kx ck_subscriber_id dicbo \
        irclickid irgwc sscid zanpid awc vgo_ee
        """.split(separator: " ").map(String.init))

    private static let refParameter = NameHash.of("ref")

    /// - Parameter site: the host the address was found on, which some sites add to outgoing links (`ref=`).
    static func removed(from address: WebAddress, site: String? = nil) -> WebAddress {
        let parts = address.components
        guard parts.queryEnd > parts.pathEnd || parts.queryEnd < address.text.utf8.count else { return address }
        let utf8 = Array(address.text.utf8)
        let hasFragment = parts.queryEnd < utf8.count
        let dropsFragment = hasFragment && isTrackingFragment(utf8[(parts.queryEnd + 1)...])
        guard parts.queryEnd > parts.pathEnd || dropsFragment else { return address }
        let pairs =
            parts.queryEnd > parts.pathEnd
            // bounded: the query is not empty
            ? utf8[(parts.pathEnd + 1)..<parts.queryEnd].split(separator: 0x26, omittingEmptySubsequences: false) : []
        let kept = pairs.filter { !isTracker($0, site) }
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

    private static func isTracker(_ pair: ArraySlice<UInt8>, _ site: String?) -> Bool {
        var name = pair.prefix { $0 != 0x3D }
        // A query escaped twice: `&amp;utm_source=…` arrives as the parameter `amp;utm_source`.
        if name.starts(with: "amp;".utf8) { name = name.dropFirst(4) }
        let hash = name.reduce(NameHash.seed, NameHash.combined)
        if names.contains(hash) { return true }
        if hash == refParameter, let site { return isSite(pair.dropFirst(pair.prefix { $0 != 0x3D }.count + 1), site) }
        return prefixes.contains { prefix in
            name.count > prefix.count && zip(name, prefix).allSatisfy { lowercased($0) == $1 }
        }
    }

    private static func isSite(_ value: ArraySlice<UInt8>, _ site: String) -> Bool {
        let host = String(decoding: value.map(lowercased), as: UTF8.self)
        return host == site || "www." + host == site || host == "www." + site
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    private static func isTrackingFragment(_ fragment: ArraySlice<UInt8>) -> Bool {
        let lowered = String(decoding: fragment.prefix(24), as: UTF8.self).lowercased()
        return ["utm_", "xtor=", "echobox=", "mtm_", "?utm_"].contains { lowered.hasPrefix($0) }
    }
}
