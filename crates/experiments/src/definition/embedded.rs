//! The definitions that are part of the program.

use crate::text::with_help;
use crate::{program, suggestions};

/// Every definition, by the name of its file. A test compares the list with the directory.
pub(super) const EMBEDDED: &[(&str, &str)] = &[
    ("additional-components-chess", include_str!("../../definitions/additional-components-chess.toml")),
    ("additional-components-connect-four", include_str!("../../definitions/additional-components-connect-four.toml")),
    ("additional-components-domineering", include_str!("../../definitions/additional-components-domineering.toml")),
    ("article-fig-1", include_str!("../../definitions/article-fig-1.toml")),
    ("article-fig-2", include_str!("../../definitions/article-fig-2.toml")),
    ("article-fig-3", include_str!("../../definitions/article-fig-3.toml")),
    ("article-table-2", include_str!("../../definitions/article-table-2.toml")),
    ("article-table-3", include_str!("../../definitions/article-table-3.toml")),
    ("connect-four-best-schemes", include_str!("../../definitions/connect-four-best-schemes.toml")),
    ("connect-four-merits", include_str!("../../definitions/connect-four-merits.toml")),
    ("connect-four-schemes", include_str!("../../definitions/connect-four-schemes.toml")),
    ("cray-blitz-endgame", include_str!("../../definitions/cray-blitz-endgame.toml")),
    ("cray-blitz-fine-70", include_str!("../../definitions/cray-blitz-fine-70.toml")),
    ("cray-blitz-middle-game", include_str!("../../definitions/cray-blitz-middle-game.toml")),
    ("domineering-best-schemes", include_str!("../../definitions/domineering-best-schemes.toml")),
    ("domineering-without-table", include_str!("../../definitions/domineering-without-table.toml")),
    ("endgame-stand-in", include_str!("../../definitions/endgame-stand-in.toml")),
    ("false-hits-chess", include_str!("../../definitions/false-hits-chess.toml")),
    ("false-hits-connect-four", include_str!("../../definitions/false-hits-connect-four.toml")),
    ("false-hits-domineering", include_str!("../../definitions/false-hits-domineering.toml")),
    ("fine-70", include_str!("../../definitions/fine-70.toml")),
    ("forensics-boards", include_str!("../../definitions/forensics-boards.toml")),
    ("forensics-endgame", include_str!("../../definitions/forensics-endgame.toml")),
    ("forensics-hits", include_str!("../../definitions/forensics-hits.toml")),
    ("forensics-hypotheses", include_str!("../../definitions/forensics-hypotheses.toml")),
    ("forensics-lines-endgame", include_str!("../../definitions/forensics-lines-endgame.toml")),
    ("forensics-lines-middle-game", include_str!("../../definitions/forensics-lines-middle-game.toml")),
    ("forensics-middle-game", include_str!("../../definitions/forensics-middle-game.toml")),
    ("forensics-scores", include_str!("../../definitions/forensics-scores.toml")),
    ("forensics-table-2", include_str!("../../definitions/forensics-table-2.toml")),
    ("forensics-table-3", include_str!("../../definitions/forensics-table-3.toml")),
    ("history-endgame", include_str!("../../definitions/history-endgame.toml")),
    ("history-fine-70", include_str!("../../definitions/history-fine-70.toml")),
    ("history-middle-game", include_str!("../../definitions/history-middle-game.toml")),
    ("hits-by-depth", include_str!("../../definitions/hits-by-depth.toml")),
    ("key-bits-chess", include_str!("../../definitions/key-bits-chess.toml")),
    ("key-bits-connect-four", include_str!("../../definitions/key-bits-connect-four.toml")),
    ("key-bits-domineering", include_str!("../../definitions/key-bits-domineering.toml")),
    ("readings-chess", include_str!("../../definitions/readings-chess.toml")),
    ("readings-domineering", include_str!("../../definitions/readings-domineering.toml")),
    ("sampled-endgames", include_str!("../../definitions/sampled-endgames.toml")),
    ("sampled-endgames-lines", include_str!("../../definitions/sampled-endgames-lines.toml")),
    ("sampled-endgames-parts", include_str!("../../definitions/sampled-endgames-parts.toml")),
    ("sampled-middle-games", include_str!("../../definitions/sampled-middle-games.toml")),
    ("sampled-middle-games-lines", include_str!("../../definitions/sampled-middle-games-lines.toml")),
    ("sampled-middle-games-parts", include_str!("../../definitions/sampled-middle-games-parts.toml")),
    ("sampled-middle-games-stamp", include_str!("../../definitions/sampled-middle-games-stamp.toml")),
    ("sampled-middle-games-table", include_str!("../../definitions/sampled-middle-games-table.toml")),
    ("secondary-ageing", include_str!("../../definitions/secondary-ageing.toml")),
    ("secondary-ageing-pawns", include_str!("../../definitions/secondary-ageing-pawns.toml")),
    ("survey-chess-endgame", include_str!("../../definitions/survey-chess-endgame.toml")),
    ("survey-chess-middle-game", include_str!("../../definitions/survey-chess-middle-game.toml")),
    ("survey-connect-four", include_str!("../../definitions/survey-connect-four.toml")),
    ("survey-connect-four-best", include_str!("../../definitions/survey-connect-four-best.toml")),
    ("survey-domineering", include_str!("../../definitions/survey-domineering.toml")),
    ("survey-domineering-best", include_str!("../../definitions/survey-domineering-best.toml")),
    ("techniques-chess", include_str!("../../definitions/techniques-chess.toml")),
    ("techniques-connect-four", include_str!("../../definitions/techniques-connect-four.toml")),
    ("techniques-domineering", include_str!("../../definitions/techniques-domineering.toml")),
    ("thesis-8-ply-clear", include_str!("../../definitions/thesis-8-ply-clear.toml")),
    ("thesis-8-ply-stamp", include_str!("../../definitions/thesis-8-ply-stamp.toml")),
    ("thesis-fig-2.6", include_str!("../../definitions/thesis-fig-2.6.toml")),
    ("thesis-fig-2.8", include_str!("../../definitions/thesis-fig-2.8.toml")),
    ("thesis-fig-2.9", include_str!("../../definitions/thesis-fig-2.9.toml")),
    ("thesis-fig-2.10", include_str!("../../definitions/thesis-fig-2.10.toml")),
    ("thesis-fig-2.11", include_str!("../../definitions/thesis-fig-2.11.toml")),
    ("thesis-fig-2.12", include_str!("../../definitions/thesis-fig-2.12.toml")),
    ("thesis-fig-2.13", include_str!("../../definitions/thesis-fig-2.13.toml")),
    ("thesis-fig-2.14", include_str!("../../definitions/thesis-fig-2.14.toml")),
    ("thesis-fig-2.15", include_str!("../../definitions/thesis-fig-2.15.toml")),
    ("thesis-fig-2.16", include_str!("../../definitions/thesis-fig-2.16.toml")),
    ("thesis-table-2.1", include_str!("../../definitions/thesis-table-2.1.toml")),
    ("tutorial-bounds", include_str!("../../definitions/tutorial-bounds.toml")),
    ("tutorial-table", include_str!("../../definitions/tutorial-table.toml")),
];

/// Names that stand for several experiments, with their number of key seeds. A sweep without names does not run them.
const GROUPS: &[(&str, u64, &[&str])] = &[
    ("techniques", 5, &["techniques-chess", "techniques-domineering", "techniques-connect-four"]),
    ("survey", 5, SURVEY),
    ("ageing", 5, &["secondary-ageing", "secondary-ageing-pawns"]),
    ("best-schemes", 5, &["domineering-best-schemes", "connect-four-best-schemes"]),
    ("key-bits", 5, KEY_BITS),
    ("additional-components", 5, ADDITIONAL_COMPONENTS),
    ("readings", 5, &["readings-chess", "readings-domineering"]),
    ("forensics", 1, FORENSICS),
    ("remarks", 1, REMARKS),
    ("sampled", 1, SAMPLED),
    ("history", 1, &["history-middle-game", "history-endgame", "history-fine-70"]),
];

const SURVEY: &[&str] = &[
    "survey-chess-middle-game",
    "survey-chess-endgame",
    "survey-domineering",
    "survey-domineering-best",
    "survey-connect-four",
    "survey-connect-four-best",
];

const KEY_BITS: &[&str] = &[
    "key-bits-chess",
    "key-bits-domineering",
    "key-bits-connect-four",
    "false-hits-chess",
    "false-hits-domineering",
    "false-hits-connect-four",
];

const FORENSICS: &[&str] = &[
    "forensics-table-2",
    "forensics-table-3",
    "forensics-hypotheses",
    "forensics-middle-game",
    "forensics-endgame",
    "forensics-hits",
    "hits-by-depth",
    "forensics-scores",
    "forensics-lines-middle-game",
    "forensics-lines-endgame",
    "forensics-boards",
    "readings-domineering",
];

const REMARKS: &[&str] = &[
    "cray-blitz-middle-game",
    "cray-blitz-endgame",
    "cray-blitz-fine-70",
    "fine-70",
    "hits-by-depth",
    "tutorial-bounds",
];

const SAMPLED: &[&str] = &[
    "sampled-middle-games",
    "sampled-middle-games-stamp",
    "sampled-middle-games-table",
    "sampled-middle-games-parts",
    "sampled-middle-games-lines",
    "sampled-endgames",
    "sampled-endgames-parts",
    "sampled-endgames-lines",
];

const ADDITIONAL_COMPONENTS: &[&str] =
    &["additional-components-chess", "additional-components-domineering", "additional-components-connect-four"];

/// Returns the names of the experiments of a group, and their number of key seeds; `None` if there is no such group.
pub(super) fn group(name: &str) -> Option<(u64, &'static [&'static str])> {
    GROUPS.iter().find(|(known, ..)| *known == name).map(|&(_, seeds, names)| (seeds, names))
}

/// Returns the names of all groups.
pub(super) fn groups() -> impl Iterator<Item = &'static str> + Clone {
    GROUPS.iter().map(|(name, ..)| *name)
}

/// Returns whether an experiment is run only on request, because it is one of a group.
pub(super) fn is_on_request(name: &str) -> bool {
    GROUPS.iter().any(|(.., names)| names.contains(&name))
}

/// Returns the text of the definition of this name.
pub(super) fn find(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns the names of all definitions.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// Returns the error of an unknown name, which suggests the nearest one, or else says how to list all.
pub(super) fn unknown(name: &str) -> String {
    suggestions::suggested("experiment", name, names().chain(groups())).unwrap_or_else(|| {
        let what =
            format!("unknown experiment `{name}`: expected an experiment, a group, or a file that ends in .toml");
        with_help(what, format!("run `{} sweep --list` to list them", program()))
    })
}
