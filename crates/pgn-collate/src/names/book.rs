//! The spellings of an archive with their counts, in files above a limit.

use std::{
    collections::{HashMap, HashSet},
    io,
};

use super::{
    evidence::{Evidence, PlayerFacts},
    fide::name_keys,
    person::Person,
    place,
    propose::{Proposals, Rows},
    spelling::{NameKind, Spelling, hash},
};
use crate::{
    names::Authority,
    storage::{
        sorter::{Sorted, Sorter},
        spool::TempFiles,
        stored::Stored as _,
    },
};

/// The spellings of a part of an archive.
#[derive(Clone, Debug, Default)]
pub struct NameCounts {
    /// The spellings by kind.
    names: [HashMap<String, Evidence>; 3],
    /// For each spelling of a player, the keys of the families that it may belong to.
    families: HashMap<String, Vec<String>>,
}

impl NameCounts {
    /// Adds a game in which a spelling occurs.
    pub fn add(&mut self, kind: NameKind, name: &str, seen: &PlayerFacts) {
        let names = &mut self.names[kind as usize];
        match names.get_mut(name) {
            Some(evidence) => evidence.add(seen),
            None => names.entry(name.to_owned()).or_default().add(seen),
        }
    }

    /// Adds both players of a game.
    pub fn add_players(&mut self, [white, black]: [(&str, PlayerFacts); 2]) {
        let is_one_id = white.1.id.is_some() && white.1.id == black.1.id;
        let may_be_one = is_one_id || self.have_common_family(white.0, black.0);
        for ((name, seen), other) in [(white, black.0), (black, white.0)] {
            let rival = may_be_one.then(|| hash(other));
            self.add(NameKind::Player, name, &PlayerFacts { rival, ..seen });
        }
    }

    /// Returns true if two spellings may belong to one family, so that they will be compared.
    fn have_common_family(&mut self, a: &str, b: &str) -> bool {
        for name in [a, b] {
            if !self.families.contains_key(name) {
                let person = Person::read(name);
                let keys = person.map(|it| it.keys().collect()).unwrap_or_default();
                self.families.insert(name.to_owned(), keys);
            }
        }
        let both = self.families.get(a).zip(self.families.get(b));
        both.is_some_and(|(a, b)| a.iter().any(|key| b.contains(key)))
    }
}

/// The spellings of an archive.
#[derive(Debug)]
pub struct NameBook {
    counts: NameCounts,
    /// The spellings that were moved from memory, by kind and name.
    sorter: Sorter,
    limit: usize,
}

/// Approximate number of bytes of a spelling in memory.
const BYTES_EACH: usize = 512;

impl NameBook {
    /// Returns an empty book that uses about `limit` bytes of memory; more goes to temporary files.
    #[must_use]
    pub fn new(limit: usize, temp_files: &TempFiles) -> NameBook {
        NameBook {
            counts: NameCounts::default(),
            sorter: Sorter::new(limit / 4, temp_files),
            limit,
        }
    }

    /// Adds the spellings of a part of the archive.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub fn add(&mut self, counts: NameCounts) -> io::Result<()> {
        for (mine, theirs) in self.counts.names.iter_mut().zip(counts.names) {
            for (name, evidence) in theirs {
                mine.entry(name).or_default().merge(&evidence);
            }
        }
        let n_names: usize = self.counts.names.iter().map(HashMap::len).sum();
        if n_names * BYTES_EACH > self.limit / 2 { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        let mut key = Vec::new();
        for kind in NameKind::ALL {
            for (name, evidence) in self.counts.names[kind as usize].drain() {
                key.clear();
                key.push(kind as u8);
                key.extend_from_slice(name.as_bytes());
                self.sorter.push(&key, &evidence.to_bytes())?;
            }
        }
        Ok(())
    }

    /// Sorts the spellings into blocks with a common key.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub fn finish(mut self) -> io::Result<Blocks> {
        self.write()?;
        let (sorter, ids, names) = (self.sorter.other(), HashSet::new(), HashSet::new());
        let mut blocks = BlockWriter { sorter, ids, names };
        self.sorter.finish()?.grouped(
            |payload| Ok(Evidence::of_bytes(payload)),
            |all, evidence| all.merge(&evidence),
            |key, evidence| blocks.push(key, evidence),
        )?;
        let BlockWriter { sorter, ids, names } = blocks;
        Ok(Blocks { sorted: sorter.finish()?, ids, names })
    }
}

/// Sorts spellings into blocks, and collects the FIDE numbers and names of players.
struct BlockWriter {
    sorter: Sorter,
    ids: HashSet<u32>,
    names: HashSet<String>,
}

impl BlockWriter {
    /// Adds a spelling to each block to which it may belong.
    fn push(&mut self, key: &[u8], evidence: Evidence) -> io::Result<()> {
        let Some((&kind, name)) = key.split_first() else { return Ok(()) };
        let Ok(name) = std::str::from_utf8(name) else { return Ok(()) };
        let mut keys: Vec<String> = Vec::new();
        match NameKind::ALL.get(usize::from(kind)) {
            Some(NameKind::Player) => {
                self.ids.extend(&evidence.ids);
                if let Some(person) = Person::read(name) {
                    self.names.extend(name_keys(name));
                    keys.extend(person.keys());
                    keys.extend(evidence.ids.iter().map(|id| format!("#{id}")));
                }
            }
            Some(NameKind::Event) => keys.extend(place::key(name)),
            Some(NameKind::Site) => keys.extend(place::site_keys(name)),
            None => (),
        }
        keys.sort_unstable();
        keys.dedup();
        let payload = Spelling { name: name.to_owned(), evidence }.to_bytes();
        for block in keys {
            self.sorter.push(&[&[kind], block.as_bytes()].concat(), &payload)?;
        }
        Ok(())
    }
}

/// The spellings of an archive, grouped into blocks. Only spellings of one block are compared.
#[derive(Debug)]
pub struct Blocks {
    sorted: Sorted,
    /// The FIDE numbers of the archive.
    pub ids: HashSet<u32>,
    /// The keys by which the names of the archive are found in a list of players.
    pub names: HashSet<String>,
}

impl Blocks {
    /// Returns the proposals, with the names of `authority`.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn propose(self, authority: &Authority) -> io::Result<Proposals> {
        let mut rows = Rows::default();
        self.sorted.grouped(
            |payload| Ok(vec![Spelling::of_bytes(payload)]),
            |block, mut spellings| block.append(&mut spellings),
            |key, block| {
                if let Some((kind, key)) = key.split_first()
                    && let Some(kind) = NameKind::ALL.get(usize::from(*kind))
                {
                    rows.add_block(*kind, &String::from_utf8_lossy(key), &block, authority);
                }
                Ok(())
            },
        )?;
        Ok(rows.finish())
    }
}
