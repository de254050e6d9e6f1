//! Games and events as text, for the tables.

use rules::{Color, Game, GameEvent, Point, Size, TimeLeft};

/// Everything that a game shows, as text.
pub(crate) fn state(game: &Game) -> String {
    format!("{}\n{}\n{}", interruptions(game), play(game), game.board())
}

/// What a request that came to nothing leaves as it was: all but the request itself.
pub(crate) fn play(game: &Game) -> String {
    format!(
        "ply {} phase {:?} to_move {:?} prisoners {:?} times {:?} running {:?}\nagreement {:?} offer {:?} lapse {:?} \
         quotas {:?}\noutcome {:?} count {:?} dead {:?} limit {:?}\nposition {} moves {:?}\nsetup {:?}",
        game.ply(),
        game.phase(),
        game.to_move(),
        game.prisoners(),
        game.times(),
        game.running(),
        game.agreement(),
        game.offer(),
        game.lapse(),
        game.quotas(),
        game.outcome(),
        game.count(),
        game.marking(),
        game.limit(),
        game.position().moves(),
        game.moves(),
        game.setup(),
    )
}

fn interruptions(game: &Game) -> String {
    format!(
        "start {:?} seats {:?} requests {:?} stopped {:?} adjourns {:?} pauses {} sealed {:?} to_seal {:?} to_reveal {:?} \
         warnings {:?} deadline {:?} vacations {:?} wall {:?}",
        game.start(),
        game.seats(),
        game.requests(),
        game.stopped(),
        game.adjourns_until(),
        game.pauses(),
        game.sealed(),
        game.to_seal(),
        game.to_reveal(),
        game.warnings(),
        game.deadline(),
        game.vacations(),
        game.wall_ms(rules::RoomMs(0)),
    )
}

pub(crate) fn tell_all(events: &[GameEvent], size: Size) -> String {
    events.iter().map(|event| tell(event, size)).collect::<Vec<_>>().join("; ")
}

pub(crate) fn left(time: TimeLeft) -> String {
    let TimeLeft { main_ms, periods, stint_ms, moves } = time;
    if moves > 0 { format!("{main_ms}/{stint_ms}:{moves}") } else { format!("{main_ms}/{periods}") }
}

fn points(points: &[Point], size: Size) -> String {
    points.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>().join(" ")
}

/// One event as text: the play, the agreement, and the end.
fn tell(event: &GameEvent, size: Size) -> String {
    match event {
        GameEvent::Opened { .. } => "opened".to_owned(),
        GameEvent::HandicapPlaced { point } => format!("placed {}", point.to_sgf(size)),
        GameEvent::Played { point, captures, left: time, credit_ms: _ } => {
            let takes = if captures.is_empty() { "" } else { " takes " };
            format!("{}{takes}{} left {}", point.to_sgf(size), points(captures, size), left(*time))
        }
        GameEvent::Passed { left: time, credit_ms: _ } => format!("pass left {}", left(*time)),
        GameEvent::Read { color: _, second, count: Some(count), periods } => {
            format!("\"{count}\" at {second} of {periods}")
        }
        GameEvent::Read { color: _, second, count: None, periods } => format!("{second} of {periods}"),
        GameEvent::Lapsed { due } => format!("lapsed due {}", due.0),
        GameEvent::AgreementOpened { dead, revision, due } => {
            format!("agree #{revision} [{}] due {}", points(dead, size), due.0)
        }
        GameEvent::Marked { by, stones, dead, revision } => {
            let word = if *dead { "dead" } else { "alive" };
            format!("{by:?} marks {} {word} #{revision}", points(stones, size))
        }
        GameEvent::SetAside { by, points: region, neutral, revision } => {
            let word = if *neutral { "aside" } else { "back" };
            format!("{by:?} sets {} {word} #{revision}", points(region, size))
        }
        GameEvent::RepetitionOffered { verdict, first, due } => {
            format!("{verdict:?} offered, first after {first} due {}", due.0)
        }
        GameEvent::RepetitionAccepted { by } => format!("{by:?} agrees"),
        GameEvent::RepetitionDeclined { by: Some(by) } => format!("{by:?} declines"),
        GameEvent::RepetitionDeclined { by: None } => "nobody answers".to_owned(),
        GameEvent::Accepted { by, revision } => format!("{by:?} accepts #{revision}"),
        GameEvent::AskedAgain { due } => format!("asked again due {}", due.0),
        GameEvent::PlayResumed { by, to_move } => resumed(*by, *to_move),
        GameEvent::Restored { hold, .. } => format!("restored hold {}", hold.0),
        GameEvent::VacationBegan { by, until } => format!("{by:?} away until {}", until.0),
        GameEvent::VacationEnded { by, left_ms } => format!("{by:?} back, {left_ms} left"),
        GameEvent::Ended { outcome, left: times, .. } => {
            format!("ended {} left {} {}", outcome.to_sgf(), left(times.black), left(times.white))
        }
        GameEvent::Started { .. }
        | GameEvent::Arrived { .. }
        | GameEvent::Missed { .. }
        | GameEvent::Requested { .. }
        | GameEvent::RequestClosed { .. }
        | GameEvent::RefereeCalled { .. }
        | GameEvent::CallClosed { .. }
        | GameEvent::Paused { .. }
        | GameEvent::Continued { .. }
        | GameEvent::Adjourning { .. }
        | GameEvent::Sealed { .. }
        | GameEvent::SealLost
        | GameEvent::TurnLost { .. }
        | GameEvent::Undone { .. } => tell_interruption(event),
        GameEvent::TimeAdded { .. }
        | GameEvent::Ruled { .. }
        | GameEvent::ClockSet { .. }
        | GameEvent::ReadingRestarted { .. }
        | GameEvent::StonesRuled { .. }
        | GameEvent::Warned { .. }
        | GameEvent::WarningWithdrawn { .. }
        | GameEvent::Muted { .. }
        | GameEvent::Unmuted { .. }
        | GameEvent::OfficerSeated { .. }
        | GameEvent::Removed { .. }
        | GameEvent::Readmitted { .. }
        | GameEvent::ColorsSwapped => tell_ruling(event, size),
    }
}

/// Play that goes on, as text.
fn resumed(by: Option<Color>, to_move: Color) -> String {
    match by {
        Some(by) => format!("{by:?} resumes, {to_move:?} to move"),
        None => format!("resumed, {to_move:?} to move"),
    }
}

/// What interrupts the play, as text.
#[expect(clippy::wildcard_enum_match_arm, reason = "`tell` says which events come here")]
fn tell_interruption(event: &GameEvent) -> String {
    match event {
        GameEvent::Started { here } => match (here.black, here.white) {
            (true, true) => "started with both".to_owned(),
            (true, false) => "started with Black".to_owned(),
            (false, true) => "started with White".to_owned(),
            (false, false) => "started with nobody".to_owned(),
        },
        GameEvent::Arrived { color, late_ms, left: time } => {
            format!("{color:?} comes {late_ms} late left {}", left(*time))
        }
        GameEvent::Missed { color } => format!("{color:?} is too late"),
        GameEvent::Requested { by, number, request, due, until } => {
            let until = until.map_or(String::new(), |until| format!(" until {}", until.0));
            format!("{by:?} asks #{number} {request:?}{until} due {}", due.0)
        }
        GameEvent::RequestClosed { number, how } => format!("#{number} {how:?}"),
        GameEvent::RefereeCalled { by: Some(by), due } => format!("{by:?} calls due {}", due.0),
        GameEvent::RefereeCalled { by: None, due } => format!("called due {}", due.0),
        GameEvent::CallClosed { how } => format!("call {how:?}"),
        GameEvent::Paused { reason, until: Some(until) } => format!("paused {reason:?} until {}", until.0),
        GameEvent::Paused { reason, until: None } => format!("paused {reason:?}"),
        GameEvent::Continued { hold } => format!("continued hold {}", hold.0),
        GameEvent::Adjourning { until: None } => "adjourning".to_owned(),
        GameEvent::Adjourning { until: Some(until) } => format!("adjourning until {}", until.0),
        GameEvent::Sealed { envelope: _, left: time, credit_ms: _ } => format!("sealed left {}", left(*time)),
        GameEvent::SealLost => "seal lost".to_owned(),
        GameEvent::TurnLost { left: time } => format!("turn lost left {}", left(*time)),
        GameEvent::Undone { moves } => format!("back to {moves}"),
        other => panic!("{other:?} interrupts nothing"),
    }
}

/// What a referee does, as text.
#[expect(clippy::wildcard_enum_match_arm, reason = "`tell` says which events come here")]
fn tell_ruling(event: &GameEvent, size: Size) -> String {
    match event {
        GameEvent::TimeAdded { color, ms } => format!("{color:?} gets {ms}"),
        GameEvent::Ruled { officer, reason } => format!("ruled by {officer}: {reason}"),
        GameEvent::ClockSet { color, left: time } => format!("{color:?} has {}", left(*time)),
        GameEvent::ReadingRestarted { second } => format!("read again from {second}"),
        GameEvent::StonesRuled { dead, revision } => {
            format!("ruled dead [{}] #{revision}", points(dead, size))
        }
        GameEvent::Warned { color } => format!("{color:?} is warned"),
        GameEvent::WarningWithdrawn { color } => format!("{color:?} is not warned"),
        GameEvent::Muted { account, name } => format!("{name} ({account}) is muted"),
        GameEvent::Unmuted { account, name } => format!("{name} ({account}) is not muted"),
        GameEvent::OfficerSeated { officer } => format!("{officer} sits down"),
        GameEvent::Removed { account, name } => format!("{name} ({account}) is removed"),
        GameEvent::Readmitted { account, name } => format!("{name} ({account}) may come back"),
        GameEvent::ColorsSwapped => "colours swapped".to_owned(),
        other => panic!("{other:?} is no ruling"),
    }
}
