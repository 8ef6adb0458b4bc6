//! The signature of a row: which version of a solver and of a scheme counted its nodes.
//!
//! A database knows a row by its cell and its signature, and uses it as long as the program has the same signature for
//! that cell. There is one signature for each [`Solver`] and each replacement scheme, and one for its searches without
//! a table. It is a digest (64-bit FNV-1a, less the highest bit) of
//!
//! 1. the [`VERSION`] of the lists below and the name of the solver,
//! 2. what small searches of the solver without a table count,
//! 3. the [decisions] of the scheme: its answers to a fixed battery of calls,
//! 4. what small searches of the solver with the scheme count, in tables so small that positions collide.
//!
//! So a change of a game or of the search changes every signature of its solvers; a change of a scheme's rule, weight
//! or tie changes the signatures of that scheme; and a new scheme changes none. The key seeds, sizes and parts of the
//! table are few, and a change that moves the counts of larger searches alone goes unseen: `ttlab sweep --verify` runs
//! stored cells again, and `ttlab sweep --again` replaces their rows.
//!
//! The lists are frozen: a change of them is another [`VERSION`]. Where signatures change and the counts of rows do
//! not, `signature/successors.txt` says which signature took the place of which, and [`current`] applies it to the rows
//! of a database. Its first lines are for rows that were stored before there were such signatures, under the nodes of
//! their game in the bench of that time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use anyhow::{Context, Error, Result};
use domineering::{Player, Winner};
use tt::{Bound, Decision, MAX_NODES, MAX_WIDTH, Parts, Positions, Replacement, Scheme, Worth};
use zobrist::Numbers;

use crate::cell::{Between, Window, scheme_name};
use crate::connect_four_set::ConnectFourSet;
use crate::digest::{FNV_1A, fnv_1a_on};
use crate::position_set::PositionSet;
use crate::row::Searched;
use crate::run::{self, Nodes};
use crate::{Cell, Game, GameCell, Row};
use crate::{parallel, schemes};

/// The version of the lists of searches and calls.
pub const VERSION: u32 = 1;

/// What searches the positions of a cell: the first word of the cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Solver {
    /// DOMI.
    Domineering,
    /// ALIBABA.
    Chess,
    /// The generic search in Connect Four.
    ConnectFour,
    /// The tutorial's own solver of Connect Four.
    Tutorial,
}

impl Solver {
    /// Every solver.
    pub const ALL: [Self; 4] = [Self::Domineering, Self::Chess, Self::ConnectFour, Self::Tutorial];

    /// Returns the solver of a cell.
    #[must_use]
    pub fn of(cell: &Cell) -> Self {
        match cell.game {
            GameCell::Domineering { .. } => Self::Domineering,
            GameCell::Chess { .. } => Self::Chess,
            GameCell::ConnectFour { .. } => Self::ConnectFour,
            GameCell::Tutorial { .. } => Self::Tutorial,
        }
    }

    /// Returns the name, as the text of a cell begins.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tutorial => "connect-four-tutorial",
            Self::Domineering => Game::Domineering.name(),
            Self::Chess => Game::Chess.name(),
            Self::ConnectFour => Game::ConnectFour.name(),
        }
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Solver {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|solver| solver.name() == name);
        found.with_context(|| format!("unknown solver `{name}`"))
    }
}

/// The signatures of this program for some solvers and schemes.
#[derive(Clone, Debug, Default)]
pub struct Signatures(BTreeMap<(Solver, Option<Scheme>), u64>);

impl Signatures {
    /// Computes the signatures of `cells`, and no others. There is none for a scheme that this program lacks.
    ///
    /// ```
    /// use experiments::Cell;
    /// use experiments::signature::Signatures;
    ///
    /// let cell = |scheme: &str| -> anyhow::Result<Cell> {
    ///     format!("domineering board=8x8 first=vertical scheme={scheme} positions=8K parts=all seed=7").parse()
    /// };
    /// let (deep, new) = (cell("deep")?, cell("new")?);
    /// let signatures = Signatures::of([&deep, &new])?;
    /// assert_ne!(signatures.get(&deep), signatures.get(&new));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is not enough memory for a small table.
    pub fn of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Result<Self> {
        Self::compute(cells.into_iter().map(|cell| (Solver::of(cell), cell.scheme)).collect())
    }

    /// Computes the signatures of every solver with every scheme of this program.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn all() -> Result<Self> {
        let schemes: Vec<_> = schemes::all().into_iter().map(Some).chain([None]).collect();
        let pair = |solver| schemes.iter().map(move |&scheme| (solver, scheme));
        // The tutorial's solver has a table of its own.
        let is_pair = |(solver, scheme): &(Solver, Option<Scheme>)| *solver != Solver::Tutorial || scheme.is_none();
        Self::compute(Solver::ALL.into_iter().flat_map(pair).filter(is_pair).collect())
    }

    /// Returns the signature of a cell, if it was computed.
    #[must_use]
    pub fn get(&self, cell: &Cell) -> Option<u64> {
        self.0.get(&(Solver::of(cell), cell.scheme)).copied()
    }

    /// Whether a row of `cell` with this signature was counted as this program counts.
    #[must_use]
    pub fn is_valid(&self, cell: &Cell, signature: u64) -> bool {
        self.get(cell) == Some(signature)
    }

    /// Returns every signature that was computed.
    pub fn iter(&self) -> impl Iterator<Item = (Solver, Option<Scheme>, u64)> {
        self.0.iter().map(|(&(solver, scheme), &signature)| (solver, scheme, signature))
    }

    /// A line for each: solver, scheme, signature.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.iter()
            .map(|(solver, scheme, signature)| format!("{solver} {} {signature}\n", scheme_name(scheme)))
            .collect()
    }

    fn compute(wanted: BTreeSet<(Solver, Option<Scheme>)>) -> Result<Self> {
        let wanted: Vec<_> = wanted.into_iter().filter(|(_, scheme)| !scheme.is_some_and(schemes::is_absent)).collect();
        let solvers: BTreeSet<Solver> = wanted.iter().map(|&(solver, _)| solver).collect();
        let solvers: Vec<Solver> = solvers.into_iter().collect();
        let without_table = parallel::map(&solvers, |&solver| Ok((solver, of_solver(solver)?)));
        let without_table = without_table.into_iter().collect::<Result<BTreeMap<Solver, Digest>>>()?;
        let signature = |&(solver, scheme): &(Solver, Option<Scheme>)| {
            let digest = without_table[&solver];
            let signature = match scheme {
                None => digest.signature(),
                Some(scheme) => with_scheme(digest, solver, scheme)?,
            };
            Ok(((solver, scheme), signature))
        };
        Ok(Self(parallel::map(&wanted, signature).into_iter().collect::<Result<_>>()?))
    }
}

/// Computes the signature of the rows of a solver with `scheme`, which need not be [registered](schemes::register), or
/// without a table.
///
/// ```
/// use experiments::signature::{self, Solver};
/// use tt::schemes::Custom;
/// use tt::Scheme;
///
/// let deep = signature::of(Solver::Domineering, Some(Scheme::Deep))?;
/// // The name is not part of it: the cell has it.
/// let same = Scheme::Custom(Custom::new("same", tt::Deep::default()));
/// assert_eq!(signature::of(Solver::Domineering, Some(same))?, deep);
/// assert_ne!(signature::of(Solver::Domineering, Some(Scheme::New))?, deep);
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn of(solver: Solver, scheme: Option<Scheme>) -> Result<u64> {
    let digest = of_solver(solver)?;
    scheme.map_or(Ok(digest.signature()), |scheme| with_scheme(digest, solver, scheme))
}

/// Returns the digest of a scheme's answers to a fixed battery of calls: its width, what it decides with every number
/// of residents up to that, what it brings up to date, and what a hit counts.
///
/// ```
/// use experiments::signature::decisions;
/// use tt::Scheme;
///
/// assert_eq!(decisions(Scheme::Deep), decisions(tt::Deep::default()));
/// assert_ne!(decisions(Scheme::Deep), decisions(Scheme::Big1));
/// ```
#[must_use]
pub fn decisions(scheme: impl Replacement) -> u64 {
    let mut digest = Digest(FNV_1A);
    digest.add(scheme.width() as u64);
    let mut worths = WORTHS.iter().copied();
    for residents in 1..=scheme.width().min(MAX_WIDTH) {
        let mut entry = [CANDIDATE; MAX_WIDTH];
        for _ in 0..CALLS {
            entry[..residents].fill_with(|| worths.next().unwrap_or(CANDIDATE));
            let candidate = Worth { age: 0, ..worths.next().unwrap_or(CANDIDATE) };
            digest.add(match scheme.decide(&entry[..residents], candidate) {
                Decision::Keep => 0,
                Decision::Demote => 1,
                Decision::Replace(place) => 2 + place as u64,
            });
        }
    }
    for pair in WORTHS[..2 * CALLS].chunks_exact(2) {
        digest.add(u64::from(scheme.update(pair[0], Worth { age: 0, ..pair[1] })));
    }
    for stored in [0, 1, 2, 3, 10, 1_000, MAX_NODES - 1, MAX_NODES] {
        digest.add(u64::from(scheme.hit_size(stored)));
    }
    digest.0
}

/// Calls of `decide` with each number of residents.
const CALLS: usize = 2_000;

/// Stands in where nothing is drawn.
const CANDIDATE: Worth = Worth { depth: 1, nodes: 1, age: 0, bound: Bound::EXACT };

/// What residents and candidates are worth, drawn from a few values, so that ties are frequent.
static WORTHS: LazyLock<Vec<Worth>> = LazyLock::new(|| {
    const DEPTHS: [u8; 12] = [0, 1, 2, 3, 3, 4, 5, 6, 8, 13, 60, 255];
    const NODES: [u32; 12] = [1, 2, 3, 9, 10, 10, 11, 100, 101, 5_000, MAX_NODES - 1, MAX_NODES];
    const AGES: [u8; 12] = [0, 0, 0, 0, 0, 1, 1, 2, 3, 5, 40, 255];
    const BOUNDS: [Bound; 3] = [Bound::LOWER, Bound::UPPER, Bound::EXACT];
    let draws = (1..=MAX_WIDTH).map(|residents| CALLS * (residents + 1)).sum();
    let worth = |number: &zobrist::Key| {
        let pick = |shift: u32, len: usize| (number.0 >> shift) as usize % len;
        let (depth, nodes) = (DEPTHS[pick(0, DEPTHS.len())], NODES[pick(16, NODES.len())]);
        Worth { depth, nodes, age: AGES[pick(32, AGES.len())], bound: BOUNDS[pick(48, BOUNDS.len())] }
    };
    Numbers::<u64>::generate(u64::from(VERSION), draws).iter().map(worth).collect()
});

/// 64-bit FNV-1a of numbers, eight bytes each, the lowest first.
#[derive(Clone, Copy)]
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        self.0 = fnv_1a_on(self.0, &number.to_le_bytes());
    }

    fn add_row(&mut self, row: &Row) {
        // Whatever makes two rows differ.
        let Row { cell: _, nodes, winner, ref searches, statistics, guided, seconds: _ } = *row;
        let tt::Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } =
            statistics;
        let winner = match winner {
            None => 0,
            Some(Winner::First) => 1,
            Some(Winner::Second) => 2,
        };
        for number in [
            nodes,
            winner,
            guided,
            look_ups,
            hits,
            cutoffs,
            fresh,
            same,
            replaced,
            kept,
            demoted,
            collisions,
            fill,
            searches.len() as u64,
        ] {
            self.add(number);
        }
        for &Searched { position, depth, nodes, score } in searches {
            for number in [u64::from(position), u64::from(depth), nodes, i64::from(score) as u64] {
                self.add(number);
            }
        }
    }

    fn add_searches(&mut self, cells: &[Cell]) -> Result<()> {
        let nodes = Nodes::default();
        cells.iter().try_for_each(|cell| {
            self.add_row(&run::run(cell, u64::MAX, &nodes)?);
            Ok(())
        })
    }

    /// SQLite has no unsigned integers.
    fn signature(self) -> u64 {
        self.0 >> 1
    }
}

/// Everything but a scheme.
fn of_solver(solver: Solver) -> Result<Digest> {
    let mut digest = Digest(fnv_1a_on(FNV_1A, solver.name().as_bytes()));
    digest.add(u64::from(VERSION));
    digest.add_searches(&without_table(solver)?)?;
    Ok(digest)
}

fn with_scheme(mut digest: Digest, solver: Solver, scheme: Scheme) -> Result<u64> {
    digest.add(decisions(scheme));
    digest.add_searches(&with_table(solver, scheme)?)?;
    Ok(digest.signature())
}

/// The frozen searches without a table.
fn without_table(solver: Solver) -> Result<Vec<Cell>> {
    let games = match solver {
        Solver::Domineering => vec![board("4x6", Player::Vertical)?, board("5x4", Player::Vertical)?],
        Solver::Chess => vec![chess(3, Between::Clear, 1)],
        Solver::ConnectFour => vec![GameCell::ConnectFour { set: ConnectFourSet::EndEasy, sample: 20 }],
        Solver::Tutorial => {
            let window = |window| GameCell::Tutorial { set: ConnectFourSet::EndEasy, sample: 20, window };
            vec![window(Window::Strong), window(Window::Weak)]
        }
    };
    let (parts, seed) = (Parts::all(), zobrist::DEFAULT_SEED);
    Ok(games.into_iter().map(|game| Cell { game, scheme: None, positions: None, parts, seed }).collect())
}

/// The frozen searches with a scheme.
fn with_table(solver: Solver, scheme: Scheme) -> Result<Vec<Cell>> {
    let cell = |game: GameCell, positions: &str, parts: Parts, seed: u64| {
        let positions = Some(positions.parse::<Positions>()?);
        anyhow::Ok(Cell { game, scheme: Some(scheme), positions, parts, seed })
    };
    let (all, seed) = (Parts::all(), zobrist::DEFAULT_SEED);
    match solver {
        Solver::Domineering => Ok(vec![
            cell(board("5x6", Player::Vertical)?, "64", all, seed)?,
            cell(board("6x6", Player::Horizontal)?, "256", all, seed + 3)?,
            cell(board("5x5", Player::Horizontal)?, "256", Parts::EXACT, seed + 1)?,
            cell(board("5x5", Player::Vertical)?, "32", Parts::BOUNDS, seed + 2)?,
        ]),
        Solver::Chess => Ok(vec![
            cell(chess(3, Between::Stamp, 1), "64", all, seed)?,
            cell(chess(3, Between::Clear, 1), "256", Parts::MOVE, seed + 1)?,
            cell(chess(3, Between::Stamp, 1), "1K", Parts::EXACT, seed + 2)?,
            cell(chess(3, Between::Stamp, 3), "128", all, seed + 3)?,
        ]),
        Solver::ConnectFour => {
            let of = |set, sample| GameCell::ConnectFour { set, sample };
            Ok(vec![
                cell(of(ConnectFourSet::EndEasy, 40), "16", all, seed)?,
                cell(of(ConnectFourSet::MiddleEasy, 1), "64", all, seed + 1)?,
                cell(of(ConnectFourSet::EndEasy, 10), "32", Parts::BOUNDS, seed + 2)?,
                cell(of(ConnectFourSet::EndEasy, 10), "32", Parts::MOVE, seed + 3)?,
            ])
        }
        Solver::Tutorial => Ok(Vec::new()),
    }
}

fn board(board: &str, first: Player) -> Result<GameCell> {
    Ok(GameCell::Domineering { board: board.parse()?, first })
}

/// The positions of the frozen searches of chess: an opening, captures and castling, pawns that promote, and two
/// successive positions of an endgame.
const POSITIONS: [&str; 5] = [
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 4 12",
    "8/1P4k1/8/3K4/8/8/6p1/8 w - - 0 1",
    "8/5pk1/6p1/3R4/r6P/5PK1/8/8 w - - 3 45",
    "8/5pk1/3R2p1/8/r6P/5PK1/8/8 b - - 4 45",
];

fn chess(depth: u8, between: Between, line: u8) -> GameCell {
    let games = vec![POSITIONS.iter().map(|&fen| fen.to_owned()).collect()];
    GameCell::Chess { set: PositionSet::of_games("signature", games), game: 1, depth, between, line }
}

/// A signature that another one took the place of, while the counts of rows stayed.
struct Successor {
    solver: Solver,
    scheme: String,
    old: u64,
    new: u64,
}

static SUCCESSORS: LazyLock<Vec<Successor>> = LazyLock::new(|| {
    let read = |line: &str| -> Option<Successor> {
        let mut words = line.split_whitespace();
        let (solver, scheme) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        Some(Successor { solver, scheme, old: words.next()?.parse().ok()?, new: words.next()?.parse().ok()? })
    };
    let lines = include_str!("signature/successors.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("a test reads every line")).collect()
});

/// Returns the signature that `signature` became, if it is one of a former list of searches and calls: rows of `cell`
/// that were stored under the former one are as valid as rows under the latter.
#[must_use]
pub fn current(cell: &Cell, signature: u64) -> u64 {
    if signature == CHESS_WITH_MOVELESS_ROOTS && may_have_moveless_root(cell) {
        return signature;
    }
    let (solver, scheme) = (Solver::of(cell), scheme_name(cell.scheme));
    let successors = SUCCESSORS.iter().filter(|one| (one.solver, one.scheme.as_str()) == (solver, scheme));
    successors.fold(signature, |signature, one| if one.old == signature { one.new } else { signature })
}

/// Under this signature of chess the table could answer at the root without a move to play. Now the root is searched
/// then, see `docs/src/decisions.md`.
const CHESS_WITH_MOVELESS_ROOTS: u64 = 243_356;

/// Whether the root of a search can be in the table, but without a move.
fn may_have_moveless_root(cell: &Cell) -> bool {
    let is_stamped = matches!(cell.game, GameCell::Chess { between: Between::Stamp, .. });
    is_stamped && cell.scheme.is_some() && !cell.parts.is_empty() && !cell.parts.contains(Parts::MOVE)
}

/// The former signatures: solver, scheme, the former signature and the one that took its place.
pub(crate) fn successors() -> impl Iterator<Item = (Solver, &'static str, u64, u64)> {
    SUCCESSORS.iter().map(|one| (one.solver, one.scheme.as_str(), one.old, one.new))
}

#[cfg(test)]
mod tests {
    use tt::schemes::{Concept, Custom, OneLevel, TwoLevel};

    use super::*;

    /// DEEP where the resident wins a tie.
    #[derive(Clone, Copy, Debug, Default)]
    struct StrictlyDeep;

    impl Concept for StrictlyDeep {
        fn prefers(self, candidate: Worth, resident: Worth) -> bool {
            candidate.depth > resident.depth
        }
    }

    /// Each search since a position was stored counts like `weight` plies less.
    #[derive(Clone, Copy)]
    struct Aging {
        weight: i32,
    }

    impl Replacement for Aging {
        fn width(self) -> usize {
            4
        }

        fn decide(self, residents: &[Worth], _: Worth) -> Decision {
            if residents.len() < self.width() {
                return Decision::Replace(residents.len());
            }
            let value = |worth: Worth| i32::from(worth.depth) - self.weight * i32::from(worth.age);
            let victim = (0..residents.len()).min_by_key(|&place| value(residents[place]));
            victim.map_or(Decision::Keep, Decision::Replace)
        }
    }

    fn custom(scheme: impl Replacement + Send + Sync + 'static) -> Option<Scheme> {
        Some(Scheme::Custom(Custom::new("custom", scheme)))
    }

    const WITH_TABLE: [Solver; 3] = [Solver::Domineering, Solver::Chess, Solver::ConnectFour];

    #[test]
    fn another_tie_is_another_scheme_in_every_game() {
        for solver in WITH_TABLE {
            let signature = |scheme| of(solver, scheme).unwrap();
            assert_eq!(signature(custom(tt::Deep::default())), signature(Some(Scheme::Deep)), "{solver}");
            assert_ne!(signature(custom(OneLevel(StrictlyDeep))), signature(Some(Scheme::Deep)), "{solver}");
            assert_ne!(signature(custom(TwoLevel(StrictlyDeep))), signature(Some(Scheme::TwoDeep)), "{solver}");
        }
    }

    #[test]
    fn another_weight_is_another_scheme_in_every_game() {
        let signatures = |weight| WITH_TABLE.map(|solver| of(solver, custom(Aging { weight })).unwrap());
        let (one, two, four) = (signatures(1), signatures(2), signatures(4));
        assert_eq!(one, signatures(1));
        for i in 0..WITH_TABLE.len() {
            assert!(one[i] != two[i] && two[i] != four[i] && one[i] != four[i], "{}", WITH_TABLE[i]);
        }
    }

    #[test]
    fn decisions_show_what_searches_may_not() {
        #[derive(Clone, Copy)]
        enum Small {
            OldAge,
            ThirdPlace,
            Update,
            HitSize,
        }
        #[derive(Clone, Copy)]
        struct Changed(Aging, Small);
        impl Replacement for Changed {
            fn width(self) -> usize {
                self.0.width()
            }
            fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
                match self.1 {
                    Small::OldAge if residents[0].age > 100 => Decision::Replace(0),
                    Small::ThirdPlace if residents.len() == 3 => Decision::Demote,
                    _ => self.0.decide(residents, candidate),
                }
            }
            fn update(self, resident: Worth, candidate: Worth) -> bool {
                !matches!(self.1, Small::Update) || candidate.nodes >= resident.nodes
            }
            fn hit_size(self, stored: u32) -> u32 {
                if matches!(self.1, Small::HitSize) { stored } else { 1 }
            }
        }
        let aging = Aging { weight: 1 };
        for small in [Small::OldAge, Small::ThirdPlace, Small::Update, Small::HitSize] {
            assert_ne!(decisions(Changed(aging, small)), decisions(aging));
        }
    }

    #[test]
    fn another_scheme_changes_no_signature_of_others() {
        let before = Signatures::all().unwrap();
        let scheme = schemes::register("one-more", Aging { weight: 3 }).unwrap();
        let after = Signatures::all().unwrap();
        let others = |signatures: &Signatures| {
            signatures.iter().filter(|(_, scheme, _)| scheme.is_none_or(|scheme| scheme.built_in().is_some())).collect()
        };
        let (before, of_others): (Vec<_>, Vec<_>) = (others(&before), others(&after));
        assert_eq!(before, of_others);
        assert_eq!(before.len(), 3 * (Scheme::ALL.len() + 1) + 1);
        assert_eq!(after.iter().filter(|one| one.1 == Some(scheme)).count(), WITH_TABLE.len());
        let values: BTreeSet<u64> = before.iter().map(|one| one.2).collect();
        assert_eq!(values.len(), before.len(), "each has its own");
        assert!(values.iter().all(|&signature| i64::try_from(signature).is_ok()));
    }

    #[test]
    fn searches_are_small_and_end() {
        let mut all = 0;
        for solver in Solver::ALL {
            let nodes = Nodes::default();
            for cell in without_table(solver).unwrap().into_iter().chain(with_table(solver, Scheme::Old).unwrap()) {
                assert!(run::run(&cell, 100_000, &nodes).unwrap().is_complete(), "{cell}");
            }
            all += nodes.so_far();
        }
        assert!(all < 200_000, "a sweep computes signatures before it begins, and they take {all} nodes");
    }

    #[test]
    fn former_signatures_lead_to_one_another() {
        let cell = |scheme: &str| -> Cell {
            let text = format!("domineering board=6x7 first=vertical scheme={scheme} positions=8K parts=all seed=1");
            text.parse().unwrap()
        };
        let of_deep: Vec<_> = successors()
            .filter(|one| (one.0, one.1) == (Solver::Domineering, "deep"))
            .map(|one| (one.2, one.3))
            .collect();
        let (first, last) = (of_deep[0].0, of_deep[of_deep.len() - 1].1);
        assert_eq!(first, 1_143_471, "the nodes of domineering in the bench before there were signatures of rows");
        assert_eq!(current(&cell("deep"), first), last);
        assert_eq!(current(&cell("deep"), last), last);
        assert_ne!(current(&cell("new"), first), last);
        assert_eq!(current(&cell("deep"), 4711), 4711);
        let chess = |parts: &str| -> Cell {
            let text = "chess set=vsb-1994 game=1 depth=3 between=stamp line=1 scheme=deep positions=1K";
            format!("{text} parts={parts} seed=1").parse().unwrap()
        };
        for (parts, is_stale) in [("all", false), ("move", false), ("score", true), ("exact", true), ("bounds", true)] {
            assert_eq!(current(&chess(parts), 243_356) == 243_356, is_stale, "{parts}");
        }
        assert!(successors().all(|(_, scheme, old, new)| {
            old != new && (scheme == "none" || Scheme::ALL.iter().any(|known| known.name() == scheme))
        }));
    }

    /// If a scheme or a game was changed on purpose, the rows are run again (`testsets/recorded/README.md`). If no
    /// count of a row has changed, for instance since a list of this file has, the lines that this test prints belong
    /// at the end of `signature/successors.txt`.
    #[test]
    fn recorded_rows_are_of_this_version() {
        for recorded in ["full", "seeds"] {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsets/recorded");
            let store = crate::store::Store::open(&root.join(format!("{recorded}.sqlite.gz"))).unwrap().unwrap();
            let cells = store.cells().unwrap();
            let signatures = Signatures::of(cells.iter().map(|(cell, _)| cell)).unwrap();
            let stale = cells.iter().filter(|(cell, signature)| !signatures.is_valid(cell, *signature));
            let line = |(cell, signature): &(Cell, u64)| {
                let (solver, scheme) = (Solver::of(cell), scheme_name(cell.scheme));
                format!("{solver} {scheme} {signature} {}\n", signatures.get(cell).unwrap_or_default())
            };
            let lines: BTreeSet<String> = stale.map(line).collect();
            assert!(lines.is_empty(), "{recorded}: {}", lines.into_iter().collect::<String>());
        }
    }
}
