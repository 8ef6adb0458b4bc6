//! ALIBABA, the chess program of the experiments, on the generic search (`[Breuker 1998, 2.5.1]`).
//!
//! The program uses iterative deepening, principal-variation search with minimal windows, aspiration windows of one
//! pawn on either side, and a quiescence search over captures and promotions. The evaluation consists of material and
//! piece-square values. Moves are ordered by refutation table, transposition table, captures, promotions and history.
//! [Options](options) change what the thesis leaves open.

#![forbid(unsafe_code)]

mod aspects;
mod draws;
mod history;
pub mod options;
mod payload;
mod quiescence;
mod root;
mod squares;
pub mod structured_evaluation;

pub use draws::Playing;
pub use payload::{Best, Lines};

use chess::{EarlierPositions, MATE, MATES, Move, PieceType, Position, Undo, material};
use search::conformance::Subject;
use search::{
    Aspects, Aspiration, ChosenOptions, DrawKey, Expansion, Game, Iteration, Leaf, Moves, Observer, Outcome,
    PackedMoves, Plain, Search, Whole, Window, iterate,
};
use tt::{Key, Score, Table};

use history::History;
use root::RootMoves;
use squares::SquareValues;
use structured_evaluation::{Evaluation, MAX_VALUE};

// No evaluation is a mate score: a player has at most 16 pieces, and none is worth more than a queen on a good square.
const _: () = assert!(16 * (material(PieceType::Queen) as i32 + 100) < MATES as i32);
const _: () = assert!(MAX_VALUE < MATES as i32);

/// The value of a draw.
const DRAW: Score = 0;

/// The margin of the aspiration window on either side: the value of a pawn.
pub const ASPIRATION: Score = material(PieceType::Pawn);

/// The ranks of moves: captures first, then promotions, then all other moves by history.
const CAPTURES: i32 = 1 << 30;
const PROMOTIONS: i32 = 1 << 29;
const AT_ROOT: i32 = i32::MAX - 256;

/// A position that ALIBABA searches, with the move-ordering data that the search has collected.
///
/// ```
/// use alibaba::{Alibaba, Best};
/// use search::Search;
///
/// let position = chess::Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let mut table = tt::TwoBig1::<Best>::new("8K".parse()?)?;
/// let mut game = Alibaba::new(position);
/// let outcome = alibaba::deepen(Search::new(&mut game, &mut table), 3, |_, _| {});
/// assert_eq!(outcome.best.unwrap().to_string(), "d1d8");
/// assert_eq!(outcome.score, chess::MATE - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Alibaba<C = Plain> {
    position: Position,
    options: C,
    history: History,
    /// What is known about the moves of the root.
    root: RootMoves,
    /// Evaluates positions; `None` for material and piece-square values alone.
    evaluation: Option<Box<Evaluation>>,
    /// The piece-square values of the root, with the option [`SQUARES_OF_ROOT`](crate::options::SQUARES_OF_ROOT).
    squares: Option<Box<SquareValues>>,
    /// The game before the root, with the option [`DRAW_KEYS`](search::options::DRAW_KEYS).
    played: EarlierPositions,
}

/// Searches to `depth` plies by iterative deepening, as the printed program does, and calls `report` with the principal
/// variation after each iteration.
///
/// The window and the use of the table become those of the program, whatever `search` has, and its options change them.
/// The result counts the nodes of all iterations.
///
/// For a playing engine, use a [`Search`] without [`Search::as_printed`] instead.
///
/// ```
/// use alibaba::{Alibaba, Best};
/// use search::{Search, Statistics};
/// use tt::TwoBig1;
///
/// let mut game = Alibaba::new(chess::Position::start());
/// let mut table = TwoBig1::<Best>::new("8K".parse()?)?;
/// let (mut statistics, mut depths) = (Statistics::default(), Vec::new());
/// let search = Search::new(&mut game, &mut table).observed_by(&mut statistics).max_nodes(100_000);
/// alibaba::deepen(search, 3, |iteration, line| {
///     assert_eq!(line.first().copied(), iteration.outcome.best);
///     depths.push(iteration.depth);
/// });
/// assert_eq!(depths, [1, 2, 3]);
/// assert!(statistics.hits > 0);
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// # Panics
///
/// Panics if `depth` is 0.
pub fn deepen<T, O, G, C>(
    search: Search<'_, Alibaba<G>, T, O, C>,
    depth: u8,
    mut report: impl FnMut(&Iteration<Move>, &[Move]),
) -> Outcome<Move>
where
    T: Table<Payload: PackedMoves<Move>>,
    O: Observer,
    G: ChosenOptions,
    C: ChosenOptions,
{
    let mut search = search.as_printed().window(Window::Minimal);
    let is_inclusive = search.options().has(options::ASPIRATION_INCLUSIVE);
    let aspiration = if is_inclusive { Aspiration::Inclusive } else { Aspiration::Printed };
    iterate(&mut search, depth, aspiration(ASPIRATION), |iteration, search| report(iteration, search.line()))
}

impl Alibaba {
    /// Creates an empty search state for `position`.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let (history, root) = (History::default(), RootMoves::default());
        let played = EarlierPositions::default();
        Self { position, options: Plain, history, root, evaluation: None, squares: None, played }
    }

    /// Sets the options, some of which change the evaluation and the order of moves. The search needs the same options.
    #[must_use]
    pub fn with_options<C: ChosenOptions>(self, options: C) -> Alibaba<C> {
        let Self { position, history, root, evaluation, .. } = self;
        let evaluation = Evaluation::of_options(options).map(Box::new).or(evaluation);
        let played = EarlierPositions::default();
        let mut game = Alibaba { position, options, history, root, evaluation, squares: None, played };
        game.prepare_root();
        game
    }
}

impl<C: ChosenOptions> Alibaba<C> {
    /// Turns to another position: that of the next search. What was learnt is forgotten, but for what an option keeps.
    pub fn turn_to(&mut self, position: Position) {
        self.position = position;
        self.root.forget();
        if !self.options.has(options::HISTORY_KEPT) {
            self.history.forget();
        }
        self.prepare_root();
    }

    /// Computes what options need of the root.
    fn prepare_root(&mut self) {
        if self.options.has(search::options::DRAW_KEYS) {
            self.played = EarlierPositions::before(&self.position);
        }
        if self.options.has(options::SQUARES_OF_ROOT) {
            self.squares = Some(Box::new(SquareValues::of_root(&self.position)));
        }
    }

    /// Replaces the evaluation of the printed program, material and piece-square values.
    ///
    /// ```
    /// use chess::Position;
    /// use alibaba::{Alibaba, Best};
    /// use alibaba::structured_evaluation::{Evaluation, EvaluationTables};
    /// use search::Search;
    ///
    /// let evaluation = Evaluation::new(EvaluationTables::all())?;
    /// let mut game = Alibaba::new(Position::start()).evaluated_by(evaluation);
    /// let mut table = tt::TwoBig1::<Best>::new("8K".parse()?)?;
    /// alibaba::deepen(Search::new(&mut game, &mut table), 3, |_, _| {});
    /// let pawns = game.evaluation().expect("it was set").usage(EvaluationTables::PAWNS);
    /// assert!(pawns.hit_rate() > 0.5);
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn evaluated_by(mut self, evaluation: Evaluation) -> Self {
        self.evaluation = Some(Box::new(evaluation));
        self
    }

    /// Returns the evaluation that replaces that of the printed program, if one does.
    #[must_use]
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.evaluation.as_deref()
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the rank of a move: captures by most valuable victim and least valuable attacker, then promotions, then
    /// all other moves.
    #[inline]
    fn rank(&self, mv: Move) -> i32 {
        let of_value = |kind: PieceType| match kind {
            PieceType::Knight if self.options.has(options::CAPTURES_BY_VALUE) => PieceType::Bishop,
            kind => kind,
        };
        let kind = |square| self.position.piece_on(square).map(|piece| of_value(piece.piece_type()) as i32);
        let victim = if mv.is_en_passant() { Some(PieceType::Pawn as i32) } else { kind(mv.to()) };
        if let Some(victim) = victim {
            let attacker = kind(mv.from()).unwrap_or(0);
            CAPTURES + victim * 8 - attacker
        } else if let Some(promotion) = mv.promotion() {
            PROMOTIONS + promotion as i32
        } else {
            self.history.rank(&self.position, self.options, mv)
        }
    }

    /// Returns the score of checkmate or stalemate.
    fn no_moves(&self, ply: u32) -> Score {
        if self.position.in_check() { ply.min((MATE - MATES) as u32) as Score - MATE } else { DRAW }
    }
}

impl<C: ChosenOptions> Game for Alibaba<C> {
    type Move = Move;
    type Undo = Undo;

    const KEEPS_LINES: bool = true;
    const DRAW: Option<Score> = Some(DRAW);

    #[inline]
    fn keys(&self) -> &[Key] {
        std::slice::from_ref(self.position.key_ref())
    }

    fn whole(&self, _: usize) -> Option<Whole> {
        Some(self.position.encoding().into())
    }

    fn aspects(&self) -> Option<&dyn Aspects> {
        Some(self)
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Undo {
        self.position.play(mv)
    }

    #[inline]
    fn undo(&mut self, mv: Move, undo: Undo) {
        self.position.undo(mv, undo);
    }

    #[inline]
    fn draw_key(&self, reach: u32) -> DrawKey {
        draws::draw_key(self.played, &self.position, reach)
    }

    #[inline]
    fn is_decided_in_time(&self, score: Score) -> Option<bool> {
        chess::is_mate_in_time(&self.position, score)
    }

    /// Detects threefold repetition, the fifty-move rule and, with an option, too little material. Checkmate and
    /// stalemate are detected during move generation.
    #[inline]
    fn outcome(&self, ply: u32) -> Option<Score> {
        let repeated = if self.options.has(options::REPEAT_ONCE) {
            self.position.repetitions() >= 1
        } else {
            self.position.is_threefold_repetition()
        };
        let is_dead = self.options.has(options::DEAD_DRAWS) && self.position.is_insufficient_material();
        let drawn = is_dead || repeated || self.position.is_fifty_moves() && !self.position.is_checkmate();
        (ply > 0 && drawn).then_some(DRAW)
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<Move>) -> Expansion<Move> {
        self.position.each_legal_move(|mv| {
            let at_root = if ply == 0 { self.root.place(mv, self.options) } else { None };
            moves.push(mv, at_root.map_or_else(|| self.rank(mv), |index| AT_ROOT - index as i32));
        });
        if moves.is_empty() { Expansion::Over(self.no_moves(ply)) } else { Expansion::Children }
    }

    fn expand_leaf(&mut self, ply: u32, evaluation: Score, window: (Score, Score), moves: &mut Moves<Move>) -> Leaf {
        self.list_noisy_moves(ply, evaluation, window, moves)
    }

    #[inline]
    fn evaluate(&self) -> Score {
        match &self.evaluation {
            None if C::ANY => self.read_value(),
            None => self.position.value(),
            Some(evaluation) => evaluation.value(&self.position),
        }
    }

    fn begin_iteration(&mut self, _: u8) {
        if self.options.has(options::HISTORY_PER_ITERATION) {
            self.history.forget();
        }
        self.root.begin_iteration(self.options);
    }

    fn learn(&mut self, ply: u32, depth: u8, best: Move) {
        let is_noisy =
            || self.position.piece_on(best.to()).is_some() || best.is_en_passant() || best.promotion().is_some();
        if !(self.options.has(options::HISTORY_QUIET) && is_noisy()) {
            self.history.learn(&self.position, self.options, best, depth);
        }
        if ply == 0 {
            self.root.found_best(best);
        }
    }

    fn learn_root(&mut self, mv: Move, value: Score, nodes: u64) {
        if self.options.has(options::ROOT_BY_SCORE) || self.options.has(options::ROOT_BY_SIZE) {
            self.root.searched(mv, value, nodes);
        }
    }

    #[inline]
    fn score_to_table(score: Score, ply: u32) -> Score {
        chess::mate_to_table(score, ply)
    }

    #[inline]
    fn score_from_table(score: Score, ply: u32) -> Score {
        chess::mate_from_table(score, ply)
    }

    #[inline]
    fn is_legal(&mut self, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    #[inline]
    fn keys_after(&self, mv: Move, mut visit: impl FnMut(Key)) {
        if let Some(key) = self.position.key_after(mv) {
            visit(key);
        }
    }
}

impl<C> PartialEq for Alibaba<C> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<C> std::fmt::Debug for Alibaba<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Alibaba({:?})", self.position)
    }
}

impl<C: ChosenOptions> Subject for Alibaba<C> {
    fn legal_moves(&self) -> Vec<Move> {
        self.position.legal_moves()
    }

    fn rebuilt(&self) -> Self {
        Self { position: self.position.rebuilt(), ..self.clone() }
    }

    fn reflected(&self, _: usize) -> Self {
        self.clone()
    }
}
