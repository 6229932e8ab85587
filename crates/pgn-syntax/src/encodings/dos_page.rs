//! Code pages of DOS, which the WHATWG encoding standard lacks (TXT-22).

/// A character set with one byte per character, whose first half is ASCII.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DosPage {
    /// Its name: `cp` and its number.
    pub(crate) name: &'static str,
    /// The characters of the bytes from 0x80 on.
    high: [char; 128],
}

static PAGES: [DosPage; 4] = [
    DosPage {
        name: "cp437",
        high: chars(
            "\
            ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
        ),
    },
    DosPage {
        name: "cp850",
        high: chars(
            "\
            ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
            áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
        ),
    },
    DosPage {
        name: "cp852",
        high: chars(
            "\
            ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
            áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
            └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
            ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
        ),
    },
    DosPage {
        name: "cp865",
        high: chars(
            "\
            ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
        ),
    },
];

impl DosPage {
    /// Returns the page with a name such as `cp437`, `ibm437` or `437`; `None` if there is none.
    pub(crate) fn find(label: &str) -> Option<&'static DosPage> {
        let label = label.to_ascii_lowercase();
        let number = label.strip_prefix("cp").or_else(|| label.strip_prefix("ibm"));
        let number = number.unwrap_or(&label);
        PAGES.iter().find(|page| page.name.strip_prefix("cp") == Some(number))
    }

    /// Returns `bytes` as text. Each byte is one character.
    pub(crate) fn decode(&self, bytes: &[u8]) -> String {
        let char = |&byte: &u8| match byte {
            0..0x80 => char::from(byte),
            _ => self.high[usize::from(byte - 0x80)],
        };
        bytes.iter().map(char).collect()
    }

    /// Returns the byte of a character, or `None` if the page lacks it.
    pub(crate) fn encode(&self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return u8::try_from(c).ok();
        }
        let at = self.high.iter().position(|high| *high == c)?;
        u8::try_from(at + 0x80).ok()
    }
}

/// Returns the 128 characters of a text.
const fn chars(text: &str) -> [char; 128] {
    let (bytes, mut at) = (text.as_bytes(), 0);
    let (mut chars, mut n) = ([' '; 128], 0);
    while at < bytes.len() {
        // The first byte of a character says how many follow; each of them holds six bits.
        let n_more = bytes[at].leading_ones() as usize - 1;
        let mut code = bytes[at] as u32 & (0x3F >> n_more);
        let end = at + n_more;
        while at < end {
            at += 1;
            code = code << 6 | bytes[at] as u32 & 0x3F;
        }
        chars[n] = char::from_u32(code).expect("a character of a text");
        (at, n) = (at + 1, n + 1);
    }
    assert!(n == chars.len());
    chars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_a_character_of_its_own() {
        for page in &PAGES {
            let bytes: Vec<u8> = (0..=255).collect();
            let text = page.decode(&bytes);
            let back: Option<Vec<u8>> = text.chars().map(|c| page.encode(c)).collect();
            assert_eq!(back, Some(bytes), "{}", page.name);
        }
    }

    #[test]
    fn pages_are_those_of_unicode() {
        let decode = |label: &str, bytes: &[u8]| DosPage::find(label).unwrap().decode(bytes);
        assert_eq!(decode("cp437", b"\x80\x81\x84\xE1\x9B\xB0\xFE\xFF"), "Çüäß¢░■\u{a0}");
        assert_eq!(decode("IBM850", b"\x80\x81\x84\xE1\x9B\xB5\xF0\xFE"), "Çüäßø\u{c1}\u{ad}■");
        assert_eq!(decode("852", b"\x80\x88\x9F\xAC\xE7\xFD"), "Çłč\u{10c}š\u{159}");
        assert_eq!(decode("ibm865", b"\x86\x9B\x9D\xAE\xAF"), "åøØ«¤");
        assert_eq!(DosPage::find("cp866"), None);
        assert_eq!(DosPage::find("cp437").and_then(|page| page.encode('ł')), None);
    }
}
