//! Answers the requests of the protocol, each with the module for it.

use lsp_server::{ErrorCode, Request};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CodeActionResponse, CompletionOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    OneOf, PrepareRenameResponse, Range, RenameOptions, RenameParams, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TextEdit, Uri, WorkspaceEdit,
    request::{
        CodeActionRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
        GotoDefinition, HoverRequest, PrepareRenameRequest, RangeFormatting, References, Rename,
        Request as _,
    },
};
use serde_json::Value;

use crate::{
    actions::{FIX_ALL, actions, fix_all},
    address::{encode_addresses, path_of},
    complete::completions,
    document::{Document, Place},
    findings::related,
    hover::hover,
    open::Workspace,
    players::player,
    rename::{locations, objection, places, rename},
    settings::Settings,
    symbols::{folds, symbols},
    units::Units,
};

/// The code of an error, and its message.
type Failure = (i32, String);

/// The result of a request.
type Answer = Result<Value, Failure>;

/// Returns the capabilities of the server.
pub(crate) fn capabilities(units: Units) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(units.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["[".to_owned(), "\"".to_owned(), " ".to_owned()]),
            ..CompletionOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Answers a request. The answer is empty if its document is not open or has no settings.
pub(crate) fn answer(server: &Workspace<'_>, request: Request) -> Answer {
    let Request { method, mut params, .. } = request;
    encode_addresses(&mut params);
    match method.as_str() {
        CodeActionRequest::METHOD => {
            with::<CodeActionRequest, _>(params, |it| Ok(code_actions(server, &it)))
        }
        Formatting::METHOD => with::<Formatting, _>(params, |it| {
            let uri = &it.text_document.uri;
            let found = server.find(uri);
            found
                .map(|(document, _)| format(server, (uri, document), 0, &document.text()))
                .transpose()
        }),
        RangeFormatting::METHOD => with::<RangeFormatting, _>(params, |it| {
            format_range(server, &it.text_document.uri, it.range)
        }),
        HoverRequest::METHOD => with::<HoverRequest, _>(params, |it| {
            Ok(at_place(server, &it.text_document_position_params, hover))
        }),
        DocumentSymbolRequest::METHOD => with::<DocumentSymbolRequest, _>(params, |it| {
            let found = server.find(&it.text_document.uri);
            Ok(found.map(|(document, settings)| symbols(document, settings).into()))
        }),
        FoldingRangeRequest::METHOD => with::<FoldingRangeRequest, _>(params, |it| {
            let found = server.find(&it.text_document.uri);
            Ok(found.map(|(document, settings)| folds(document, settings)))
        }),
        GotoDefinition::METHOD => with::<GotoDefinition, _>(params, |it| {
            let at = it.text_document_position_params;
            let related =
                |document: &_, _: &_, place| related(document, place, &at.text_document.uri);
            Ok(at_place(server, &at, related).map(Into::into))
        }),
        Completion::METHOD => with::<Completion, _>(params, |it| {
            let found =
                at_place(server, &it.text_document_position, |document, settings, place| {
                    Some(completions(document, settings, place))
                });
            Ok(found.map(Into::into))
        }),
        PrepareRenameRequest::METHOD => with::<PrepareRenameRequest, _>(params, |at| {
            Ok(at_place(server, &at, player).map(|(range, placeholder)| {
                PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
            }))
        }),
        References::METHOD => with::<References, _>(params, |it| {
            let found = at_place(server, &it.text_document_position, player);
            Ok(found.map(|(_, name)| locations(places(server, name.as_bytes()))))
        }),
        Rename::METHOD => with::<Rename, _>(params, |it| renaming(server, &it)),
        _ => Err((ErrorCode::MethodNotFound as i32, format!("{method} is not supported"))),
    }
}

fn code_actions(server: &Workspace<'_>, it: &CodeActionParams) -> Option<CodeActionResponse> {
    let uri = &it.text_document.uri;
    let (document, settings) = server.find(uri)?;
    let wants = |kind: &CodeActionKind| {
        let only = it.context.only.as_deref();
        only.is_none_or(|only| only.iter().any(|it| kind.as_str().starts_with(it.as_str())))
    };
    let mut found = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        found.extend(actions(document, settings, uri, it.range, &it.context.diagnostics));
    }
    // Only made if a client requests this kind, because it reads every game with a fix.
    if it.context.only.is_some() && wants(&FIX_ALL) {
        found.extend(fix_all(document, settings, uri));
    }
    Some(found)
}

fn renaming(server: &Workspace<'_>, it: &RenameParams) -> Result<Option<WorkspaceEdit>, Failure> {
    let at = &it.text_document_position;
    if server.find(&at.text_document.uri).is_none() {
        return Ok(None);
    }
    let refused = |words: &str| (ErrorCode::InvalidParams as i32, words.to_owned());
    let (_, old) = at_place(server, at, player).ok_or_else(|| refused("no player here"))?;
    if let Some(objection) = objection(&it.new_name) {
        return Err(refused(objection));
    }
    Ok(Some(rename(server, places(server, old.as_bytes()), &it.new_name)))
}

/// Deserializes the parameters of a request, calls `work`, and serializes its result.
fn with<R: lsp_types::request::Request, F>(params: Value, work: F) -> Answer
where
    F: FnOnce(R::Params) -> Result<R::Result, Failure>,
{
    let wrong = |error: serde_json::Error| (ErrorCode::InvalidParams as i32, error.to_string());
    let result = work(serde_json::from_value(params).map_err(wrong)?)?;
    serde_json::to_value(result).map_err(wrong)
}

/// Returns what `find` finds at a position of a document; `None` if the document is not open or has no settings.
fn at_place<T>(
    server: &Workspace<'_>,
    at: &TextDocumentPositionParams,
    find: impl FnOnce(&Document, &Settings, Place) -> Option<T>,
) -> Option<T> {
    let (document, settings) = server.find(&at.text_document.uri)?;
    find(document, settings, document.place(at.position))
}

/// Returns the edits that turn a text of the document, which begins at the offset `start`, into the form of `export`.
fn format(
    server: &Workspace<'_>,
    (uri, document): (&Uri, &Document),
    start: usize,
    text: &[u8],
) -> Result<Vec<TextEdit>, Failure> {
    let failed = |error: String| (ErrorCode::RequestFailed as i32, error);
    if std::str::from_utf8(text).is_err() {
        return Err(failed("the text has half of a character".to_owned()));
    }
    let new = server.project.format(text, path_of(uri).as_deref()).map_err(failed)?;
    if new == text {
        return Ok(Vec::new());
    }
    let (head, tail) = same_lines(text, &new);
    let position = |offset: usize| {
        let place = document.place_of(offset);
        document.range(place.block, place.offset..place.offset).start
    };
    let range = Range { start: position(start + head), end: position(start + text.len() - tail) };
    let new_text = String::from_utf8(new[head..new.len() - tail].to_vec());
    Ok(vec![TextEdit { range, new_text: new_text.map_err(|error| failed(error.to_string()))? }])
}

/// Returns how many bytes two texts have in common at their beginning and at their end, in whole lines, so that an edit
/// leaves the rest of a file to the editor as it is.
fn same_lines(old: &[u8], new: &[u8]) -> (usize, usize) {
    let n = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let head = memchr::memrchr(b'\n', &old[..n]).map_or(0, |end| end + 1);
    let (old, new) = (&old[head..], &new[head..]);
    let n = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let same = &old[old.len() - n..];
    (head, memchr::memchr(b'\n', same).map_or(0, |end| n - end - 1))
}

/// Formats the games that a range touches.
fn format_range(
    server: &Workspace<'_>,
    uri: &Uri,
    range: Range,
) -> Result<Option<Vec<TextEdit>>, Failure> {
    let Some((document, settings)) = server.find(uri) else { return Ok(None) };
    let (from, to) = (document.place(range.start), document.place(range.end));
    let first = document.game_at(from, settings, |it| it.game.span.start as usize);
    let last = document.game_at(to, settings, |it| it.game.span.end as usize);
    let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
    let from = Place { offset: first, ..from };
    let to = Place { offset: last, ..to };
    let text = document.text_between(from, to);
    format(server, (uri, document), document.offset(from), &text).map(Some)
}

#[cfg(test)]
mod tests {
    use super::same_lines;

    #[test]
    fn edits_are_of_whole_lines() {
        for (old, new, expected) in [
            ("a\nb\nc\n", "a\nx\nc\n", (2, 2)),
            ("a\r\nb\r\n", "a\nb\n", (0, 0)),
            ("a\r\nb\r\nc\n", "a\r\nb\nc\n", (3, 2)),
            ("a\nb\n", "a\nb\nb\n", (4, 0)),
            ("a\nb\nb\n", "a\nb\n", (4, 0)),
            ("aé\n", "aè\n", (0, 0)),
            ("", "a\n", (0, 0)),
        ] {
            assert_eq!(same_lines(old.as_bytes(), new.as_bytes()), expected, "{old:?} {new:?}");
        }
    }
}
