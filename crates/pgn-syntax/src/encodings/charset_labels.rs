//! Labels of character sets as users of iconv, Windows, DOS and other programs type them (TXT-22).
//!
//! The labels of the WHATWG encoding standard are known to `encoding_rs`; this is the table of the
//! others, by the names that `encoding_rs` and the other code pages have.

/// Code pages by number, except those that [`ALL`] names by their number.
const PAGES: &[(&str, &str)] = &[
    ("667", "mazovia"),
    ("790", "mazovia"),
    ("866", "ibm866"),
    ("895", "kamenicky"),
    ("932", "shift_jis"),
    ("936", "gbk"),
    ("949", "euc-kr"),
    ("950", "big5"),
    ("10000", "macintosh"),
    ("10006", "x-mac-greek"),
    ("10007", "x-mac-cyrillic"),
    ("10010", "x-mac-romanian"),
    ("10029", "x-mac-ce"),
    ("10079", "x-mac-icelandic"),
    ("10081", "x-mac-turkish"),
    ("10082", "x-mac-croatian"),
    ("20866", "koi8-r"),
    ("21866", "koi8-u"),
    ("51932", "euc-jp"),
    ("51949", "euc-kr"),
    ("54936", "gb18030"),
    ("65001", "utf-8"),
];

/// The prefixes of the numbers of code pages.
const PREFIXES: &[&str] = &["windows", "win", "ibm", "cp", "dos", "oem", "ms", "xcp", "x"];

/// Labels without blanks, hyphens, underscores, points and colons, in lower case.
const NAMES: &[(&str, &str)] = &[
    ("8bit", "windows-1252"),
    ("ansi", "windows-1252"),
    ("winlatin1", "windows-1252"),
    ("western", "windows-1252"),
    ("latin1", "windows-1252"),
    ("latin2", "iso-8859-2"),
    ("latin3", "iso-8859-3"),
    ("latin4", "iso-8859-4"),
    ("latin5", "windows-1254"),
    ("latin6", "iso-8859-10"),
    ("latin7", "iso-8859-13"),
    ("latin8", "iso-8859-14"),
    ("latin9", "iso-8859-15"),
    ("latin10", "iso-8859-16"),
    ("mac", "macintosh"),
    ("macintosh", "macintosh"),
    ("macroman", "macintosh"),
    ("xmacroman", "macintosh"),
    ("applemac", "macintosh"),
    ("keybcs2", "kamenicky"),
    ("kamenicky", "kamenicky"),
    ("mazovia", "mazovia"),
    ("ruscii", "cp1125"),
    ("cwi", "cwi-2"),
    ("cwi2", "cwi-2"),
    ("maccentraleurope", "x-mac-ce"),
    ("macce", "x-mac-ce"),
    ("maclatin2", "x-mac-ce"),
    ("maccroatian", "x-mac-croatian"),
    ("macgreek", "x-mac-greek"),
    ("macicelandic", "x-mac-icelandic"),
    ("maciceland", "x-mac-icelandic"),
    ("macromanian", "x-mac-romanian"),
    ("macturkish", "x-mac-turkish"),
    ("maccyrillic", "x-mac-cyrillic"),
    ("macukraine", "x-mac-cyrillic"),
    ("macukrainian", "x-mac-cyrillic"),
    ("xmacukrainian", "x-mac-cyrillic"),
    ("koi8", "koi8-r"),
    ("koi8r", "koi8-r"),
    ("koi8u", "koi8-u"),
    ("koi8ru", "koi8-u"),
    ("utf8", "utf-8"),
    ("gb2312", "gbk"),
    ("gbk", "gbk"),
    ("gb18030", "gb18030"),
    ("euccn", "gbk"),
    ("eucjp", "euc-jp"),
    ("euckr", "euc-kr"),
    ("uhc", "euc-kr"),
    ("big5", "big5"),
    ("big5hkscs", "big5"),
    ("sjis", "shift_jis"),
    ("shiftjis", "shift_jis"),
    ("windows31j", "shift_jis"),
    ("tis620", "windows-874"),
    ("thai", "windows-874"),
];

/// The names of all sets, as messages list them.
pub(crate) const ALL: &[&str] = &[
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-3",
    "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-10",
    "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "ibm866",
    "cp437", "cp737", "cp775", "cp850", "cp852", "cp855", "cp857", "cp860", "cp861", "cp862",
    "cp863", "cp865", "cp869", "cp1125", "kamenicky", "mazovia", "cwi-2", "macintosh", "x-mac-ce",
    "x-mac-croatian", "x-mac-cyrillic", "x-mac-greek", "x-mac-icelandic", "x-mac-romanian",
    "x-mac-turkish", "gbk", "gb18030", "big5", "euc-jp", "euc-kr", "shift_jis",
];

/// Returns the name of the set that a label stands for, if the label is in one of these tables.
pub(crate) fn name_of(label: &str) -> Option<&'static str> {
    // In labels of iconv, `//` is followed by what to do with characters that the set lacks.
    let label = label.split("//").next().unwrap_or_default();
    let plain: String = label
        .chars()
        .filter(|c| !matches!(c, ' ' | '-' | '_' | '.' | ':'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let find = |table: &[(&str, &'static str)], text: &str| {
        table.iter().find(|(label, _)| *label == text).map(|(_, name)| *name)
    };
    let numbered = |prefix: &str, number: &str| {
        ALL.iter().copied().find(|name| name.strip_prefix(prefix) == Some(number))
    };
    let iso = |number: &str| {
        let name = match number {
            "1" => "windows-1252",
            // WHATWG reads text with the label of this set as the similar set of Windows.
            "9" => "windows-1254",
            "11" => "windows-874",
            _ => return numbered("iso-8859-", number),
        };
        Some(name)
    };
    let page = || {
        let number = PREFIXES.iter().find_map(|prefix| plain.strip_prefix(prefix));
        let number = number.unwrap_or(&plain);
        let iso = number.strip_prefix("2859").and_then(iso);
        iso.or_else(|| find(PAGES, number))
            .or_else(|| numbered("cp", number))
            .or_else(|| numbered("windows-", number))
    };
    find(NAMES, &plain)
        .or_else(page)
        .or_else(|| iso(plain.strip_prefix("iso8859").or_else(|| plain.strip_prefix("8859"))?))
        .or_else(|| iso(plain.strip_prefix("isoir8859")?))
}

#[cfg(test)]
mod tests {
    use crate::Fallback;

    #[test]
    fn labels_of_iconv_and_others_are_known() {
        for (label, name) in [
            ("cp850", "cp850"),
            ("CP850", "cp850"),
            ("ibm850", "cp850"),
            ("IBM-850", "cp850"),
            ("850", "cp850"),
            ("dos852", "cp852"),
            ("latin1", "windows-1252"),
            ("latin-1", "windows-1252"),
            ("Latin_2", "ISO-8859-2"),
            ("ISO-8859-1//TRANSLIT", "windows-1252"),
            ("iso8859_15", "ISO-8859-15"),
            ("8859_5", "ISO-8859-5"),
            ("cp28592", "ISO-8859-2"),
            ("latin9", "ISO-8859-15"),
            ("mac", "macintosh"),
            ("MacRoman", "macintosh"),
            ("mac-cyrillic", "x-mac-cyrillic"),
            ("win1251", "windows-1251"),
            ("WINDOWS1251", "windows-1251"),
            ("cp1258", "windows-1258"),
            ("ansi", "windows-1252"),
            ("koi8r", "KOI8-R"),
            ("dos866", "IBM866"),
            ("cp775", "cp775"),
            ("IBM-857", "cp857"),
            ("cp895", "kamenicky"),
            ("CP790", "mazovia"),
            ("mac-centraleurope", "x-mac-ce"),
            ("MacTurkish", "x-mac-turkish"),
            ("10029", "x-mac-ce"),
            ("cp936", "GBK"),
            ("euc-cn", "GBK"),
            ("cp932", "Shift_JIS"),
            ("uhc", "EUC-KR"),
            ("tis-620", "windows-874"),
        ] {
            let found = Fallback::find(label).map(|set| set.name());
            assert_eq!(found, Some(name), "{label}");
        }
        for label in ["", "cp", "cp9999", "latin", "win", "iso8859", "utf-9", "8859_99", "klingon"]
        {
            assert!(Fallback::find(label).is_none(), "{label}");
        }
    }

    #[test]
    fn all_names_are_labels_of_different_sets() {
        let mut names: Vec<_> =
            super::ALL.iter().map(|name| Fallback::find(name).unwrap().name()).collect();
        assert!(
            super::ALL.iter().zip(&names).all(|(label, name)| label.eq_ignore_ascii_case(name))
        );
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), super::ALL.len());
    }
}
