//! The names of techniques: what a base and each option mean.

use tt::policies::Weighted;

use super::Technique;
use super::kind::{AnyLayout, IndexKind, Kind, Structure};
use super::parameter::Parameter;
use crate::Scheme;
use crate::policies::{AnyConcept, AnyPolicy, Rule, SameRule};
use crate::tables::{Area, Eviction, Written};

/// Reads a name. Returns the places of its words in the lists of bases and options, and what it says.
pub(super) fn read(name: &str) -> Option<(Vec<(usize, u8)>, Kind)> {
    let mut words = name.split('+');
    let first = words.next()?;
    let of_thesis = Scheme::ALL.iter().map(|scheme| scheme.name());
    let mut bases = of_thesis.chain(Technique::BASES.iter().map(|(base, _)| *base));
    let (mut places, mut kind) = (vec![(bases.position(|known| known == first)?, 0)], base(first)?);
    let mut after = 0;
    for word in words {
        // A name has one spelling.
        let place = place(word).filter(|(index, _)| *index >= after)?;
        places.push(place);
        after = place.0 + 1;
        // An option excludes the others that change the same part.
        while Technique::OPTIONS.get(after).is_some_and(|(option, _)| part(option) == part(word)) {
            after += 1;
        }
        option(&mut kind, word)?;
    }
    // A scheme of the thesis is a technique only with options.
    let is_technique = places.len() > 1 || places[0].0 >= Scheme::ALL.len();
    (is_technique && kind.stores_what_it_reads()).then_some((places, kind))
}

/// Returns the place of an option in a name: that of the list, and for an option with a number the place of the first
/// one of its parameter and the number.
pub(super) fn place(option: &str) -> Option<(usize, u8)> {
    let position = |is: &dyn Fn(&str) -> bool| Technique::OPTIONS.iter().position(|(known, _)| is(known));
    match Parameter::read(option) {
        Some((parameter, number)) => {
            let is_of_parameter = |known: &str| Parameter::read(known).is_some_and(|(of, _)| of == parameter);
            Some((position(&is_of_parameter)?, number))
        }
        None => Some((position(&|known| known == option)?, 0)),
    }
}

/// Returns the part of a table that an option changes.
fn part(option: &str) -> &str {
    match option {
        "mul-high" | "modulo" | "prime" => "index",
        "log-nodes" | "integrated" | "two-bounds" | "components" | "whole" | "compact" | "packed" => "layout",
        _ if option.starts_with("age-bits-") => "age-bits",
        _ if option.starts_with("age-") => "age",
        _ if option.starts_with("pv-") => "pv",
        "same-ageing" => "same-ageing",
        _ if option.starts_with("same-") || option.starts_with("overwrite-") => "same",
        _ if option.starts_with("protect-") => "protect",
        _ if option.starts_with("key-") => "key",
        _ => option,
    }
}

fn base(name: &str) -> Option<Kind> {
    use AnyConcept::{Big, Deep, MoveIndex, New};
    if let Some(scheme) = Scheme::ALL.iter().find(|scheme| scheme.name() == name) {
        return Some(scheme.kind());
    }
    let kind = Kind::of_buckets;
    let one = |of: AnyConcept| kind(Rule::OneLevel(of.into()), 1);
    let of = |structure, of| Kind { structure, ..one(of) };
    let keeps_deeper = |kind: Kind| Kind { policy: AnyPolicy { same: Some(SameRule::Deeper), ..kind.policy }, ..kind };
    let weighted = |weighted, width| kind(Rule::Weighted(weighted), width);
    // Their layout does not store the move index.
    let without_pv = |weighted| Weighted { pv_margin: 0, ..weighted };
    let log_nodes = |kind: Kind| Kind { layout: AnyLayout::LogNodes, ..kind };
    let modulo = |kind: Kind| Kind { index: IndexKind::Modulo, ..kind };
    Some(match name {
        "move-index" => log_nodes(one(MoveIndex)),
        "two-move-index" => log_nodes(kind(Rule::TwoLevel(MoveIndex.into()), 2)),
        "two-tier-deep" => kind(Rule::TwoTier(Deep.into()), 2),
        "two-tier-big1" => kind(Rule::TwoTier(Big.into()), 2),
        "fhourstones" => Kind { layout: AnyLayout::LogNodes, ..kind(Rule::TwoTier(Big.into()), 2) },
        "stockfish-5" => kind(Rule::Stockfish5, 4),
        "stockfish-16" => weighted(Weighted::STOCKFISH_16, 3),
        "stockfish-17" => weighted(without_pv(Weighted::STOCKFISH_17), 3),
        "stockfish-18" => weighted(without_pv(Weighted::STOCKFISH_18), 3),
        "ethereal" => weighted(Weighted::ETHEREAL, 3),
        "viridithas" => weighted(without_pv(Weighted::VIRIDITHAS), 3),
        "crafty-15" => kind(Rule::TwoLevel(Deep.into()), 2),
        "crafty-25" => weighted(Weighted::CRAFTY_25, 4),
        "fruit" => weighted(Weighted::FRUIT, 4),
        "edax" => weighted(Weighted::EDAX, 4),
        "black-marlin" => weighted(Weighted::BLACK_MARLIN, 1),
        "velvet" => weighted(Weighted::VELVET, 1),
        "moreland" => keeps_deeper(modulo(one(Deep))),
        "moreland-always" => modulo(one(New)),
        "thompson" => keeps_deeper(of(Structure::TwoTables(Written::Both), Deep)),
        "thompson-one" => keeps_deeper(of(Structure::TwoTables(Written::One), Deep)),
        "chained-deep" => of(Structure::Chained, Deep),
        "chained-big1" => of(Structure::Chained, Big),
        "overflow-table" => of(Structure::Overflow(Area::Table), Deep),
        "overflow-tree" => of(Structure::Overflow(Area::Tree), Deep),
        "unbounded" => of(Structure::Unbounded, New),
        _ => {
            let (family, width) = name.rsplit_once('-')?;
            let width = width.parse().ok().filter(|width| [2, 3, 4, 8].contains(width))?;
            match family {
                "depth" => weighted(Weighted::SHALLOWEST, width),
                "size" => weighted(Weighted::SMALLEST, width),
                "move-index" => log_nodes(weighted(Weighted::EARLIEST_MOVE, width)),
                "random" => kind(Rule::Random, width),
                "fifo" => kind(Rule::FirstInFirstOut, width),
                "lru" => kind(Rule::LeastRecentlyUsed, width),
                "sieve" => Kind { width, ..of(Structure::Queues(Eviction::Sieve), New) },
                "s3-fifo" => Kind { width, ..of(Structure::Queues(Eviction::S3Fifo), New) },
                "probing" => Kind { structure: Structure::Probing, ..weighted(Weighted::SHALLOWEST, width) },
                _ => return None,
            }
        }
    })
}

/// Applies an option; `None` if the table does not have what it changes.
fn option(kind: &mut Kind, name: &str) -> Option<()> {
    match name {
        "strict" => match &mut kind.policy.rule {
            Rule::OneLevel(preference) | Rule::TwoLevel(preference) | Rule::TwoTier(preference)
                if !matches!(preference.concept, AnyConcept::New | AnyConcept::Old) =>
            {
                preference.strict = true;
            }
            _ => return None,
        },
        "memory" if kind.structure != Structure::Unbounded => kind.is_memory = true,
        "per-side" if kind.structure != Structure::Unbounded => kind.per_side = true,
        "same-ageing" if kind.structure == Structure::Buckets && kind.policy.can_keep() => kind.policy.ages = true,
        "same-ageing" => return None,
        _ if name.starts_with("same-") => kind.policy.same = Some(same_rule(kind, name)?),
        _ if kind.structure != Structure::Buckets => return None,
        "protect-1K" => kind.policy.protected = Some(1 << 10),
        "protect-64K" => kind.policy.protected = Some(1 << 16),
        "mul-high" => kind.index = IndexKind::MulHigh,
        "modulo" => kind.index = IndexKind::Modulo,
        "prime" => kind.index = IndexKind::Prime,
        // Another layout would lose what the policy reads.
        "date" | "principal" | "near-root" if kind.layout == AnyLayout::LogNodes => return None,
        "date" | "principal" => {
            kind.layout = AnyLayout::WithComponents;
            kind.policy.uses.date |= name == "date";
            kind.policy.uses.principal |= name == "principal";
        }
        "near-root" if matches!(kind.policy.rule, Rule::OneLevel(_) | Rule::TwoLevel(_)) => {
            kind.layout = AnyLayout::WithComponents;
            kind.policy.uses.from_root = true;
        }
        "near-root" => return None,
        // Refreshing a position after a hit compares only the key.
        "whole" if kind.key_bits < 64 => return None,
        "packed" if kind.width != 3 || !kind.policy.is_packable() => return None,
        // It stores what the policy reads.
        "packed" if matches!(kind.layout, AnyLayout::Thesis | AnyLayout::LogNodes) => kind.layout = AnyLayout::Packed,
        // The layout that verifies so many bits.
        "key-56" if matches!(kind.layout, AnyLayout::Thesis | AnyLayout::LogNodes) => {
            (kind.layout, kind.key_bits) = (AnyLayout::LogNodes, 56);
        }
        "key-56" => return None,
        _ => match (layout(name), name.strip_prefix("key-")) {
            (Some(_), _) if kind.layout != AnyLayout::Thesis => return None,
            (Some(layout), _) => kind.layout = layout,
            (None, Some(bits)) => kind.key_bits = bits.parse().ok()?,
            (None, None) => {
                let Rule::Weighted(weighted) = &mut kind.policy.rule else { return None };
                weight(weighted, name)?;
                if kind.policy.reads_pv_or_move_index() {
                    kind.layout = AnyLayout::LogNodes;
                }
            }
        },
    }
    Some(())
}

/// Returns the layout that an option selects.
fn layout(option: &str) -> Option<AnyLayout> {
    Some(match option {
        "log-nodes" => AnyLayout::LogNodes,
        "integrated" => AnyLayout::Integrated,
        "two-bounds" => AnyLayout::TwoBounds,
        "components" => AnyLayout::WithComponents,
        "whole" => AnyLayout::WithPosition,
        "compact" => AnyLayout::Compact,
        "packed" => AnyLayout::Packed,
        _ => return None,
    })
}

/// Returns the rule that an option selects for the same position, if it has a meaning for a table.
fn same_rule(kind: &Kind, option: &str) -> Option<SameRule> {
    let can_hold_twice = matches!(kind.structure, Structure::Buckets | Structure::TwoTables(_));
    match option {
        // Queues know which positions were found again, and not what they are worth.
        _ if matches!(kind.structure, Structure::Queues(_)) => None,
        // It would be the rule that the table has.
        "same-overwrite" if !kind.policy.has_same_rule() => None,
        "same-overwrite" => Some(SameRule::Overwrite),
        // A position that competes with itself can be stored twice, which a list, a tree or an array cannot.
        "same-compete" | "same-compete-deeper" if !can_hold_twice => None,
        "same-compete" => Some(SameRule::Compete),
        "same-compete-deeper" => Some(SameRule::CompeteDeeper),
        "same-deeper" => Some(SameRule::Deeper),
        "same-strictly-deeper" => Some(SameRule::StrictlyDeeper),
        "same-keep-move" => Some(SameRule::KeepMove),
        "same-merge" => Some(SameRule::Merge),
        _ => option.strip_prefix("same-within-")?.parse().ok().map(SameRule::Within),
    }
}

/// Sets the parameter of a weighted policy that an option names; `None` if it names another part.
fn weight(weighted: &mut Weighted, option: &str) -> Option<()> {
    match option {
        "bound-bonus" => weighted.bounds = [0, 2, 1, 3],
        "pv-bonus" => (weighted.pv, weighted.pv_margin) = (2, 2),
        "move-bonus" => weighted.move_index = 1,
        "refresh" => weighted.refreshes = true,
        _ => match option.strip_prefix("age-bits-") {
            Some(bits) => weighted.age_bits = bits.parse().ok()?,
            None => {
                let (parameter, number) = Parameter::read(option)?;
                parameter.set(weighted, number)?;
            }
        },
    }
    Some(())
}
