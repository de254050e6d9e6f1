//! What must be true whatever happened: by the clients' log, the HTTP API and sockets of every node, and the journal.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::try_join_all;
use protocol::http::TimeEntry;
use protocol::{ClientMessage, GameResult, How, Phase, ServerMessage, Snapshot};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::Fault;
use super::game::Game;
use super::outage::{Outage, check_clocks};
use super::traveller::PATIENCE;
use crate::{Api, Cluster, Reply, Socket};

/// Between two tries.
const AGAIN: Duration = Duration::from_millis(50);

/// What everybody must see alike.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    seq: u64,
    rows: Vec<String>,
    moves: Vec<String>,
    phase: Phase,
    result: Option<GameResult>,
}

impl From<Snapshot> for Seen {
    fn from(game: Snapshot) -> Self {
        let moves = game.moves.into_iter().map(|one| one.point).collect();
        Self { seq: game.seq, rows: game.rows, moves, phase: game.phase, result: game.result }
    }
}

/// Somebody who comes anew, at whatever door, sees the game as its players played it.
pub(crate) async fn same_everywhere(cluster: &Cluster, games: &[Game]) -> Result<(), Fault> {
    let doors = cluster.doors();
    // All at once, since clocks run meanwhile.
    try_join_all(games.iter().map(|game| same_at_all(&doors, game))).await.map(|_| ())
}

async fn same_at_all(doors: &[String], game: &Game) -> Result<(), Fault> {
    let mut first: Option<Seen> = None;
    for door in doors {
        let seen = look(door, game.room).await?;
        if seen.moves != game.points() {
            let why = format!("{door} shows {:?}, acknowledged were {:?}", seen.moves, game.points());
            return Err(Fault::Broken(format!("game {}: {why}", game.room)));
        }
        match &first {
            Some(first) if *first != seen => {
                let why = format!("{door} shows {seen:?}, another door {first:?}");
                return Err(Fault::Broken(format!("game {}: {why}", game.room)));
            }
            Some(_) => {}
            None => first = Some(seen),
        }
    }
    Ok(())
}

async fn look(door: &str, room: Uuid) -> Result<Seen, Fault> {
    let start = Instant::now();
    loop {
        let looking = async {
            let mut socket = Socket::open(door, None).await?;
            socket.try_watch(room, None).await
        };
        let said = match looking.await {
            Ok(ServerMessage::Snapshot { game, .. }) => return Ok((*game).into()),
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        };
        if start.elapsed() > PATIENCE {
            return Err(Fault::Broken(format!("{door} does not show game {room}: {said}")));
        }
        sleep(AGAIN).await;
    }
}

/// Everything that was acknowledged is in the journal once, with the number that was said, and nothing else that somebody
/// commanded; the numbers have no gap.
pub(crate) async fn check_journal(cluster: &Cluster, games: &[Game]) -> Result<(), Fault> {
    let rooms: Vec<String> = games.iter().map(|game| format!("'{}'", game.room)).collect();
    let rows = cluster
        .ask(&format!(
            "SELECT game, seq, command FROM journal WHERE game IN ({}) ORDER BY game, seq",
            rooms.join(",")
        ))
        .await?;
    let mut journal: HashMap<&str, Vec<(u64, &str)>> = HashMap::new();
    for row in &rows {
        let mut columns = row.split('|');
        let (Some(game), Some(seq), Some(command)) = (columns.next(), columns.next(), columns.next()) else {
            return Err(Fault::wrong(format!("not a row of the journal: {row}")));
        };
        let seq = seq.parse().map_err(|_| Fault::wrong(format!("not a number: {row}")))?;
        journal.entry(game).or_default().push((seq, command));
    }
    for game in games {
        let name = game.room.to_string();
        let rows = journal.remove(name.as_str()).unwrap_or_default();
        if let Some(gap) = rows.windows(2).find(|pair| pair[1].0 != pair[0].0 + 1) {
            return Err(Fault::Broken(format!("game {name}: its journal goes from {gap:?}")));
        }
        let written: Vec<(u64, String)> = rows
            .into_iter()
            .filter(|(_, command)| !command.is_empty())
            .map(|(seq, command)| (seq, command.to_owned()))
            .collect();
        let said = |entry: &super::game::Entry| Some((entry.seq, entry.command.id()?.to_string()));
        let acknowledged: Vec<(u64, String)> = game.log.iter().filter_map(said).collect();
        if written != acknowledged {
            let why = format!("the journal has {written:?}, acknowledged were {acknowledged:?}");
            return Err(Fault::Broken(format!("game {name}: {why}")));
        }
    }
    Ok(())
}

/// Each game ended as its players ended it, and nobody paid for what was not served.
pub(crate) async fn check_ends(cluster: &Cluster, games: &[Game], outages: &[Outage]) -> Result<(), Fault> {
    let api = Api::new(cluster.base(0));
    for (number, game) in games.iter().enumerate() {
        let result = api.game(game.room).await?.summary.result;
        let resigned =
            matches!(game.log.last(), Some(last) if matches!(last.command, ClientMessage::Resign { .. }));
        let wanted = if resigned { How::Resignation } else { How::Counting };
        if result.as_ref().map(|result| result.how) != Some(wanted) {
            return Err(Fault::Broken(format!("game {} ended with {result:?}", game.room)));
        }
        check_clocks(number, game, &sheet(&api, game.room).await?, outages)?;
    }
    Ok(())
}

/// All pages of a time sheet.
async fn sheet(api: &Api, room: Uuid) -> Result<Vec<TimeEntry>, Fault> {
    let (mut entries, mut after) = (Vec::new(), None);
    loop {
        let page = api.clock(room, after).await?;
        entries.extend(page.entries);
        after = page.next;
        if after.is_none() {
            return Ok(entries);
        }
    }
}

/// Everything that was ever said is said again at every door, in this order; each has the answer that it had, and nothing comes
/// of it.
pub(crate) async fn repeat_all(game: &mut Game, doors: usize, order: &[usize]) -> Result<(), Fault> {
    for door in 0..doors {
        game.players.iter_mut().for_each(|player| player.go_to(door));
        for entry in order.iter().map(|at| &game.log[*at]) {
            let answer = game.players[entry.by].insist(game.room, &entry.command).await?;
            if answer.reply != Reply::Ack(Some(entry.seq)) {
                let why = format!("{:?} was answered with {:?}", entry.command, answer.reply);
                return Err(Fault::Broken(format!("game {}: {why}, and {} before", game.room, entry.seq)));
            }
        }
    }
    Ok(())
}

/// Nothing was acknowledged that was sent when there was no database to keep it.
pub(crate) fn check_silences(games: &[Game], silences: &[(Instant, Instant)]) -> Result<(), Fault> {
    for (from, until) in silences {
        let said = games.iter().flat_map(|game| &game.log).find(|one| one.last > *from && one.came < *until);
        if let Some(said) = said {
            return Err(Fault::Broken(format!("without a database {:?} was acknowledged", said.command)));
        }
    }
    Ok(())
}
