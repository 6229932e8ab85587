//! The letters of languages, and how likely words are to be in a few of them.

/// A script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    Thai,
}

impl Script {
    /// Returns the script of a letter; `None` for other characters and for signs made of letters.
    pub(super) fn of(c: char) -> Option<Script> {
        match c {
            'ª' | 'º' | 'µ' => None,
            'A'..='Z' | 'a'..='z' => Some(Script::Latin),
            '\u{c0}'..='\u{24f}' if c.is_alphabetic() && c != 'ƒ' => Some(Script::Latin),
            // Letters of Vietnamese with two marks, and of Welsh.
            '\u{1e80}'..='\u{1ef9}' => Some(Script::Latin),
            '\u{400}'..='\u{45f}' | 'Ґ' | 'ґ' => Some(Script::Cyrillic),
            '\u{370}'..='\u{3ff}' if c.is_alphabetic() => Some(Script::Greek),
            '\u{5d0}'..='\u{5ea}' => Some(Script::Hebrew),
            '\u{621}'..='\u{64a}' => Some(Script::Arabic),
            '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4d}' => Some(Script::Thai),
            _ => None,
        }
    }
}

/// The letters and frequent groups of letters of a language.
pub(super) struct Language {
    pub(super) script: Script,
    /// Its letters, the most frequent first; of Latin script only those beyond ASCII.
    letters: &'static str,
    /// Groups of letters in ASCII that are frequent in it and rare elsewhere.
    pub(super) groups: &'static [&'static str],
}

const fn latin(letters: &'static str, groups: &'static [&'static str]) -> Language {
    Language { script: Script::Latin, letters, groups }
}

const fn other(script: Script, letters: &'static str) -> Language {
    Language { script, letters, groups: &[] }
}

/// The index of Portuguese in [`LANGUAGES`].
pub(super) const PORTUGUESE: usize = 0;

/// The languages of names in databases of games.
pub(super) static LANGUAGES: [Language; N_LANGUAGES] = [
    latin("ãáéçíóõâêúôà", &["nh", "lh", "ei"]),
    latin("üöäß", &["sch", "ei", "ck"]),                 // German
    latin("éèçêëôîïàâûùœæ", &["ou", "eu", "qu"]),        // French
    latin("áéíóñúü", &["ez", "ll", "qu"]),               // Spanish
    latin("òàèùìé", &["cc", "tt", "gh"]),                // Italian
    latin("öäåé", &["kk", "sj", "str"]),                 // Swedish, Finnish
    latin("øåæéöü", &["kj", "sk", "aa"]),                // Danish, Norwegian
    latin("óáíöðþúéýæ", &["ss", "jar"]),                 // Icelandic
    latin("łńśóżąćęź", &["sz", "cz", "rz", "ski"]),      // Polish
    latin("áíéčřžšýěůúňťďó", &["ov", "sk", "ek"]),       // Czech
    latin("áíčéžšýúľťňóôďäĺŕ", &["ov", "sk"]),           // Slovak
    latin("áéóíöőüúű", &["sz", "gy", "cs", "zs", "ny"]), // Hungarian
    latin("ćčšžđ", &["ov", "lj", "nj"]),                 // Croatian, Serbian, Slovene
    latin("ăşţâîșț", &["esc"]),                          // Romanian
    latin("ışüöçğâ", &[]),                               // Turkish
    latin("āēīšņūļķžčģ", &["js"]),                       // Latvian
    latin("ėšžūčįųąę", &["as", "sk"]),                   // Lithuanian
    latin("äõüöšž", &["aa"]),                            // Estonian
    latin("ëéïèöüó", &["ij"]),                           // Dutch
    latin("óèéàíçòïúü", &[]),                            // Catalan
    latin("ëç", &[]),                                    // Albanian
    latin("ħżġċàèìòù", &["zz"]),                         // Maltese
    latin("ŵâŷôêîû", &["ll", "dd", "wy"]),               // Welsh
    latin("ŝĉĝŭĵĥ", &["oj", "aj"]),                      // Esperanto
    latin("áčšđžŋŧ", &["eaddji", "ii", "ea"]),           // Northern Sámi
    latin(VIETNAMESE, &["ng", "nh", "th", "uy"]),
    other(Script::Cyrillic, "оаиентрсвлкмдпуязьыбгчйхжшюцщэфёъ"), // Russian
    other(Script::Cyrillic, "оаинвіертслкмдупязьбгйчхцюжїшщєфґ"), // Ukrainian
    other(Script::Cyrillic, "аиоетнрсвлпкдмзбяугчшцйжщхюфъь"),    // Bulgarian
    other(Script::Cyrillic, "аоиејнсртувдклмпзбгчшцћжљхњђфџ"),    // Serbian
    other(Script::Greek, "αοιετσνςηυρπκμλωγδάόίέήθύφβχξζψώϊϋΐΰ"),
    other(Script::Hebrew, "יוהלאמרתבשנדקעחפסטגכזצםןךףץ"),
    other(Script::Arabic, "ايلمنتربوعدسفهكقحجةشصطخىءذضغثزظؤئأإآ"),
    other(Script::Thai, "านรอกเง่มยลวดทสต้ัปบะิีคหแจพชขใไโ์ืถุูผณศซธษ็ญภฉฟฐำึฎฒฮฬฆฤฏๆ"),
];

const VIETNAMESE: &str = "đễạầươêôăâịảấếủộốớườọứợồáàửữũúùíìóòýỳểệềừựậằặắẩẫãẹéèẻẽỉĩỏõổỗởỡụỷỹỵẳẵ";

/// The number of languages.
pub(super) const N_LANGUAGES: usize = 34;

/// How likely something is in each of the languages.
pub(super) type ByLanguage = [f32; N_LANGUAGES];

/// The logarithm of the share of letters beyond ASCII, in words of Latin script that have such letters.
const ACCENTED: f32 = -1.6;

/// The weight of a letter that a language does not have.
const FOREIGN: f32 = -8.5;

/// Count with which every language begins before words are counted, so that none has a share of 0.
const PRIOR: f32 = 0.25;

/// The number of rounds. In each, the words choose their languages by the shares, and the shares are counted again.
const ROUNDS: usize = 4;

/// Returns how likely the letter `c`, in lower case, is in each language. Frequencies of the letters of a language fall with
/// their rank.
pub(super) fn weights(c: char) -> ByLanguage {
    let part = |rank: u16| 1.0 / (f32::from(rank) + 2.0);
    std::array::from_fn(|at| {
        let Language { script, letters, .. } = &LANGUAGES[at];
        let total: f32 = letters.chars().zip(0..).map(|(_, rank)| part(rank)).sum();
        let of_high = if *script == Script::Latin { ACCENTED } else { 0.0 };
        let rank = letters.chars().zip(0..).find(|(letter, _)| *letter == c).map(|(_, rank)| rank);
        rank.map_or(FOREIGN, |rank| of_high + (part(rank) / total).ln())
    })
}

/// Returns how likely the letters of words are if each word is in one language, and the languages of many words are more
/// likely than others. `words`: how likely the letters of each word are in each language.
pub(super) fn score(words: &[ByLanguage]) -> f32 {
    let mut shares = [0.0; N_LANGUAGES];
    let mut score = 0.0;
    for _ in 0..ROUNDS {
        let mut n_words = [PRIOR; N_LANGUAGES];
        score = 0.0;
        for word in words {
            let scores = word.iter().zip(&shares).map(|(letters, share)| letters + share);
            let best = scores.zip(&mut n_words).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((best, n)) = best {
                score += best;
                *n += 1.0;
            }
        }
        let n: f32 = n_words.iter().sum();
        shares = n_words.map(|it| (it / n).ln());
    }
    score
}
