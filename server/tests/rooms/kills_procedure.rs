//! `kill -9` of the real program around requests, pauses, sealed moves, schedules and absences: after it everything
//! is as it was, a command that was under way takes effect once, and nothing is charged.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use loadtests::{Api, Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{
    AbsenceClaim, Appointment, ClientMessage, Code, Color, Event, Phase, RequestKind, ServerMessage,
    Snapshot, Venue,
};
use rand::RngExt;
use tempfile::TempDir;
use tokio::time::sleep;

use super::kills::{Program, free_port, seeded};
use super::table::{Table, event, offer, snapshot};

use Color::{Black, White};

/// The clocks stand so long after a restart.
const HOLD_MS: u64 = 15_000;

/// A table whose sockets can be opened anew.
struct Standing {
    table: Table,
    before: Option<Snapshot>,
}

impl Standing {
    async fn new(base: &str, moves: &[&str]) -> Self {
        let mut table = Table::new(base, &offer(9)).await;
        table.play_all(moves).await;
        Self { table, before: None }
    }

    async fn done(&mut self, color: Color, command: &ClientMessage) {
        let reply = self.table.socket(color).ask(command).await.unwrap();
        assert!(matches!(reply, Reply::Ack(Some(_))), "{command:?}: {reply:?}");
    }

    async fn agree(&mut self, request: RequestKind) {
        let asked = self.table.ask(request);
        self.done(White, &asked).await;
        let number = self.game().await.standing.white_asks.unwrap().number;
        let yes = self.table.reply(number, true);
        self.done(Black, &yes).await;
    }

    async fn game(&self) -> Snapshot {
        self.table.people[0].api.game(self.table.room).await.unwrap().game
    }

    async fn note(&mut self) {
        self.before = Some(self.game().await);
    }

    /// Both sockets on the new server; what a first look shows, and the room's time.
    async fn back(&mut self, base: &str) -> (Snapshot, Snapshot, u64) {
        let mut now_ms = 0;
        for color in [Black, White] {
            let socket = self.table.people[usize::from(color == White)].socket(base).await;
            *self.table.socket(color) = socket;
            let room = self.table.room;
            let seen = self.table.socket(color).watch(room, None).await.unwrap();
            let ServerMessage::Snapshot { room_ms, .. } = seen else { panic!("{seen:?}") };
            now_ms = room_ms;
        }
        (self.before.take().unwrap(), self.game().await, now_ms)
    }
}

/// No more is charged than was lived before the kill, and the clock then stands for a while.
fn assert_held(before: &Snapshot, after: &Snapshot, lived: Duration) {
    assert_eq!((after.clock.black, after.clock.white), (before.clock.black, before.clock.white));
    let (was, is) = (before.clock.running.unwrap(), after.clock.running.unwrap());
    assert_eq!(was.color, is.color);
    let charged_ms = is.elapsed_ms - was.elapsed_ms;
    assert!(u128::from(charged_ms) <= lived.as_millis(), "charged {is:?} after {was:?} in {lived:?}");
    assert!(is.from_ms >= was.from_ms + charged_ms + HOLD_MS, "it stands from the last sign of life: {is:?}");
}

fn scheduled() -> NewChallenge {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let start_ms = u64::try_from(now.as_millis()).unwrap() + 14 * 86_400_000;
    NewChallenge { appointment: Some(Appointment { start_ms, venue: Venue::Remote }), ..offer(9) }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_stands_stands_after_a_kill() {
    let data = TempDir::new().unwrap();
    let program = Program::start(data.path(), free_port()).await;
    let base = program.base.clone();
    let began = Instant::now();
    let moves = ["ba", "aa"];
    let mut asked = Standing::new(&base, &moves).await;
    let draw = asked.table.ask(RequestKind::Draw);
    asked.done(White, &draw).await;
    let mut paused = Standing::new(&base, &moves).await;
    paused.agree(RequestKind::Pause).await;
    let mut sealing = Standing::new(&base, &moves).await;
    sealing.agree(RequestKind::Adjourn).await;
    let mut sealed = Standing::new(&base, &moves).await;
    sealed.agree(RequestKind::Adjourn).await;
    let seal = sealed.table.seal("ab");
    sealed.done(Black, &seal).await;
    let mut waiting = Standing { table: Table::new(&base, &scheduled()).await, before: None };
    let mut away = Standing::new(&base, &moves).await;
    away.table.black = Socket::open(&base, None).await.unwrap();
    let all = [&mut asked, &mut paused, &mut sealing, &mut sealed, &mut waiting, &mut away];
    for standing in all {
        standing.note().await;
    }
    let mut lived = Duration::ZERO;
    let _program = program.kill_and_restart_after(data.path(), async || lived = began.elapsed()).await;

    let (before, after, _) = asked.back(&base).await;
    assert_held(&before, &after, lived);
    let (was, is) = (before.standing.white_asks.unwrap(), after.standing.white_asks.unwrap());
    assert_eq!((was.number, was.kind), (is.number, is.kind));
    assert!(is.due_ms >= was.due_ms + HOLD_MS, "its time stands too: {is:?} after {was:?}");
    let yes = asked.table.reply(is.number, true);
    asked.done(Black, &yes).await;
    assert!(asked.game().await.result.is_some());

    let (before, after, _) = paused.back(&base).await;
    let (was, is) = (before.standing.pause.unwrap(), after.standing.pause.unwrap());
    assert_eq!((before.clock, was.reason, was.since_ms), (after.clock, is.reason, is.since_ms));
    assert!(is.until_ms.unwrap() >= was.until_ms.unwrap() + HOLD_MS);
    assert_eq!(after.standing.pauses, 1);

    let (before, after, _) = sealing.back(&base).await;
    assert_held(&before, &after, lived);
    assert_eq!(after.standing.to_seal, Some(Black));
    let seal = sealing.table.seal("ab");
    sealing.done(Black, &seal).await;

    let (before, after, _) = sealed.back(&base).await;
    assert_eq!(Snapshot { seq: before.seq, ..after.clone() }, before);
    for color in [Black, White] {
        let go_on = sealed.table.ask(RequestKind::Continue);
        sealed.done(color, &go_on).await;
    }
    let opened = sealed.game().await;
    assert_eq!((opened.rows[0].as_str(), opened.prisoners.black), (".X.......", 1));
    assert_eq!((opened.clock.black, opened.clock.white), (before.clock.black, before.clock.white));

    let (before, after, _) = waiting.back(&base).await;
    assert_eq!((after.phase, after.settings), (Phase::Waiting, before.settings), "and its time is the same");

    let (_, after, now_ms) = away.back(&base).await;
    let claim = away.table.claim(AbsenceClaim::Win);
    assert_eq!(
        away.table.white.ask(&claim).await.unwrap(),
        Reply::Refused(Code::NotAbsent),
        "{now_ms} {after:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn absence_counts_anew_after_a_kill() {
    let data = TempDir::new().unwrap();
    let program = Program::start(data.path(), free_port()).await;
    let base = program.base.clone();
    let mut away = Standing::new(&base, &["ee", "cc"]).await;
    away.table.black = Socket::open(&base, None).await.unwrap();
    let claim_ms = |message: &ServerMessage| match message {
        ServerMessage::Presence { black: false, black_claim_ms, .. } => Some(black_claim_ms.unwrap()),
        _ => None,
    };
    let before_ms = away.table.white.find(claim_ms).await.unwrap();
    let _program = program.kill_and_restart(data.path()).await;
    away.table.white = away.table.people[1].socket(&base).await;
    let room = away.table.room;
    let seen = snapshot(away.table.white.watch(room, None).await.unwrap());
    let after_ms = away.table.white.find(claim_ms).await.unwrap();
    let from_ms = seen.clock.running.unwrap().from_ms;
    // A tenth of the eleven and a half minutes that Black has, from when its clock runs again.
    assert_eq!(after_ms, from_ms + 69_000, "the hold is not counted; before it was {before_ms}");
}

/// One step of a sequence, by one side.
type Step = (Color, fn(&Table, u32) -> ClientMessage);

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_under_way_takes_effect_once() {
    let (seed, mut random) = seeded();
    let data = TempDir::new().unwrap();
    let mut program = Program::start(data.path(), free_port()).await;
    let base = program.base.clone();
    let mut game = Standing::new(&base, &["ba", "aa"]).await;
    let steps: [Step; 8] = [
        (White, |table, _| table.ask(RequestKind::Pause)),
        (Black, |table, asked| table.reply(asked, true)),
        (White, |table, _| table.ask(RequestKind::Continue)),
        (Black, |table, asked| table.reply(asked, true)),
        (White, |table, _| table.ask(RequestKind::Adjourn)),
        (Black, |table, asked| table.reply(asked, true)),
        (Black, |table, _| table.seal("ab")),
        (White, |table, _| table.ask(RequestKind::Continue)),
    ];
    for (color, step) in steps {
        let asked = game.game().await.standing.white_asks.map_or(0, |asked| asked.number);
        let command = step(&game.table, asked);
        game.table.socket(color).send(&command).await.unwrap();
        sleep(Duration::from_micros(random.random_range(0..8_000))).await;
        program = program.kill_and_restart(data.path()).await;
        game.note().await;
        game.back(&base).await;
        let answer = game.table.socket(color).ask(&command).await.unwrap();
        assert!(matches!(answer, Reply::Ack(Some(_))), "{command:?}: {answer:?} (seed {seed})");
        assert_eq!(game.table.socket(color).ask(&command).await.unwrap(), answer);
    }
    let go_on = game.table.ask(RequestKind::Continue);
    game.done(Black, &go_on).await;
    let after = Api::new(&base).game(game.table.room).await.unwrap().game;
    assert_eq!((after.rows[0].as_str(), after.moves.len(), after.standing.pauses), (".X.......", 3, 1));
    let missed = match game.table.white.watch(game.table.room, Some(1)).await.unwrap() {
        ServerMessage::Resumed { events, .. } => events,
        other => panic!("{other:?}"),
    };
    let count = |wanted: fn(&Event) -> bool| missed.iter().filter(|event| wanted(&event.event)).count();
    assert_eq!(count(|event| matches!(event, Event::Requested { .. })), 4, "(seed {seed})");
    assert_eq!(count(|event| matches!(event, Event::Paused { .. })), 1);
    assert_eq!(count(|event| matches!(event, Event::Adjourning { .. })), 1);
    assert_eq!(count(|event| matches!(event, Event::Sealed { .. })), 1);
    assert_eq!(count(|event| matches!(event, Event::Continued { .. })), 2);
    event(&mut game.table.white, |event| matches!(event, Event::Played { .. }).then_some(())).await;
    let left = after.clock.black.main_ms.min(after.clock.white.main_ms);
    assert!(left > 500_000, "outages are charged to nobody: {left} (seed {seed})");
}
