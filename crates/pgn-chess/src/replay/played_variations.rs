//! The variations of a game that have a legal move.

use std::collections::HashSet;

use pgn_syntax::{Node, NodeId, NodeKind, RavKind};

use crate::replay::ply::{Ply, Visitor};

/// A visitor that finds the variations in which at least one move was played.
#[derive(Default)]
pub(crate) struct PlayedVariations {
    open: Vec<u32>,
    pub(crate) played: HashSet<u32>,
}

impl Visitor for PlayedVariations {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.after.is_some()
            && let Some(&open) = self.open.last()
        {
            self.played.insert(open);
        }
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => self.open.push(id.0),
            NodeKind::RavOpen { .. } => self.open.push(u32::MAX),
            NodeKind::RavClose => _ = self.open.pop(),
            _ => (),
        }
    }
}
