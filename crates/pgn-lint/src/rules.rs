//! The registry of rules. A rule has a file in this folder with a page beside it, a `mod` line
//! here, and a line in [`RULES`].

/// Declares the rule of a module, from its page and its subscriptions.
macro_rules! rule {
    ($page:literal, $($check:expr),+ $(,)?) => {
        pub(super) static RULE: $crate::rule::Rule =
            $crate::rule::Rule::of(include_str!($page), &[$($check),+]);
    };
}

mod ambiguous_b;
mod ambiguous_move;
mod backslash_brace;
mod bad_clk;
mod bad_clock_tag;
mod bad_command;
mod bad_date;
mod bad_eco;
mod bad_elo;
mod bad_escape;
mod bad_eval;
mod bad_fen;
mod bad_integer_tag;
mod bad_quote;
mod bad_result;
mod bad_round;
mod bad_suffix;
mod bad_tag_name;
mod bad_time;
mod bad_time_control;
mod beyond_latin1;
mod blank_line_in_movetext;
mod blank_line_in_tags;
mod blank_lines;
mod blank_lines_between_games;
mod bom;
mod brace_in_comment;
mod c1_byte;
mod castling_as_king_move;
mod castling_zero;
mod character_entity;
mod check_sign;
mod clk_fraction;
mod clk_increase;
mod clk_missing;
mod clk_without_timecontrol;
mod clock_tag_in_finished_game;
mod colon_in_value;
mod command_outside_comment;
mod command_wrapped;
mod comment_after_result;
mod comment_in_tags;
mod conflict_marker;
mod conflicting_nags;
mod control_char;
mod crlf;
mod dangling_move_number;
mod date_before_eventdate;
mod date_gap;
mod deep_rav;
mod detached_suffix;
mod dgt_king_center;
mod discouraged_char;
mod draw_offer;
mod duplicate_game;
mod duplicate_nag;
mod duplicate_rav;
mod duplicate_tag;
mod duplicate_tag_same_value;
mod eco_mismatch;
mod elo_range;
mod empty_comment;
mod empty_rav;
mod empty_tag_value;
mod en_passant_mark;
mod encoding;
mod escape_line;
mod export_layout;
mod false_check;
mod fen_castling_impossible;
mod fen_castling_order;
mod fen_ep_impossible;
mod fen_ep_rank;
mod fen_fullmove;
mod fen_halfmove;
mod fen_spacing;
mod fen_spelling;
mod fen_without_setup;
mod figurine;
mod foreign_piece_letter;
mod game_in_comment;
mod glued_token;
mod html_markup;
mod illegal_move;
mod illegal_position;
mod impossible_date;
mod incomplete_date;
mod inconsistent_event;
mod inconsistent_player;
mod inline_glyph;
mod invisible_char;
mod item_count_mismatch;
mod junk_between_games;
mod leading_space;
mod line_over_255;
mod line_over_79;
mod long_algebraic;
mod look_alike_letter;
mod malformed_tag;
mod missing_capture_sign;
mod missing_move_number;
mod missing_promotion;
mod missing_roster_tag;
mod missing_termination;
mod mixed_encoding;
mod mixed_newlines;
mod mojibake;
mod movetext_after_result;
mod nag_in_comment;
mod nag_position;
mod nag_range;
mod nag_without_move;
mod nag_without_number;
mod nag_zero;
mod name_variant;
mod no_final_newline;
mod no_games;
mod non_ascii_token;
mod non_canonical_san;
mod nonstandard_nag;
mod not_pgn;
mod not_sorted;
mod null_move;
mod odd_position;
mod over_target_limit;
mod overdisambiguated;
mod oversized_game;
mod partial_date_digit;
mod pawn_letter;
mod percent_in_comment_column_1;
mod phantom_game;
mod player_name_form;
mod players_not_sorted;
mod plycount_mismatch;
mod promotion_form;
mod rav_without_move;
mod reduced_needs_fen;
mod redundant_fen;
mod reserved_token;
mod result_contradicts_board;
mod result_in_rav;
mod result_mismatch;
mod round_leading_zero;
mod round_table_gap;
mod same_player;
mod san_case;
mod semicolon_between_moves;
mod semicolon_comment;
mod setup_contradicts_fen;
mod setup_without_fen;
mod short_fen;
mod split_move;
mod stray_brace;
mod string_over_255;
mod suffix_annotation;
mod superfluous_move_number;
mod suppression_without_reason;
mod symbol_over_255;
mod tab;
mod tab_in_string;
mod tag_layout;
mod tag_name_case;
mod tag_name_lowercase;
mod tag_order;
mod tag_value_space;
mod tc_extension;
mod tc_minutes_suspected;
mod tc_not_alone;
mod tc_not_last;
mod tc_zero;
mod termination_contradicts_result;
mod trailing_space;
mod unescaped_quote;
mod unexpected_char;
mod unexpected_symbol;
mod unknown_country_code;
mod unknown_mode;
mod unknown_player_type;
mod unknown_termination;
mod unknown_title;
mod unknown_variant;
mod unmatched_paren;
mod unquoted_tag_value;
mod unterminated_comment;
mod unterminated_string;
mod unused_suppression;
mod utf16;
mod variant_in_variation_tag;
mod variant_not_checked;
mod variant_without_fen;
mod variation_origin;
mod variation_without_opening;
mod wrong_capture_sign;
mod wrong_move_number;

use crate::rule::Rule;

/// Returns a reference to the rule of each module.
macro_rules! rules {
    ($($module:ident,)*) => {
        /// All rules, sorted by code.
        pub static RULES: &[&Rule] = &[$(&$module::RULE),*];

        /// The names of the rules.
        #[expect(non_upper_case_globals, missing_docs, reason = "a constant is called as its rule")]
        pub mod name {
            $(pub const $module: &str = $crate::rules::$module::RULE.name;)*
        }
    };
}

/// The rule of a last line without an end, which is added after all other fixes.
pub static NO_FINAL_NEWLINE: &Rule = &no_final_newline::RULE;

/// The rule of files that are of another format.
pub static NOT_PGN: &Rule = &not_pgn::RULE;

rules! {
    not_pgn, no_games, utf16, bom, mixed_newlines, crlf, control_char, invisible_char,
    mixed_encoding, encoding, no_final_newline, escape_line, suppression_without_reason,
    unused_suppression, c1_byte, mojibake, discouraged_char, beyond_latin1, oversized_game,
    over_target_limit,

    junk_between_games, malformed_tag, unquoted_tag_value, bad_quote, unterminated_string,
    unescaped_quote, tab_in_string, bad_escape, comment_in_tags, blank_line_in_tags,
    blank_line_in_movetext, unterminated_comment, brace_in_comment, backslash_brace,
    percent_in_comment_column_1, stray_brace, unmatched_paren, empty_rav, rav_without_move,
    result_in_rav, reserved_token, unexpected_char, unexpected_symbol, non_ascii_token,
    command_outside_comment, missing_termination, movetext_after_result, comment_after_result,
    dangling_move_number, phantom_game, symbol_over_255, glued_token, html_markup, conflict_marker,
    semicolon_between_moves,

    missing_roster_tag, duplicate_tag, duplicate_tag_same_value, result_mismatch, bad_result,
    bad_date, impossible_date, partial_date_digit, date_gap, date_before_eventdate, empty_tag_value,
    bad_tag_name, tag_name_case, tag_name_lowercase, tag_value_space, string_over_255, bad_fen,
    illegal_position, odd_position, fen_without_setup, plycount_mismatch, setup_without_fen,
    setup_contradicts_fen, fen_castling_impossible, fen_castling_order, fen_ep_rank,
    fen_ep_impossible, fen_halfmove, fen_fullmove, bad_elo, bad_integer_tag, bad_eco, bad_time,
    bad_round, unknown_title, unknown_player_type, bad_time_control, tc_not_last,
    item_count_mismatch, variation_without_opening, variant_in_variation_tag,
    termination_contradicts_result, bad_clock_tag, fen_spacing, short_fen, redundant_fen,
    unknown_variant, variant_without_fen, variant_not_checked, elo_range, colon_in_value,
    incomplete_date, player_name_form, players_not_sorted, round_leading_zero, tc_extension,
    tc_minutes_suspected, tc_not_alone, tc_zero, unknown_country_code, unknown_mode,
    unknown_termination, clock_tag_in_finished_game, same_player, reduced_needs_fen, eco_mismatch,
    fen_spelling, character_entity,

    illegal_move, ambiguous_move, missing_promotion, foreign_piece_letter, null_move,
    wrong_move_number, result_contradicts_board, castling_as_king_move, ambiguous_b, figurine,
    draw_offer, castling_zero, check_sign, overdisambiguated, missing_capture_sign,
    wrong_capture_sign, san_case, long_algebraic, pawn_letter, promotion_form, en_passant_mark,
    non_canonical_san, variation_origin, dgt_king_center, look_alike_letter, split_move,
    false_check,

    nag_range, nag_zero, nag_without_number, nag_without_move, duplicate_nag, nag_position,
    bad_suffix, detached_suffix, inline_glyph, suffix_annotation, empty_comment, semicolon_comment,
    conflicting_nags, nonstandard_nag, deep_rav, clk_without_timecontrol, bad_clk, bad_command,
    bad_eval, clk_fraction, clk_increase, clk_missing, command_wrapped, duplicate_rav,
    nag_in_comment, game_in_comment,

    tag_layout, tag_order, blank_lines, blank_lines_between_games, leading_space, trailing_space,
    tab, line_over_79, line_over_255, missing_move_number, superfluous_move_number, export_layout,

    duplicate_game, not_sorted, name_variant, inconsistent_player, inconsistent_event,
    round_table_gap,
}

/// Items that most rules import.
mod prelude {
    pub(super) use pgn_chess::{
        FenFields, deviation::Deviations, replay::Ply, resolve::MoveErrorKind, start::StartFault,
    };
    pub(super) use pgn_syntax::{
        Marker, Node, NodeId, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, TagPair,
        is_line_end, span::index, tag::SEVEN_TAG_ROSTER,
    };

    pub(super) use crate::{
        context::GameCx,
        fix::{Applicability, Edit, fen_counter, fen_field, in_braces},
        lines,
        moves::{self, Part},
        rule::{
            Across, Check, EndFact, FileFacts, FileReport, Judge, Mark, NodeSet, Notes, Report,
        },
        tag_facts::PairFact,
    };
}

#[cfg(test)]
mod tests;
