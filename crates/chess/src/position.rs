//! Positions: pieces and squares, making and undoing moves, checks and draws.
//!
//! The file is long because the pieces, the keys and the counters of a position change together and are private to it.

use std::fmt;

use zobrist::Key;

use crate::attacks;
use crate::castling::{self, CastlingMove, CastlingRights};
use crate::keys::Keys;
use crate::mv::{Move, MoveType};
use crate::piece::{Colour, Piece, PieceType};
use crate::piece_square;
use crate::square::{Bitboard, Square};

/// The halfmove clock that ends a game in a draw, unless the last move mates.
pub const FIFTY_MOVES: u32 = 100;

/// A position with the history that repetitions depend on.
///
/// Moves update the key, material and piece-square values incrementally.
///
/// Equality compares all data: the pieces, the castling rights, the move counters, the history, and the random numbers
/// of the keys. Two positions that were reached by different moves are therefore not equal. To check whether two
/// positions have the same pieces on the same squares and the same legal moves, compare their [`key`](Self::key)s or
/// [`to_epd`](Self::to_epd).
///
/// Cloning a position copies the keys of all previous positions.
///
/// ```
/// use chess::Position;
///
/// let mut position = Position::start();
/// let mv = position.parse_san("e4")?;
/// let undo = position.play(mv);
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// position.undo(mv, undo);
/// assert_eq!(position, Position::start());
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces of each type. The last two bitboards are unused, so that an index of three bits needs no bounds
    /// check.
    pieces: [Bitboard; 8],
    colours: [Bitboard; 2],
    board: [Option<Piece>; 64],
    to_move: Colour,
    state: State,
    /// The number of moves of both players since White's first move, which is odd if Black is to move.
    plies: u32,
    /// The keys of all previous positions.
    history: Vec<Key>,
    keys: Keys,
}

/// The data that a move changes and undoing it restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    key: Key,
    /// Material and piece-square values for White.
    value: i16,
    /// The number of moves of both players since the last capture or pawn move.
    halfmove_clock: u16,
    castling: CastlingRights,
    /// The en passant square, if an en passant capture is legal.
    en_passant: Option<Square>,
}

/// The data that [`Position::undo`] needs to undo a move.
///
/// ```
/// let mut position = chess::Position::start();
/// let before = position.clone();
/// let mv = position.parse_san("e4")?;
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

/// The description of a position to set up.
pub(crate) struct SetUp {
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) to_move: Colour,
    pub(crate) castling: CastlingRights,
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
}

impl Position {
    /// Returns the starting position. Its key uses numbers from the default seed.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(Keys::new(zobrist::DEFAULT_SEED))
    }

    /// Returns the starting position. Its key uses the numbers of `keys`.
    #[must_use]
    pub fn start_with(keys: Keys) -> Self {
        Self::from_fen_with(Self::START, keys).expect("the starting position is valid")
    }

    /// Creates the described position, which the FEN parser has checked.
    pub(crate) fn set_up(given: &SetUp, keys: Keys) -> Self {
        let mut position = Self {
            pieces: [Bitboard::NONE; 8],
            colours: [Bitboard::NONE; 2],
            board: [None; 64],
            to_move: given.to_move,
            state: State {
                key: Key::default(),
                value: 0,
                halfmove_clock: given.halfmove_clock,
                castling: given.castling,
                en_passant: None,
            },
            plies: 2 * u32::from(given.fullmove_number.max(1) - 1) + u32::from(given.to_move == Colour::Black),
            history: Vec::with_capacity(64),
            keys,
        };
        for square in Square::all() {
            if let Some(piece) = given.board[square.index()] {
                position.put(piece, square);
                position.state.value += piece_square::value(piece, square);
            }
        }
        position.state.en_passant = given.en_passant.filter(|&to| position.can_capture_en_passant(to));
        position.state.key = position.key_from_scratch();
        position
    }

    /// Returns the same position with everything that [`play`](Self::play) updates computed from scratch, for tests.
    #[must_use]
    pub fn rebuilt(&self) -> Self {
        let given = SetUp {
            board: self.board,
            to_move: self.to_move,
            castling: self.state.castling,
            en_passant: self.state.en_passant,
            halfmove_clock: self.state.halfmove_clock,
            fullmove_number: 1,
        };
        Self { plies: self.plies, history: self.history.clone(), ..Self::set_up(&given, self.keys.clone()) }
    }

    /// Returns the same position without its history, as if it were the first position of its game. Only later
    /// positions can repeat each other. The result takes a fixed amount of memory, however long the game was.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let mut position = Position::start();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     position.play(position.parse_san(san)?);
    /// }
    /// assert_eq!((position.repetitions(), position.without_history().repetitions()), (1, 0));
    /// assert_eq!(position.without_history(), Position::from_fen(&position.to_fen()).unwrap());
    /// # Ok::<(), chess::MoveError>(())
    /// ```
    #[must_use]
    pub fn without_history(&self) -> Self {
        self.with_last_keys(0)
    }

    /// Returns the same position with only the part of its history that can be repeated.
    pub(crate) fn with_needed_history(&self) -> Self {
        self.with_last_keys(usize::from(self.state.halfmove_clock))
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

    /// Returns the piece on `square`, if there is one.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Returns the squares of all pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    /// Returns the squares of a player's pieces.
    #[inline]
    #[must_use]
    pub fn occupied_by(&self, colour: Colour) -> Bitboard {
        self.colours[colour as usize]
    }

    /// Returns the squares of a player's pieces of one type.
    #[inline]
    #[must_use]
    pub fn pieces(&self, colour: Colour, kind: PieceType) -> Bitboard {
        self.pieces[kind as usize] & self.colours[colour as usize]
    }

    /// Returns the square of a player's king.
    #[inline]
    #[must_use]
    pub fn king(&self, colour: Colour) -> Square {
        self.pieces(colour, PieceType::King).first().expect("a position has both kings")
    }

    /// Returns the player to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Returns the castling rights of both players.
    #[inline]
    #[must_use]
    pub fn castling_rights(&self) -> CastlingRights {
        self.state.castling
    }

    /// Returns the en passant square if an en passant capture is legal, and `None` otherwise.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Returns the halfmove clock: the number of moves of both players since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.state.halfmove_clock)
    }

    /// Returns the fullmove number: it starts at 1 and increases after each move of Black.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.plies / 2 + 1
    }

    /// Returns the number of moves of both players since White's first move.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the key of the position, which covers the pieces, the side to move, the castling rights and, if an en
    /// passant capture is legal, the file of the en passant square.
    ///
    /// A double push does not change the key unless it allows an en passant capture. Otherwise a position would have
    /// different keys after a double push and after two single pushes although the same moves are legal, and the
    /// program would miss transpositions and repetitions.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.state.key
    }

    /// Returns the [`key`](Self::key) as a part of the position.
    #[inline]
    #[must_use]
    pub fn key_ref(&self) -> &Key {
        &self.state.key
    }

    /// Returns the key after a legal move, or `None` after a double push that may allow an en passant capture.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Option<Key> {
        let (from, to) = (mv.from(), mv.to());
        let (us, piece) = (self.to_move, self.board[from.index()].expect("there is a piece on the origin square"));
        let mut key = self.state.key ^ self.keys.black_to_move();
        if let Some(square) = self.state.en_passant {
            key ^= self.keys.en_passant(square.file());
        }
        let kept = self.state.castling & castling::KEPT[from.index()] & castling::KEPT[to.index()];
        key ^= self.keys.castling(self.state.castling) ^ self.keys.castling(kept);
        key ^= self.keys.piece(piece, from);
        if let Some(captured) = self.board[to.index()] {
            key ^= self.keys.piece(captured, to);
        }
        Some(match mv.move_type() {
            MoveType::Promotion(kind) => key ^ self.keys.piece(Piece::new(us, kind), to),
            MoveType::Normal => key ^ self.keys.piece(piece, to),
            MoveType::DoublePush => {
                let captures = attacks::pawn(us, to.offset(-us.forward())) & self.pieces(!us, PieceType::Pawn);
                return captures.is_empty().then(|| key ^ self.keys.piece(piece, to));
            }
            MoveType::EnPassant => {
                let captured = to.offset(-us.forward());
                key ^ self.keys.piece(piece, to) ^ self.keys.piece(Piece::new(!us, PieceType::Pawn), captured)
            }
            MoveType::Castling => {
                let (rook_from, rook_to) =
                    CastlingMove::to(to).expect("castling moves the king to the c-file or g-file").rook;
                let rook = Piece::new(us, PieceType::Rook);
                key ^ self.keys.piece(piece, to) ^ self.keys.piece(rook, rook_from) ^ self.keys.piece(rook, rook_to)
            }
        })
    }

    /// Returns the position as bytes, without the counters and the history: different positions have different bytes.
    #[must_use]
    pub fn encoding(&self) -> [u8; 35] {
        let code = |index: usize| self.board[index].map_or(0, |piece| 1 + piece.index() as u8);
        std::array::from_fn(|byte| match byte {
            // Two squares fit into a byte.
            0..32 => code(2 * byte) << 4 | code(2 * byte + 1),
            32 => self.to_move as u8,
            33 => self.state.castling.bits(),
            _ => self.state.en_passant.map_or(0, |square| 1 + square.file()),
        })
    }

    /// Returns the random numbers from which the key is computed.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Returns the sum of material and piece-square values for the player to move, in hundredths of a pawn; see
    /// [`material`](crate::material).
    #[inline]
    #[must_use]
    pub fn value(&self) -> i16 {
        match self.to_move {
            Colour::White => self.state.value,
            Colour::Black => -self.state.value,
        }
    }

    /// Returns the pieces of a player that attack `square`, assuming that exactly the `occupied` squares are occupied.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Colour, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(!by, square) & self.pieces[PieceType::Pawn as usize];
        (pawns | self.piece_attackers(square, occupied)) & self.occupied_by(by)
    }

    /// Returns the pieces of both players that attack `square`, assuming that exactly the `occupied` squares are
    /// occupied.
    #[inline]
    #[must_use]
    pub fn all_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = |by: Colour| attacks::pawn(!by, square) & self.pieces(by, PieceType::Pawn);
        pawns(Colour::White) | pawns(Colour::Black) | self.piece_attackers(square, occupied)
    }

    /// Returns the pieces of both players, except pawns, that attack `square`.
    #[inline]
    fn piece_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces[PieceType::Queen as usize];
        attacks::knight(square) & self.pieces[PieceType::Knight as usize]
            | attacks::king(square) & self.pieces[PieceType::King as usize]
            | attacks::bishop(square, occupied) & (self.pieces[PieceType::Bishop as usize] | queens)
            | attacks::rook(square, occupied) & (self.pieces[PieceType::Rook as usize] | queens)
    }

    /// Returns the pieces that give check to the player to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.to_move), !self.to_move, self.occupied())
    }

    /// Returns whether the player to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns whether the player to move has a legal en passant capture to `to`.
    fn can_capture_en_passant(&self, to: Square) -> bool {
        let pawns = attacks::pawn(!self.to_move, to) & self.pieces(self.to_move, PieceType::Pawn);
        pawns.iter().any(|from| self.is_en_passant_safe(from, to))
    }

    /// Returns whether the king is safe after an en passant capture, which removes two pawns from a line at once.
    pub(crate) fn is_en_passant_safe(&self, from: Square, to: Square) -> bool {
        let us = self.to_move;
        let captured = to.offset(-us.forward());
        let occupied = self.occupied() ^ from.bitboard() ^ to.bitboard() ^ captured.bitboard();
        let attackers = self.attackers(self.king(us), !us, occupied);
        (attackers & !captured.bitboard()).is_empty()
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square.index()] = Some(piece);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.pieces[piece as usize & 7] ^= square.bitboard();
        self.colours[piece as usize >> 3] ^= square.bitboard();
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = from.bitboard() | to.bitboard();
        self.pieces[piece as usize & 7] ^= both;
        self.colours[piece as usize >> 3] ^= both;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
    }

    /// Removes a piece and updates key and value.
    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square.index()] = None;
        self.state.key ^= self.keys.piece(piece, square);
        self.state.value -= piece_square::value(piece, square);
    }

    /// Adds a piece and updates key and value.
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.put(piece, square);
        self.state.key ^= self.keys.piece(piece, square);
        self.state.value += piece_square::value(piece, square);
    }

    /// Plays a legal move. It does not check the move; [`try_play`](Self::try_play) does.
    ///
    /// # Panics
    ///
    /// May panic or create an invalid position if the move is not legal.
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
        self.state.halfmove_clock = before.halfmove_clock.saturating_add(1);
        let kept = castling::KEPT[from.index()] & castling::KEPT[to.index()];
        if before.castling.intersects(!kept) {
            self.state.castling = before.castling & kept;
            self.state.key ^= self.keys.castling(before.castling) ^ self.keys.castling(self.state.castling);
        }

        let piece = self.board[from.index()].expect("there is a piece on the origin square");
        let mut captured = self.board[to.index()];
        if let Some(captured) = captured {
            self.take(captured, to);
            self.state.halfmove_clock = 0;
        }
        if piece.piece_type() == PieceType::Pawn {
            self.state.halfmove_clock = 0;
        }
        self.shift(piece, from, to);
        self.state.key ^= self.keys.piece(piece, from) ^ self.keys.piece(piece, to);
        self.state.value += piece_square::value(piece, to) - piece_square::value(piece, from);
        match mv.move_type() {
            MoveType::Normal => {}
            MoveType::Promotion(kind) => {
                self.take(piece, to);
                self.add(Piece::new(us, kind), to);
            }
            MoveType::DoublePush => {
                self.to_move = !us;
                let over = to.offset(-us.forward());
                // Few double pushes allow an en passant capture.
                if self.can_capture_en_passant(over) {
                    self.state.en_passant = Some(over);
                    self.state.key ^= self.keys.en_passant(over.file());
                }
            }
            MoveType::EnPassant => {
                let pawn = Piece::new(!us, PieceType::Pawn);
                self.take(pawn, to.offset(-us.forward()));
                captured = Some(pawn);
            }
            MoveType::Castling => {
                let (rook_from, rook_to) =
                    CastlingMove::to(to).expect("castling moves the king to the c-file or g-file").rook;
                let rook = Piece::new(us, PieceType::Rook);
                self.take(rook, rook_from);
                self.add(rook, rook_to);
            }
        }
        self.to_move = !us;
        self.plies += 1;
        Undo { state: before, captured }
    }

    /// Undoes the last move.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        let (from, to, us) = (mv.from(), mv.to(), !self.to_move);
        let moved = self.board[to.index()].expect("there is a piece on the destination square");
        self.shift(moved, to, from);
        let mut captured_on = to;
        match mv.move_type() {
            MoveType::Normal | MoveType::DoublePush => {}
            MoveType::Promotion(_) => {
                self.toggle(moved, from);
                self.put(Piece::new(us, PieceType::Pawn), from);
            }
            MoveType::EnPassant => captured_on = to.offset(-us.forward()),
            MoveType::Castling => {
                let (rook_from, rook_to) =
                    CastlingMove::to(to).expect("castling moves the king to the c-file or g-file").rook;
                self.shift(Piece::new(us, PieceType::Rook), rook_to, rook_from);
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

    /// Passes: the opponent is to move. A search does this to see whether a move is needed at all. No position before
    /// the null move can be repeated after it, and the halfmove clock starts again.
    ///
    /// ```
    /// let mut position = chess::Position::start();
    /// let before = position.clone();
    /// let undo = position.play_null();
    /// assert_eq!((position.to_move(), position.plies()), (chess::Colour::Black, 1));
    /// position.undo_null(undo);
    /// assert_eq!(position, before);
    /// ```
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        let before = self.state;
        self.history.push(before.key);
        self.state.key ^= self.keys.black_to_move();
        if let Some(square) = before.en_passant {
            self.state.key ^= self.keys.en_passant(square.file());
            self.state.en_passant = None;
        }
        self.state.halfmove_clock = 0;
        self.to_move = !self.to_move;
        self.plies += 1;
        Undo { state: before, captured: None }
    }

    /// Undoes [`play_null`](Self::play_null).
    #[inline]
    pub fn undo_null(&mut self, undo: Undo) {
        self.to_move = !self.to_move;
        self.plies -= 1;
        self.state = undo.state;
        self.history.pop();
    }

    /// Returns how often this position occurred before, with the same player to move and the same legal moves.
    ///
    /// Only positions since the last capture or pawn move are compared, because the position cannot have occurred
    /// before that move.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        let before = self.before().skip(1).step_by(2);
        before.filter(|&&key| key == self.state.key).count() as u32
    }

    /// Returns the keys of the positions since the last capture or pawn move, the latest first. No others can recur.
    #[inline]
    pub fn before(&self) -> impl DoubleEndedIterator<Item = &Key> + ExactSizeIterator {
        self.history.iter().rev().take(usize::from(self.state.halfmove_clock))
    }

    /// Returns how many plies ago this position occurred for the last time since the last capture or pawn move; `None`
    /// if it has not.
    #[inline]
    #[must_use]
    pub fn last_repetition(&self) -> Option<usize> {
        let mut before = self.before().enumerate().skip(3).step_by(2);
        before.find(|&(_, &key)| key == self.state.key).map(|(plies, _)| plies + 1)
    }

    /// Returns how many plies ago this position occurred for the first time since the last capture or pawn move; 0 if
    /// it has not.
    #[must_use]
    pub fn repetition_span(&self) -> u32 {
        let mut before = self.before().enumerate().skip(1).step_by(2);
        before.rfind(|&(_, &key)| key == self.state.key).map_or(0, |(plies, _)| plies as u32 + 1)
    }

    /// Returns a number for the set of the positions since the last capture or pawn move, this one included, that have
    /// occurred at least twice; 0 if there are none. The next occurrence of each is a draw.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        let mut since: Vec<u64> = self.before().chain([&self.state.key]).map(|key| key.0).collect();
        since.sort_unstable();
        let occurrences = since.chunk_by(|one, other| one == other).filter(|equal| equal.len() > 1);
        occurrences.fold(0, |set, equal| set ^ Key::mixed(equal[0]).0)
    }

    /// Returns a number for what the rules about draws depend on beside the position: the positions since the last
    /// capture or pawn move, in any order, and the number of moves.
    #[must_use]
    pub fn path(&self) -> u64 {
        let clock = u64::from(self.state.halfmove_clock);
        self.before().fold(clock, |path, key| path.wrapping_add(Key::mixed(key.0).0))
    }

    /// Returns whether the position has occurred at least three times.
    #[inline]
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.state.halfmove_clock >= 8 && self.repetitions() >= 2
    }

    /// Returns whether each player has made fifty moves since the last capture or pawn move. Checkmate takes precedence
    /// over this rule.
    #[inline]
    #[must_use]
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES
    }

    /// Returns whether the player to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Returns whether the player to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Returns whether neither player has enough material to mate, however badly the opponent plays: king against king,
    /// with at most one knight or one bishop, or with bishops that are all on squares of the same colour.
    ///
    /// Other dead positions, such as those in which all pawns are blocked, are not detected.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, ..] = self.pieces;
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        let dark = Bitboard(0xaa55_aa55_aa55_aa55);
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
    /// Prints the board as eight lines, with White at the bottom.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = Square::at(file, rank).and_then(|square| self.piece_on(square));
                let separator = if file > 0 { " " } else { "" };
                write!(f, "{separator}{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::pgn;

    /// Positions before a capture or pawn move cannot be repeated.
    #[test]
    fn positions_of_a_game_keep_only_the_history_that_can_be_repeated() {
        let knights = "Nf3 Nf6 Ng1 Ng8 ";
        let text = format!("{}e4 d5 {}exd5 *", knights.repeat(20), knights.repeat(3));
        let game = &pgn::read(&text).unwrap()[0];
        let mut replayed = game.start.clone();
        for (position, played) in game.positions() {
            assert_eq!(position.history.len(), position.halfmove_clock() as usize);
            assert_eq!((position.repetitions(), position.key()), (replayed.repetitions(), replayed.key()));
            assert_eq!(position.without_history().history.capacity(), 0);
            if let Some(played) = played {
                replayed.play(played);
            }
        }
        assert_eq!(replayed.history.len(), 95);
    }
}
