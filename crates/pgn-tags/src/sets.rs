//! Sets of tags that only one server or program writes, which can be dropped together.

/// The sets, and their tags.
pub const SETS_OF_TAGS: [(&str, &[&str]); 3] = [
    (
        "@chesscom",
        &[
            "CurrentPosition", "ECOUrl", "EndDate", "EndTime", "Link", "Match", "StartTime",
            "Timezone", "Tournament", "WhiteUrl", "BlackUrl", "WhiteCountry", "BlackCountry",
        ],
    ),
    (
        "@lichess",
        &[
            "BlackBerserk", "BlackRatingDiff", "BroadcastName", "BroadcastURL", "ChapterMode",
            "ChapterName", "ChapterURL", "GameId", "GameURL", "Orientation", "StudyName",
            "WhiteBerserk", "WhiteRatingDiff",
        ],
    ),
    (
        "@chessbase",
        &[
            "BlackTeam", "BlackTeamCountry", "EventCategory", "EventCountry", "EventRounds",
            "EventType", "Source", "SourceDate", "SourceQuality", "SourceTitle", "SourceVersion",
            "SourceVersionDate", "WhiteTeam", "WhiteTeamCountry",
        ],
    ),
];
