//! Positions: what stands where, playing and taking back moves, checks and draws.

use std::fmt;

use zobrist::Key;

use crate::attacks;
use crate::castling::{self, Castling, Way};
use crate::keys::Keys;
use crate::mv::{Move, Special};
use crate::piece::{Colour, Kind, Piece};
use crate::psq;
use crate::square::{Square, Squares};

/// A position with the moves that led to it, as far as draws depend on them.
///
/// Key, material and piece-square values are kept from move to move.
///
/// Two positions are equal if everything is: the squares and the rights, the counters of moves, the positions before,
/// and the numbers of the keys. So a position that is reached by other moves is not equal. To ask whether the same
/// pieces stand on the same squares with the same moves, compare [`key`](Self::key)s or [`to_epd`](Self::to_epd).
///
/// A clone copies the keys of all positions before it.
///
/// ```
/// use chess::Position;
///
/// let mut position = Position::start();
/// let mv = position.read_san("e4")?;
/// let undo = position.play(mv);
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// position.undo(mv, undo);
/// assert_eq!(position, Position::start());
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// By kind; the last two are never used, and spare the check of an index of three bits.
    pieces: [Squares; 8],
    colours: [Squares; 2],
    board: [Option<Piece>; 64],
    to_move: Colour,
    state: State,
    /// Moves of both players since White's first: odd if Black is to move.
    plies: u32,
    /// The keys of all positions before this one.
    history: Vec<Key>,
    keys: Keys,
}

/// What a move changes and taking it back restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    key: Key,
    /// Material and piece-square values for White.
    value: i16,
    /// Moves of either player since the last capture or pawn move.
    reversible: u16,
    castling: Castling,
    /// Where a capture *en passant* would end, if one is legal.
    en_passant: Option<Square>,
}

/// What [`Position::undo`] needs to take a move back.
///
/// ```
/// let mut position = chess::Position::start();
/// let before = position.clone();
/// let mv = position.read_san("e4")?;
/// let undo: chess::Undo = position.play(mv);
/// position.undo(mv, undo);
/// assert_eq!(position, before);
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    state: State,
    captured: Option<Piece>,
}

/// What is given of a position that is set up.
pub(crate) struct SetUp {
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) to_move: Colour,
    pub(crate) castling: Castling,
    pub(crate) en_passant: Option<Square>,
    pub(crate) reversible: u16,
    pub(crate) full_moves: u16,
}

impl Position {
    /// The position at the beginning of a game, hashed with numbers from the default seed.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(Keys::new(zobrist::DEFAULT_SEED))
    }

    /// The position at the beginning of a game, hashed with these numbers.
    #[must_use]
    pub fn start_with(keys: Keys) -> Self {
        Self::from_fen_with(Self::START, keys).expect("the position at the beginning is right")
    }

    /// The position of these pieces, if it is possible; the reader of FEN has checked what it can.
    pub(crate) fn set_up(given: &SetUp, keys: Keys) -> Self {
        let mut position = Self {
            pieces: [Squares::NONE; 8],
            colours: [Squares::NONE; 2],
            board: [None; 64],
            to_move: given.to_move,
            state: State {
                key: Key::default(),
                value: 0,
                reversible: given.reversible,
                castling: given.castling,
                en_passant: None,
            },
            plies: 2 * u32::from(given.full_moves.max(1) - 1) + u32::from(given.to_move == Colour::Black),
            history: Vec::with_capacity(64),
            keys,
        };
        for square in Square::all() {
            if let Some(piece) = given.board[square.index()] {
                position.put(piece, square);
                position.state.value += psq::value(piece, square);
            }
        }
        position.state.en_passant = given.en_passant.filter(|&to| position.can_capture_en_passant(to));
        position.state.key = position.key_from_scratch();
        position
    }

    /// The same position, made from what stands where without any incremental step.
    #[must_use]
    pub(crate) fn rebuilt(&self) -> Self {
        let given = SetUp {
            board: self.board,
            to_move: self.to_move,
            castling: self.state.castling,
            en_passant: self.state.en_passant,
            reversible: self.state.reversible,
            full_moves: 1,
        };
        Self { plies: self.plies, history: self.history.clone(), ..Self::set_up(&given, self.keys.clone()) }
    }

    /// Returns the same position as if it were the first one of its game: what happened before is forgotten, so that
    /// only later positions can repeat each other. It needs a fixed amount of memory, however long the game was.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let mut position = Position::start();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     position.play(position.read_san(san)?);
    /// }
    /// assert_eq!((position.repetitions(), position.without_history().repetitions()), (1, 0));
    /// assert_eq!(position.without_history(), Position::from_fen(&position.to_fen()).unwrap());
    /// # Ok::<(), chess::MoveError>(())
    /// ```
    #[must_use]
    pub fn without_history(&self) -> Self {
        self.with_last_keys(0)
    }

    /// The same position with as much of its history as can be repeated.
    pub(crate) fn with_needed_history(&self) -> Self {
        self.with_last_keys(usize::from(self.state.reversible))
    }

    fn with_last_keys(&self, number: usize) -> Self {
        let Self { pieces, colours, board, to_move, state, plies, ref history, ref keys } = *self;
        let history = history[history.len().saturating_sub(number)..].to_vec();
        Self { pieces, colours, board, to_move, state, plies, history, keys: keys.clone() }
    }

    fn key_from_scratch(&self) -> Key {
        let mut key = self.keys.castling(self.state.castling);
        for square in self.occupied().iter() {
            if let Some(piece) = self.piece_on(square) {
                key ^= self.keys.piece(piece, square);
            }
        }
        if let Some(to) = self.state.en_passant {
            key ^= self.keys.en_passant(to.file());
        }
        if self.to_move == Colour::Black {
            key ^= self.keys.black_to_move();
        }
        key
    }

    /// What stands on `square`.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The squares of all pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Squares {
        self.colours[0] | self.colours[1]
    }

    /// The squares of a player's pieces.
    #[inline]
    #[must_use]
    pub fn of(&self, colour: Colour) -> Squares {
        self.colours[colour as usize]
    }

    /// The squares of a player's pieces of one kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, colour: Colour, kind: Kind) -> Squares {
        self.pieces[kind as usize] & self.colours[colour as usize]
    }

    /// The square of a player's king.
    #[inline]
    #[must_use]
    pub fn king(&self, colour: Colour) -> Square {
        self.pieces(colour, Kind::King).first().expect("a position has both kings")
    }

    /// Who is to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The castlings that are still allowed.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.state.castling
    }

    /// Where a capture *en passant* would end, if one is legal.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Moves of either player since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn reversible_moves(&self) -> u32 {
        u32::from(self.state.reversible)
    }

    /// The number of the move that is to be made, from 1; White's and Black's have the same.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.plies / 2 + 1
    }

    /// The key of the position: of what stands where, who is to move, the castling rights and, if one is legal, the
    /// capture *en passant*.
    ///
    /// A pawn's double step alone changes nothing. Otherwise a position would have another key than the same position
    /// reached by two single steps, and transpositions and repetitions would go unseen, though the same moves are
    /// legal.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.state.key
    }

    #[inline]
    pub(crate) fn key_ref(&self) -> &Key {
        &self.state.key
    }

    /// The key after a legal move; `None` if it is tedious to say.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> Option<Key> {
        let (from, to) = (mv.from(), mv.to());
        let (us, piece) = (self.to_move, self.board[from.index()].expect("a piece moves"));
        let mut key = self.state.key ^ self.keys.black_to_move();
        if let Some(square) = self.state.en_passant {
            key ^= self.keys.en_passant(square.file());
        }
        let left = self.state.castling & castling::LEFT[from.index()] & castling::LEFT[to.index()];
        key ^= self.keys.castling(self.state.castling) ^ self.keys.castling(left);
        key ^= self.keys.piece(piece, from);
        if let Some(captured) = self.board[to.index()] {
            key ^= self.keys.piece(captured, to);
        }
        Some(match mv.special() {
            Special::Promotion(kind) => key ^ self.keys.piece(Piece::new(us, kind), to),
            Special::Nothing => key ^ self.keys.piece(piece, to),
            Special::DoubleStep => {
                let captures = attacks::pawn(us, to.offset(-us.forward())) & self.pieces(!us, Kind::Pawn);
                return captures.is_empty().then(|| key ^ self.keys.piece(piece, to));
            }
            Special::EnPassant => {
                let captured = to.offset(-us.forward());
                key ^ self.keys.piece(piece, to) ^ self.keys.piece(Piece::new(!us, Kind::Pawn), captured)
            }
            Special::Castling => {
                let (rook_from, rook_to) = Way::to(to).expect("a castling ends on g or c").rook;
                let rook = Piece::new(us, Kind::Rook);
                key ^ self.keys.piece(piece, to) ^ self.keys.piece(rook, rook_from) ^ self.keys.piece(rook, rook_to)
            }
        })
    }

    /// The numbers that the key is made of.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Material and piece-square values for the player to move, in hundredths of a pawn; see
    /// [`material`](crate::material).
    #[inline]
    #[must_use]
    pub fn value(&self) -> i16 {
        match self.to_move {
            Colour::White => self.state.value,
            Colour::Black => -self.state.value,
        }
    }

    /// The player's pieces that attack `square`, were only `occupied` squares occupied.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Colour, occupied: Squares) -> Squares {
        let queens = self.pieces[Kind::Queen as usize];
        let attackers = attacks::pawn(!by, square) & self.pieces[Kind::Pawn as usize]
            | attacks::knight(square) & self.pieces[Kind::Knight as usize]
            | attacks::king(square) & self.pieces[Kind::King as usize]
            | attacks::bishop(square, occupied) & (self.pieces[Kind::Bishop as usize] | queens)
            | attacks::rook(square, occupied) & (self.pieces[Kind::Rook as usize] | queens);
        attackers & self.of(by)
    }

    /// The pieces that give check.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Squares {
        self.attackers(self.king(self.to_move), !self.to_move, self.occupied())
    }

    /// Whether the player to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether a pawn of the player to move may capture *en passant* and end on `to`.
    fn can_capture_en_passant(&self, to: Square) -> bool {
        let pawns = attacks::pawn(!self.to_move, to) & self.pieces(self.to_move, Kind::Pawn);
        pawns.iter().any(|from| self.is_en_passant_safe(from, to))
    }

    /// Whether the king stands safe after a capture *en passant*, which removes two pawns from a line at once.
    pub(crate) fn is_en_passant_safe(&self, from: Square, to: Square) -> bool {
        let us = self.to_move;
        let captured = to.offset(-us.forward());
        let occupied = self.occupied() ^ from.set() ^ to.set() ^ captured.set();
        let attackers = self.attackers(self.king(us), !us, occupied);
        (attackers & !captured.set()).is_empty()
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square.index()] = Some(piece);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.pieces[piece as usize & 7] ^= square.set();
        self.colours[piece as usize >> 3] ^= square.set();
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = from.set() | to.set();
        self.pieces[piece as usize & 7] ^= both;
        self.colours[piece as usize >> 3] ^= both;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
    }

    /// Removes a piece, in key and value as well.
    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square.index()] = None;
        self.state.key ^= self.keys.piece(piece, square);
        self.state.value -= psq::value(piece, square);
    }

    /// Adds a piece, in key and value as well.
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.put(piece, square);
        self.state.key ^= self.keys.piece(piece, square);
        self.state.value += psq::value(piece, square);
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// May panic if the move is not legal, or leave a position that makes no sense.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        let (from, to, us) = (mv.from(), mv.to(), self.to_move);
        let before = self.state;
        self.history.push(before.key);

        self.state.key = before.key ^ self.keys.black_to_move();
        if let Some(square) = before.en_passant {
            self.state.key ^= self.keys.en_passant(square.file());
            self.state.en_passant = None;
        }
        self.state.reversible = before.reversible.saturating_add(1);
        let left = castling::LEFT[from.index()] & castling::LEFT[to.index()];
        if before.castling.intersects(!left) {
            self.state.castling = before.castling & left;
            self.state.key ^= self.keys.castling(before.castling) ^ self.keys.castling(self.state.castling);
        }

        let piece = self.board[from.index()].expect("a piece moves");
        let mut captured = self.board[to.index()];
        if let Some(captured) = captured {
            self.take(captured, to);
            self.state.reversible = 0;
        }
        if piece.kind() == Kind::Pawn {
            self.state.reversible = 0;
        }
        self.shift(piece, from, to);
        self.state.key ^= self.keys.piece(piece, from) ^ self.keys.piece(piece, to);
        self.state.value += psq::value(piece, to) - psq::value(piece, from);
        match mv.special() {
            Special::Nothing => {}
            Special::Promotion(kind) => {
                self.take(piece, to);
                self.add(Piece::new(us, kind), to);
            }
            Special::DoubleStep => {
                self.to_move = !us;
                let over = to.offset(-us.forward());
                // Rarely is there a pawn that might capture.
                if self.can_capture_en_passant(over) {
                    self.state.en_passant = Some(over);
                    self.state.key ^= self.keys.en_passant(over.file());
                }
            }
            Special::EnPassant => {
                let pawn = Piece::new(!us, Kind::Pawn);
                self.take(pawn, to.offset(-us.forward()));
                captured = Some(pawn);
            }
            Special::Castling => {
                let (rook_from, rook_to) = Way::to(to).expect("a castling ends on g or c").rook;
                let rook = Piece::new(us, Kind::Rook);
                self.take(rook, rook_from);
                self.add(rook, rook_to);
            }
        }
        self.to_move = !us;
        self.plies += 1;
        Undo { state: before, captured }
    }

    /// Takes back the move that was played last.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        let (from, to, us) = (mv.from(), mv.to(), !self.to_move);
        let moved = self.board[to.index()].expect("a piece has moved");
        self.shift(moved, to, from);
        let mut captured_on = to;
        match mv.special() {
            Special::Nothing | Special::DoubleStep => {}
            Special::Promotion(_) => {
                self.toggle(moved, from);
                self.put(Piece::new(us, Kind::Pawn), from);
            }
            Special::EnPassant => captured_on = to.offset(-us.forward()),
            Special::Castling => {
                let (rook_from, rook_to) = Way::to(to).expect("a castling ends on g or c").rook;
                self.shift(Piece::new(us, Kind::Rook), rook_to, rook_from);
            }
        }
        if let Some(captured) = undo.captured {
            self.put(captured, captured_on);
        }
        self.to_move = us;
        self.plies -= 1;
        self.state = undo.state;
        self.history.pop();
    }

    /// How often this position occurred before, with the same player to move and the same legal moves.
    ///
    /// Only the moves since the last capture or pawn move are looked at; before them it cannot have occurred.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        let reversible = usize::from(self.state.reversible);
        let before = self.history.iter().rev().take(reversible).skip(1).step_by(2);
        before.filter(|&&key| key == self.state.key).count() as u32
    }

    /// Whether the position stands on the board for the third time.
    #[inline]
    #[must_use]
    pub fn is_third_repetition(&self) -> bool {
        self.state.reversible >= 8 && self.repetitions() >= 2
    }

    /// Whether fifty moves of each player were made without capture or pawn move. Mate on the board goes first.
    #[inline]
    #[must_use]
    pub fn is_fifty_moves(&self) -> bool {
        self.state.reversible >= 100
    }

    /// Whether the player to move has lost: in check, and no move gets out of it.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the player to move has no move and is not in check.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Whether neither player has sufficient material to mate, however badly the other plays: king against king, with
    /// one knight or bishop, or with bishops that are all on squares of one colour.
    ///
    /// Positions with sufficient material can be dead, too, for example if all pawns are blocked; they are not looked
    /// for.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, ..] = self.pieces;
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        let dark = Squares(0xaa55_aa55_aa55_aa55);
        let one_colour = (bishops & dark).is_empty() || (bishops & !dark).is_empty();
        match knights.len() {
            0 => one_colour,
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

impl fmt::Display for Position {
    /// The board as eight lines, White below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = Square::at(file, rank).and_then(|square| self.piece_on(square));
                let blank = if file > 0 { " " } else { "" };
                write!(f, "{blank}{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::pgn;

    /// Captures and pawn moves end what can be repeated.
    #[test]
    fn positions_of_a_game_keep_only_what_can_be_repeated() {
        let knights = "Nf3 Nf6 Ng1 Ng8 ";
        let text = format!("{}e4 d5 {}exd5 *", knights.repeat(20), knights.repeat(3));
        let game = &pgn::read(&text).unwrap()[0];
        let mut replayed = game.start.clone();
        for (position, played) in game.positions() {
            assert_eq!(position.history.len(), position.reversible_moves() as usize);
            assert_eq!((position.repetitions(), position.key()), (replayed.repetitions(), replayed.key()));
            assert_eq!(position.without_history().history.capacity(), 0);
            if let Some(played) = played {
                replayed.play(played);
            }
        }
        assert_eq!(replayed.history.len(), 95);
    }
}
