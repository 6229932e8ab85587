//! The registry of rules. A rule has a file in this folder with a page beside it, a `mod` line
//! here, and a line in [`RULES`].

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
mod fen_without_setup;
mod figurine;
mod foreign_piece_letter;
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

/// All rules, sorted by code.
pub static RULES: &[&Rule] = &[
    &not_pgn::RULE,
    &no_games::RULE,
    &utf16::RULE,
    &bom::RULE,
    &mixed_newlines::RULE,
    &crlf::RULE,
    &control_char::RULE,
    &invisible_char::RULE,
    &mixed_encoding::RULE,
    &encoding::RULE,
    &no_final_newline::RULE,
    &escape_line::RULE,
    &suppression_without_reason::RULE,
    &unused_suppression::RULE,
    &c1_byte::RULE,
    &mojibake::RULE,
    &discouraged_char::RULE,
    &beyond_latin1::RULE,
    &oversized_game::RULE,
    &over_target_limit::RULE,
    &junk_between_games::RULE,
    &malformed_tag::RULE,
    &unquoted_tag_value::RULE,
    &bad_quote::RULE,
    &unterminated_string::RULE,
    &unescaped_quote::RULE,
    &tab_in_string::RULE,
    &bad_escape::RULE,
    &comment_in_tags::RULE,
    &blank_line_in_tags::RULE,
    &blank_line_in_movetext::RULE,
    &unterminated_comment::RULE,
    &brace_in_comment::RULE,
    &backslash_brace::RULE,
    &percent_in_comment_column_1::RULE,
    &stray_brace::RULE,
    &unmatched_paren::RULE,
    &empty_rav::RULE,
    &rav_without_move::RULE,
    &result_in_rav::RULE,
    &reserved_token::RULE,
    &unexpected_char::RULE,
    &unexpected_symbol::RULE,
    &non_ascii_token::RULE,
    &command_outside_comment::RULE,
    &missing_termination::RULE,
    &movetext_after_result::RULE,
    &comment_after_result::RULE,
    &dangling_move_number::RULE,
    &phantom_game::RULE,
    &symbol_over_255::RULE,
    &glued_token::RULE,
    &html_markup::RULE,
    &conflict_marker::RULE,
    &missing_roster_tag::RULE,
    &duplicate_tag::RULE,
    &duplicate_tag_same_value::RULE,
    &result_mismatch::RULE,
    &bad_result::RULE,
    &bad_date::RULE,
    &impossible_date::RULE,
    &partial_date_digit::RULE,
    &date_gap::RULE,
    &date_before_eventdate::RULE,
    &empty_tag_value::RULE,
    &bad_tag_name::RULE,
    &tag_name_case::RULE,
    &tag_name_lowercase::RULE,
    &tag_value_space::RULE,
    &string_over_255::RULE,
    &bad_fen::RULE,
    &illegal_position::RULE,
    &odd_position::RULE,
    &fen_without_setup::RULE,
    &plycount_mismatch::RULE,
    &setup_without_fen::RULE,
    &setup_contradicts_fen::RULE,
    &fen_castling_impossible::RULE,
    &fen_castling_order::RULE,
    &fen_ep_rank::RULE,
    &fen_ep_impossible::RULE,
    &fen_halfmove::RULE,
    &fen_fullmove::RULE,
    &bad_elo::RULE,
    &bad_integer_tag::RULE,
    &bad_eco::RULE,
    &bad_time::RULE,
    &bad_round::RULE,
    &unknown_title::RULE,
    &unknown_player_type::RULE,
    &bad_time_control::RULE,
    &tc_not_last::RULE,
    &item_count_mismatch::RULE,
    &variation_without_opening::RULE,
    &variant_in_variation_tag::RULE,
    &termination_contradicts_result::RULE,
    &bad_clock_tag::RULE,
    &fen_spacing::RULE,
    &short_fen::RULE,
    &redundant_fen::RULE,
    &unknown_variant::RULE,
    &variant_without_fen::RULE,
    &variant_not_checked::RULE,
    &elo_range::RULE,
    &colon_in_value::RULE,
    &incomplete_date::RULE,
    &player_name_form::RULE,
    &players_not_sorted::RULE,
    &round_leading_zero::RULE,
    &tc_extension::RULE,
    &tc_minutes_suspected::RULE,
    &tc_not_alone::RULE,
    &tc_zero::RULE,
    &unknown_country_code::RULE,
    &unknown_mode::RULE,
    &unknown_termination::RULE,
    &clock_tag_in_finished_game::RULE,
    &same_player::RULE,
    &reduced_needs_fen::RULE,
    &eco_mismatch::RULE,
    &illegal_move::RULE,
    &ambiguous_move::RULE,
    &missing_promotion::RULE,
    &foreign_piece_letter::RULE,
    &null_move::RULE,
    &wrong_move_number::RULE,
    &result_contradicts_board::RULE,
    &castling_as_king_move::RULE,
    &ambiguous_b::RULE,
    &figurine::RULE,
    &draw_offer::RULE,
    &castling_zero::RULE,
    &check_sign::RULE,
    &overdisambiguated::RULE,
    &missing_capture_sign::RULE,
    &wrong_capture_sign::RULE,
    &san_case::RULE,
    &long_algebraic::RULE,
    &pawn_letter::RULE,
    &promotion_form::RULE,
    &en_passant_mark::RULE,
    &non_canonical_san::RULE,
    &variation_origin::RULE,
    &dgt_king_center::RULE,
    &look_alike_letter::RULE,
    &split_move::RULE,
    &false_check::RULE,
    &nag_range::RULE,
    &nag_zero::RULE,
    &nag_without_number::RULE,
    &nag_without_move::RULE,
    &duplicate_nag::RULE,
    &nag_position::RULE,
    &bad_suffix::RULE,
    &detached_suffix::RULE,
    &inline_glyph::RULE,
    &suffix_annotation::RULE,
    &empty_comment::RULE,
    &semicolon_comment::RULE,
    &conflicting_nags::RULE,
    &nonstandard_nag::RULE,
    &deep_rav::RULE,
    &clk_without_timecontrol::RULE,
    &bad_clk::RULE,
    &bad_command::RULE,
    &bad_eval::RULE,
    &clk_fraction::RULE,
    &clk_increase::RULE,
    &clk_missing::RULE,
    &command_wrapped::RULE,
    &duplicate_rav::RULE,
    &nag_in_comment::RULE,
    &tag_layout::RULE,
    &tag_order::RULE,
    &blank_lines::RULE,
    &blank_lines_between_games::RULE,
    &leading_space::RULE,
    &trailing_space::RULE,
    &tab::RULE,
    &line_over_79::RULE,
    &line_over_255::RULE,
    &missing_move_number::RULE,
    &superfluous_move_number::RULE,
    &export_layout::RULE,
    &duplicate_game::RULE,
    &not_sorted::RULE,
    &name_variant::RULE,
    &inconsistent_player::RULE,
    &inconsistent_event::RULE,
    &round_table_gap::RULE,
];

/// Names that several rules use.
mod prelude {
    pub(super) use pgn_chess::{
        FenFields, deviation::Deviations, replay::Ply, resolve::MoveErrorKind, start::StartFault,
    };
    pub(super) use pgn_syntax::{
        Marker, Node, NodeId, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, TagPair,
        is_line_end, tag::SEVEN_TAG_ROSTER,
    };

    pub(super) use crate::{
        context::GameCx,
        fix::{Edit, fen_field, in_braces},
        lines::{self, Verb},
        moves,
        quote::quote,
        rule::{
            Across, Check, EndFact, FileFacts, FileReport, Judge, Mark, NodeSet, Notes, Report,
            Rule,
        },
        tag_facts::PairFact,
    };
}

#[cfg(test)]
mod tests;
