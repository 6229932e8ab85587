use super::prelude::*;

rule!("unknown_country_code.md", Check::Tag(&[TagName::SITE], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(blank) = value.iter().rposition(|&byte| byte == b' ') else { return };
    let code = &value[blank + 1..];
    let is_code = code.len() == 3 && code.iter().all(u8::is_ascii_uppercase);
    if is_code && !is_known(code) {
        report.at(pair.value, format!("{} is not a country code", cx.quote(code)));
    }
}

fn is_known(code: &[u8]) -> bool {
    const {
        assert!(
            OLD.len() % 4 == 3 && NEW.len() % 4 == 3,
            "codes of three letters, with blanks between"
        )
    }
    [OLD, NEW].iter().flat_map(|list| list.as_bytes().chunks(4)).any(|known| known[..3] == *code)
}

/// The codes of chapter 15 of the standard, as printed.
const OLD: &str = "AFG AIR ALB ALG AND ANG ANT ARG ARM ATA AUS AZB BAN BAR BHM BEL BER BIH BLA BLG BLZ BOL \
    BRB BRS BRU BSW CAN CHI COL CRA CRO CSR CUB CYP DEN DOM ECU EGY ENG ESP EST FAI FIJ FIN FRA GAM GCI \
    GEO GER GHA GRC GUA GUY HAI HKG HON HUN IND IRL IRN IRQ ISD ISR ITA IVO JAM JAP JRD JUG KAZ KEN KIR \
    KUW LAT LEB LIB LIC LTU LUX MAL MAU MEX MLI MLT MNC MOL MON MOZ MRC MRT MYN NCG NET NIG NLA NLD NOR \
    NZD OST PAK PAL PAN PAR PER PHI PNG POL POR PRC PRO QTR RIN ROM RUS SAF SAL SCO SEA SEN SEY SIP SLV \
    SMA SPC SRI SUD SUR SVE SWZ SYR TAI TMT TRK TTO TUN UAE UGA UKR UNK URU USA UZB VEN VGB VIE VUS WLS \
    YEM YUG ZAM ZIM ZRE";

/// Codes of present and former federations and committees; some of them are also in the first list.
const NEW: &str = "AHO AIN ARU ASA AUT AZE BAH BDI BEN BHU BIZ BLR BOT BRA BRN BUL BUR CAF CAM CAY CGO CHA \
    CHN CIV CMR COD COK COM CPV CZE DDR DJI DMA ERI ESA ETH EUN FGR FID FIE FRG FRO FSM GAB GBR GBS GCI \
    GEQ GGY GIB GDR GRE GRN GUI GUM HOL IMN INA IOM ISL ISV IVB JCI JOR JPN KGZ KIR KOR KOS KSA LAO LBA LBN \
    LBR LCA LES LIE MAC MAD MAR MAS MAW MDA MDV MGL MHL MKD MNE MRI MTN MYA NAM NAP NCA NCL NED NEP NGR NIG \
    NRU NZL OMA PLE PLW PRK PUR QAT ROU RSA RSM RWA SAM SCG SGP SIN SKN SLE SLO SMR SOL SOM SRB SSD STP SUI \
    SVK SWE SWZ TAN TCH TGA THA TJK TKM TLS TOG TPE TUR TUV TWN URS VAN VIN WBG BOH CRC FLK IRI JEY RHO RUE SHN TRI ZAI INT";
