//! Who may give which rank, and on what grounds: the table of [`ledger`](super::ledger).

use super::ledger::{Authority, Basis, Draft, Kind, Refusal, SELF_DECLARED_MOST, TEXT_CHARS};
use super::{Amateur, Rank};
use crate::player::Player;

/// Names say something, and no text is too long or has control characters.
pub(super) fn texts(draft: &Draft) -> Result<(), Refusal> {
    let fits = |text: &str| text.chars().count() <= TEXT_CHARS && !text.chars().any(char::is_control);
    let says = |text: &str| fits(text) && !text.trim().is_empty();
    let authority = match &draft.authority {
        Authority::ProfessionalBody(name) | Authority::Association(name) => says(name),
        Authority::Own => true,
    };
    let basis = match &draft.basis {
        Basis::Grading(name) | Basis::Event { name, major: _ } | Basis::Recognition(name) => says(name),
        Basis::List | Basis::Plain => true,
    };
    if authority && basis && fits(&draft.evidence) { Ok(()) } else { Err(Refusal::Text) }
}

/// Weighs officer, authority, grounds and evidence.
pub(super) fn weigh(person: Player, draft: &Draft) -> Result<(), Refusal> {
    match draft.kind {
        Kind::SelfDeclared(rank) => return declared(draft, rank),
        Kind::Award(_) | Kind::Promotion(_) | Kind::Correction { .. } | Kind::Removal { .. } => {}
        Kind::Freeze | Kind::Thaw => {}
    }
    let officer = draft.officer.ok_or(Refusal::NoOfficer)?;
    if officer == person {
        return Err(Refusal::OwnOfficer);
    }
    match draft.kind {
        Kind::Award(rank) | Kind::Promotion(rank) => given(draft, rank),
        Kind::Correction { of: _, to } => given(draft, to).and_then(|()| evidence(draft)),
        Kind::Removal { .. } | Kind::Freeze => evidence(draft),
        Kind::Thaw | Kind::SelfDeclared(_) => Ok(()),
    }
}

fn declared(draft: &Draft, rank: Amateur) -> Result<(), Refusal> {
    if draft.officer.is_some() || draft.authority != Authority::Own {
        Err(Refusal::NotOwn)
    } else if rank > SELF_DECLARED_MOST {
        Err(Refusal::DeclaredTooHigh)
    } else {
        Ok(())
    }
}

fn given(draft: &Draft, rank: Rank) -> Result<(), Refusal> {
    let rank = match (rank, &draft.authority) {
        (Rank::Professional(_), Authority::ProfessionalBody(_)) if draft.basis == Basis::List => {
            return evidence(draft);
        }
        (Rank::Professional(_), _) => return Err(Refusal::NotTheBody),
        (Rank::Amateur(rank), Authority::Association(_)) => rank,
        (Rank::Amateur(_), Authority::ProfessionalBody(_) | Authority::Own) => {
            return Err(Refusal::NotAnAssociation);
        }
    };
    let major = matches!(draft.basis, Basis::Event { name: _, major: true });
    let recognised = matches!(draft.basis, Basis::Recognition(_));
    let ordinary = matches!(draft.basis, Basis::Event { .. } | Basis::Grading(_));
    match rank.as_dan() {
        Some(7) if !recognised => Err(Refusal::NotRecognised),
        Some(6) if !major => Err(Refusal::NotMajor),
        Some(6 | 7) => evidence(draft),
        Some(_) | None if !ordinary => Err(Refusal::NoBasis),
        Some(_) | None => Ok(()),
    }
}

fn evidence(draft: &Draft) -> Result<(), Refusal> {
    if draft.evidence.trim().is_empty() { Err(Refusal::NoEvidence) } else { Ok(()) }
}
