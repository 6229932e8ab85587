//! Tag pairs (8.1): names, values and the Seven Tag Roster.

use std::{borrow::Cow, error::Error, fmt, num::NonZeroU8, str::FromStr};

use crate::{text::span::Span, tokens::marker::Marker};

/// The names of the Seven Tag Roster in their order (8.1.1).
pub const SEVEN_TAG_ROSTER: [TagName; 7] = [
    TagName::EVENT,
    TagName::SITE,
    TagName::DATE,
    TagName::ROUND,
    TagName::WHITE,
    TagName::BLACK,
    TagName::RESULT,
];

/// A tag pair in the text.
///
/// ```
/// let pgn = br#"[Event "The \"Open\""] *"#;
/// let mut games = pgn_syntax::Games::new(pgn);
/// let pair = games.next().unwrap().tags[0];
/// assert_eq!(pair.name(pgn), b"Event");
/// assert_eq!(&*pair.value(pgn), br#"The "Open""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair {
    /// The span from `[` to `]`.
    pub span: Span,
    /// The span of the name as it is written.
    pub name: Span,
    /// The span of the value between its quotes, with its escapes.
    pub value: Span,
    /// The name, if it is a name of the standard or in wide use. Case is ignored.
    pub known: Option<TagName>,
    /// True if the name is known and written in its standard case.
    pub is_exact: bool,
    /// True if the value has a backslash or a line break, so that [`TagPair::value`] differs from its text.
    pub escaped: bool,
}

/// Returns true if a tag value says that nothing is known: it is empty, `?`, `-`, or the date `????.??.??`.
///
/// ```
/// assert!(pgn_syntax::is_unknown_value(b" ? "));
/// assert!(!pgn_syntax::is_unknown_value(b"1960.??.??"));
/// ```
#[must_use]
pub fn is_unknown_value(value: &[u8]) -> bool {
    matches!(value.trim_ascii(), b"" | b"?" | b"-" | b"????.??.??")
}

/// Returns true if a tag value is unknown, or `*`, the result of a game that is not over.
///
/// ```
/// assert!(pgn_syntax::tag::is_unknown_or_open(b"*"));
/// assert!(!pgn_syntax::tag::is_unknown_or_open(b"1-0"));
/// ```
#[must_use]
pub fn is_unknown_or_open(value: &[u8]) -> bool {
    is_unknown_value(value) || value.trim_ascii() == b"*"
}

/// Returns true if a tag value has no other characters than `?`, `.`, `*`, `-`, blanks and control characters, such as a
/// date of any length without digits.
///
/// ```
/// assert!(pgn_syntax::tag::has_no_content(b"????.??"));
/// assert!(!pgn_syntax::tag::has_no_content(b"1960.??.??"));
/// ```
#[must_use]
pub fn has_no_content(value: &[u8]) -> bool {
    value.iter().all(|byte| b" ?.-*".contains(byte) || byte.is_ascii_control())
}

/// Returns true if a tag value yields to that of another pair of the same name (C16): it is empty, `?`, or the date
/// `????.??.??`. In contrast to [`is_unknown_value`], `-` does not yield: it says that there is no value.
///
/// ```
/// assert!(pgn_syntax::tag::yields_to_other_pair(b"????.??.??"));
/// assert!(!pgn_syntax::tag::yields_to_other_pair(b"-"));
/// ```
#[must_use]
pub fn yields_to_other_pair(value: &[u8]) -> bool {
    matches!(value, b"" | b"?" | b"????.??.??")
}

impl TagPair {
    /// Returns the value with `\"` and `\\` unescaped.
    ///
    /// Any other backslash is kept (TOK-02). A line break and the blanks around it become one blank (TOK-04).
    #[inline]
    #[must_use]
    pub fn value<'a>(&self, src: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = self.value.of(src);
        if self.escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) }
    }

    /// Returns the name for output: a known name in its standard case (TAG-05), any other as it is written.
    #[must_use]
    pub fn name<'a>(&self, src: &'a [u8]) -> &'a [u8] {
        match self.known {
            Some(known) => known.text().as_bytes(),
            None => self.name.of(src),
        }
    }
}

fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(raw.len());
    let mut rest = raw;
    loop {
        match *rest {
            [b'\\', next @ (b'"' | b'\\'), ..] => {
                value.push(next);
                rest = &rest[2..];
            }
            [b'\n' | b'\r', ..] => {
                value.truncate(value.trim_ascii_end().len());
                value.push(b' ');
                rest = rest.trim_ascii_start();
            }
            [byte, ..] => {
                value.push(byte);
                rest = &rest[1..];
            }
            [] => break,
        }
    }
    value
}

/// A tag name of the standard or in wide use (TAG-05): its place in [`TagName::all`], from 1.
///
/// ```
/// use pgn_syntax::TagName;
///
/// assert_eq!(TagName::find(b"White"), Some(TagName::WHITE));
/// assert_eq!(TagName::WHITE_ELO.text(), "WhiteElo");
/// assert_eq!(TagName::find(b"MyOwnTag"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagName(NonZeroU8);

/// The error for a text that is not a known tag name.
///
/// ```
/// use pgn_syntax::{TagName, tag::NoTagName};
///
/// assert_eq!("MyOwnTag".parse::<TagName>(), Err(NoTagName));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTagName;

impl fmt::Display for NoTagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a known tag name")
    }
}

impl Error for NoTagName {}

/// Reads a name as [`TagName::find`] does.
///
/// ```
/// use pgn_syntax::TagName;
///
/// assert_eq!("whiteelo".parse(), Ok(TagName::WHITE_ELO));
/// ```
impl FromStr for TagName {
    type Err = NoTagName;

    fn from_str(text: &str) -> Result<TagName, NoTagName> {
        TagName::find(text.as_bytes()).ok_or(NoTagName)
    }
}

macro_rules! known_tags {
    ($($constant:ident $text:literal,)*) => {
        known_tags!(@constants 0u8; $($constant $text,)*);

        /// The names in the order of the constants.
        const TEXTS: &[&str] = &[$($text,)*];
    };
    (@constants $n:expr; $constant:ident $text:literal, $($rest:tt)*) => {
        impl TagName {
            #[doc = concat!("`", $text, "`")]
            pub const $constant: TagName = TagName(NonZeroU8::MIN.saturating_add($n));
        }
        known_tags!(@constants $n + 1; $($rest)*);
    };
    (@constants $n:expr;) => {};
}

known_tags! {
    EVENT "Event",
    SITE "Site",
    DATE "Date",
    ROUND "Round",
    WHITE "White",
    BLACK "Black",
    RESULT "Result",
    WHITE_TITLE "WhiteTitle",
    BLACK_TITLE "BlackTitle",
    WHITE_ELO "WhiteElo",
    BLACK_ELO "BlackElo",
    WHITE_USCF "WhiteUSCF",
    BLACK_USCF "BlackUSCF",
    WHITE_NA "WhiteNA",
    BLACK_NA "BlackNA",
    WHITE_TYPE "WhiteType",
    BLACK_TYPE "BlackType",
    EVENT_DATE "EventDate",
    EVENT_SPONSOR "EventSponsor",
    SECTION "Section",
    STAGE "Stage",
    BOARD "Board",
    OPENING "Opening",
    VARIATION "Variation",
    SUB_VARIATION "SubVariation",
    ECO "ECO",
    NIC "NIC",
    TIME "Time",
    UTC_TIME "UTCTime",
    UTC_DATE "UTCDate",
    TIME_CONTROL "TimeControl",
    SET_UP "SetUp",
    FEN "FEN",
    TERMINATION "Termination",
    ANNOTATOR "Annotator",
    MODE "Mode",
    PLY_COUNT "PlyCount",
    CLOCK "Clock",
    WHITE_CLOCK "WhiteClock",
    BLACK_CLOCK "BlackClock",
    VARIANT "Variant",
    WHITE_RATING_DIFF "WhiteRatingDiff",
    BLACK_RATING_DIFF "BlackRatingDiff",
    WHITE_FIDE_ID "WhiteFideId",
    BLACK_FIDE_ID "BlackFideId",
    WHITE_TEAM "WhiteTeam",
    BLACK_TEAM "BlackTeam",
    WHITE_TEAM_COUNTRY "WhiteTeamCountry",
    BLACK_TEAM_COUNTRY "BlackTeamCountry",
    WHITE_COUNTRY "WhiteCountry",
    BLACK_COUNTRY "BlackCountry",
    WHITE_BERSERK "WhiteBerserk",
    BLACK_BERSERK "BlackBerserk",
    GAME_ID "GameId",
    STUDY_NAME "StudyName",
    CHAPTER_NAME "ChapterName",
    CHAPTER_URL "ChapterURL",
    GAME_URL "GameURL",
    BROADCAST_URL "BroadcastURL",
    BROADCAST_NAME "BroadcastName",
    ORIENTATION "Orientation",
    CHAPTER_MODE "ChapterMode",
    REFERENCE_TIME "ReferenceTime",
    CURRENT_POSITION "CurrentPosition",
    TIMEZONE "Timezone",
    ECO_URL "ECOUrl",
    START_TIME "StartTime",
    END_TIME "EndTime",
    END_DATE "EndDate",
    LINK "Link",
    TOURNAMENT "Tournament",
    MATCH "Match",
    WHITE_URL "WhiteUrl",
    BLACK_URL "BlackUrl",
    EVENT_TYPE "EventType",
    EVENT_ROUNDS "EventRounds",
    EVENT_COUNTRY "EventCountry",
    EVENT_CATEGORY "EventCategory",
    SOURCE "Source",
    SOURCE_TITLE "SourceTitle",
    SOURCE_DATE "SourceDate",
    SOURCE_VERSION_DATE "SourceVersionDate",
    SOURCE_VERSION "SourceVersion",
    SOURCE_QUALITY "SourceQuality",
    LONG_ECO "LongECO",
    HASH_CODE "HashCode",
    MATCH_LABEL "MatchLabel",
    MATERIAL_MATCH "MaterialMatch",
    TOTAL_PLY_COUNT "TotalPlyCount",
    ICC_RESULT "ICCResult",
    FICS_GAMES_DB_GAME_NO "FICSGamesDBGameNo",
    WHITE_RD "WhiteRD",
    BLACK_RD "BlackRD",
    WHITE_IS_COMP "WhiteIsComp",
    BLACK_IS_COMP "BlackIsComp",
    GAME_START_TIME "GameStartTime",
    GAME_END_TIME "GameEndTime",
    GAME_DURATION "GameDuration",
    WHITE_TIME_CONTROL "WhiteTimeControl",
    BLACK_TIME_CONTROL "BlackTimeControl",
    TERMINATION_DETAILS "TerminationDetails",
    E_PGN "ePGN",
    WHITE_A "WhiteA",
    BLACK_A "BlackA",
    WHITE_B "WhiteB",
    BLACK_B "BlackB",
}

/// The number of slots of the hash table, a power of two.
const SLOTS: usize = 1024;

/// An open-addressed hash table from a name without case to its index + 1.
static INDEX: [u8; SLOTS] = {
    let mut table = [0_u8; SLOTS];
    let mut i = 0;
    while i < TEXTS.len() {
        let mut slot = slot(TEXTS[i].as_bytes());
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 255 names")]
        {
            table[slot] = i as u8 + 1;
        }
        i += 1;
    }
    table
};

/// The names of at most 16 bytes as little-endian numbers; 0 for longer names.
static KEYS: [u128; TEXTS.len()] = {
    let mut keys = [0; TEXTS.len()];
    let mut i = 0;
    while i < TEXTS.len() {
        let text = TEXTS[i].as_bytes();
        let mut at = text.len();
        while at > 0 && text.len() <= 16 {
            at -= 1;
            keys[i] = keys[i] << 8 | text[at] as u128;
        }
        i += 1;
    }
    keys
};

/// The position of each name in export format: the roster in its order, then all others by their bytes.
static PLACES: [u8; TEXTS.len()] = {
    let mut places = [0; TEXTS.len()];
    let mut i = 0;
    while i < TEXTS.len() {
        let mut other = 0;
        while other < TEXTS.len() {
            let is_roster = other < SEVEN_TAG_ROSTER.len();
            let is_before = if i < SEVEN_TAG_ROSTER.len() {
                other < i
            } else {
                is_roster || is_less(TEXTS[other].as_bytes(), TEXTS[i].as_bytes())
            };
            places[i] += is_before as u8;
            other += 1;
        }
        i += 1;
    }
    places
};

const fn is_less(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at < b.len() && (at == a.len() || a[at] < b[at])
}

/// Returns the first slot of a name, from its length and its first, middle and last byte without case.
const fn slot(name: &[u8]) -> usize {
    let n = name.len();
    slot_of(n, name[0], name[n / 2], name[n - 1])
}

const fn slot_of(n: usize, first: u8, middle: u8, last: u8) -> usize {
    ((first | 0x20) as usize * 7
        + (middle | 0x20) as usize * 31
        + (last | 0x20) as usize * 101
        + n * 59)
        % SLOTS
}

impl AsRef<str> for TagName {
    fn as_ref(&self) -> &str {
        self.text()
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl TagName {
    /// Returns true for the tags on which the first position, and so the meaning of the moves, depends.
    ///
    /// ```
    /// use pgn_syntax::TagName;
    ///
    /// assert!(TagName::FEN.is_of_position() && !TagName::RESULT.is_of_position());
    /// ```
    #[must_use]
    pub fn is_of_position(self) -> bool {
        matches!(self, TagName::FEN | TagName::SET_UP | TagName::VARIANT)
    }

    /// Returns the value of a tag of the roster of which nothing is known (8.1.1).
    ///
    /// ```
    /// use pgn_syntax::TagName;
    ///
    /// assert_eq!(TagName::DATE.unknown_value(), "????.??.??");
    /// ```
    #[must_use]
    pub fn unknown_value(self) -> &'static str {
        if self == TagName::DATE { "????.??.??" } else { "?" }
    }

    /// Returns the name in its standard case.
    #[must_use]
    pub fn text(self) -> &'static str {
        TEXTS[self.index()]
    }

    /// Returns all known names, the roster first.
    pub fn all() -> impl Iterator<Item = TagName> {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 255 names")]
        (1..=TEXTS.len() as u8).filter_map(NonZeroU8::new).map(TagName)
    }

    /// Returns the values that the standard has for the tag (8.1.1.7, 9.1.6, 9.7.1, 9.8.1, 9.8.2), without `?` and `-`;
    /// empty if it has no list of values.
    #[must_use]
    pub fn standard_values(self) -> &'static [&'static str] {
        match self {
            TagName::RESULT => &Marker::TEXTS,
            TagName::WHITE_TYPE | TagName::BLACK_TYPE => &["human", "program"],
            TagName::SET_UP => &["1", "0"],
            TagName::TERMINATION => &[
                "normal", "time forfeit", "abandoned", "adjudication", "death", "emergency",
                "rules infraction", "unterminated",
            ],
            TagName::MODE => &["OTB", "PM", "EM", "ICS", "TC"],
            _ => &[],
        }
    }

    /// The number of known names.
    pub const COUNT: usize = TEXTS.len();

    /// Returns the position of the tag in the tag section of export format (8.1.1): the roster first, then
    /// all others by the bytes of their names.
    #[inline]
    #[must_use]
    pub fn export_place(self) -> usize {
        PLACES[self.index()].into()
    }

    /// Returns true if the values of the tag are dates (section 8.1.1.3).
    #[must_use]
    pub const fn is_date(self) -> bool {
        matches!(
            self,
            Self::DATE
                | Self::EVENT_DATE
                | Self::UTC_DATE
                | Self::END_DATE
                | Self::SOURCE_DATE
                | Self::SOURCE_VERSION_DATE
        )
    }

    /// Returns the index of the name in [`TagName::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the known name that equals `name`, including its case.
    ///
    /// `key` holds the same bytes, at most 16, as a little-endian number.
    #[inline(always)]
    pub(crate) fn find_exact(name: &[u8], key: u128) -> Option<TagName> {
        let &[first, .., last] = name else { return None };
        // A NUL at the end of a name does not show in its key.
        if last == 0 {
            return None;
        }
        let mut slot = slot_of(name.len(), first, name[name.len() / 2], last);
        loop {
            let known = TagName(NonZeroU8::new(INDEX[slot])?);
            if KEYS[known.index()] == key {
                return Some(known);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Returns the known name that equals `name`, ignoring case (TAG-05); `None` for any other name.
    #[must_use]
    pub fn find(name: &[u8]) -> Option<TagName> {
        if name.is_empty() || name.len() > 20 {
            return None;
        }
        let mut at = slot(name);
        loop {
            let known = TagName(NonZeroU8::new(INDEX[at])?);
            let text = known.text().as_bytes();
            if text == name || text.eq_ignore_ascii_case(name) {
                return Some(known);
            }
            at = (at + 1) % SLOTS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_exact(name: &[u8]) -> Option<TagName> {
        let mut key = [0; 16];
        key[..name.len()].copy_from_slice(name);
        TagName::find_exact(name, u128::from_le_bytes(key))
    }

    #[test]
    fn every_known_name_is_found_in_any_case() {
        assert_eq!(TagName::RESULT.index(), 6);
        for tag in TagName::all() {
            assert_eq!(TagName::find(tag.text().as_bytes()), Some(tag));
            assert_eq!(TagName::find(tag.text().to_lowercase().as_bytes()), Some(tag));
            assert!(tag.text().len() <= 20, "{}", tag.text());
            let text = tag.text().as_bytes();
            if text.len() <= 16 {
                assert_eq!(find_exact(text), Some(tag));
            }
        }
        assert_eq!(TagName::find(b"Eventt"), None);
        assert_eq!(TagName::find(b""), None);
        assert_eq!(find_exact(b""), None);
        assert_eq!(find_exact(b"e"), None);
        assert_eq!(find_exact(b"Event\0"), None);
    }

    #[test]
    fn positions_are_those_of_export_format() {
        let mut names: Vec<TagName> = TagName::all().collect();
        names[SEVEN_TAG_ROSTER.len()..].sort_by_key(|name| name.text());
        assert_eq!(names.len(), TagName::COUNT);
        for (place, name) in names.iter().enumerate() {
            assert_eq!(name.export_place(), place, "{}", name.text());
        }
    }

    #[test]
    fn unescapes_values() {
        assert_eq!(unescape(br#"He said \"hi\" \\o/ \n \"#), br#"He said "hi" \o/ \n \"#);
    }
}
