public import URLs

/// A remover of tracking parameters; the other bytes stay unchanged, so signed URLs remain valid.
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

    /// Removes tracking parameters from the query, and a tracking fragment.
    /// - Parameter site: the linking page's host, which some sites add (`ref=`).
    static func removed(from address: WebAddress, site: String? = nil) -> WebAddress {
        let fragment = address.fragment
        let keptFragment = fragment.flatMap { isTrackingFragment($0) ? nil : $0 }
        guard let query = address.query else {
            return keptFragment == fragment ? address : address.replacing(query: nil, fragment: keptFragment)
        }
        let pairs = Array(query.utf8).split(separator: 0x26, omittingEmptySubsequences: false)
        let kept = pairs.filter { !isTracker($0, site) }
        if kept.count == pairs.count, keptFragment == fragment { return address }
        let keptQuery: String? =
            kept.isEmpty ? nil : String(decoding: Array(kept.joined(separator: [0x26])), as: UTF8.self)
        return address.replacing(query: keptQuery, fragment: keptFragment)
    }

    private static func isTracker(_ pair: ArraySlice<UInt8>, _ site: String?) -> Bool {
        var name = pair.prefix { $0 != 0x3D }
        // Some queries are escaped twice: `&amp;utm_source=…`.
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

    private static func isTrackingFragment(_ fragment: String) -> Bool {
        let lowered = fragment.prefix(24).lowercased()
        return ["utm_", "xtor=", "echobox=", "mtm_", "?utm_"].contains { lowered.hasPrefix($0) }
    }
}

extension WebAddress {
    /// The address without tracking parameters (`utm_…`, `fbclid` …).
    public var withoutTracking: WebAddress { TrackingParameters.removed(from: self) }
}
