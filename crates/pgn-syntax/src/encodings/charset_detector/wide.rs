//! How likely a word is in a set of one or two bytes per character: Chinese, Korean, Japanese.

/// Returns how likely the word is.
pub(super) fn score(word: &str) -> f32 {
    let mut score = 0.0;
    let mut was_ascii = None;
    for c in word.chars() {
        if was_ascii.is_some_and(|it| it != c.is_ascii()) {
            score -= 2.0;
        }
        was_ascii = Some(c.is_ascii());
        score += match c {
            '\0'..='\x7f' => 0.0,
            'ぁ'..='ヾ' => -4.3,
            '가'..='힣' if HANGUL.contains(c) => -4.6,
            '가'..='힣' => -8.7,
            '\u{4e00}'..='\u{9fff}' if HAN.contains(c) => -4.9,
            '\u{4e00}'..='\u{9fff}' => -8.2,
            '\u{ff61}'..='\u{ff9f}' => -8.0,
            '\u{3000}'..='\u{3020}' | '\u{ff01}'..='\u{ff5e}' => -6.0,
            '\u{fffd}' => -11.0,
            _ => -12.0,
        };
    }
    score
}

/// Frequent characters of Chinese and Japanese, including those of names and chess.
const HAN: &str = "\
    的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之\
    年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样\
    理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将\
    两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信\
    表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔\
    更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统\
    区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品\
    住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔李刘陈杨黄赵\
    吴周徐孙朱胡林郭罗棋赛局胜黑負勝國際賽臺灣張劉陳楊黃趙吳孫馬東車學會選権阪京田木佐藤橋渡\
    辺鈴村井松野川島";

/// Frequent syllables of Korean.
const HANGUL: &str = "\
    이다의가는을에기고하지서사리로한도어나시자인정아수대부주보일상장전성해원여그스라과국구제\
    조비유우공화신마안세무중동미김박최강윤임송오양경식회선권관계방백흑승패체연맹울산영희민철\
    현진준호재석태용훈은를들있것등만년면적물행발생위모분실심야내소문음학교반차결개명";
