//! A whole game: played, watched, agreed on, counted and kept.

use loadtests::{Api, Reply, Socket};
use protocol::{ClientMessage, Code, Color, ColorChoice, Event, How, Phase, Winner};
use uuid::Uuid;

use super::table::{Person, Server, Table, ended, event, offer, snapshot};

/// Black on the second line, White on the fourth of a 5×5 board: a wall each.
const WALLS: [&str; 10] = ["ba", "da", "bb", "db", "bc", "dc", "bd", "dd", "be", "de"];

#[tokio::test(flavor = "multi_thread")]
async fn two_play_while_a_third_watches_and_the_game_is_kept() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(5)).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    let seen = snapshot(guest.watch(table.room, None).await.unwrap());
    assert_eq!((seen.ply, seen.phase, seen.to_move), (0, Phase::Play, Some(Color::Black)));

    table.play_all(&WALLS).await;
    table.play_all(&["pass", "pass"]).await;
    let opened = event(&mut guest, |event| match event {
        Event::AgreementOpened { agreement, .. } => Some(agreement.clone()),
        _ => None,
    })
    .await;
    assert_eq!(opened.dead, Vec::<String>::new());
    assert_eq!(
        (opened.count.black_points, opened.count.white_points, opened.count.shared_points),
        (10, 10, 5)
    );
    assert_eq!(opened.area, "BB-WW".repeat(5));

    let (room, revision) = (table.room, opened.revision);
    let stale = ClientMessage::Accept { id: Uuid::now_v7(), room, revision: revision + 1 };
    assert_eq!(table.black.ask(&stale).await.unwrap(), Reply::Refused(Code::StaleRevision));
    for color in [Color::Black, Color::White] {
        let accept = ClientMessage::Accept { id: Uuid::now_v7(), room, revision };
        assert!(matches!(table.socket(color).ask(&accept).await.unwrap(), Reply::Ack(_)));
    }
    let result = ended(&mut guest).await;
    assert_eq!(
        (result.winner, result.how, result.margin_quarters),
        (Winner::White, How::Counting, Some(-15))
    );
    assert_eq!((result.sgf.as_str(), result.chinese.as_str()), ("W+7.5", "白胜3¾子"));
    for socket in [&mut table.black, &mut table.white] {
        assert_eq!(ended(socket).await, result);
    }

    let api = Api::new(&base);
    let kept = api.game(room).await.unwrap();
    assert_eq!(kept.summary.result, Some(result.clone()));
    assert_eq!(kept.game.moves.len(), 12);
    assert_eq!(kept.game.counted.unwrap().area, opened.area);
    assert!(api.games("live", None).await.unwrap().items.is_empty());
    assert_eq!(api.games("finished", None).await.unwrap().items[0].id, room);
    let sgf = api.sgf(room).await.unwrap();
    assert!(sgf.contains("RE[W+7.5]") && sgf.contains("KM[7.5]") && sgf.contains(";B[ba]"), "{sgf}");

    // Who comes late still sees it all, and the last command is still answered like the first time.
    let mut late = Socket::open(&base, None).await.unwrap();
    let seen = snapshot(late.watch(room, None).await.unwrap());
    assert_eq!((seen.phase, seen.result), (Phase::Over, Some(result)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_resumes_play_and_the_claimant_moves_first() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(5)).await;
    table.play_all(&WALLS).await;
    // A white stone inside Black's wall, then both pass: Black passes first, White last.
    table.play_all(&["pass", "aa", "pass", "pass"]).await;
    let room = table.room;
    let opened = event(&mut table.black, |event| match event {
        Event::AgreementOpened { agreement, .. } => Some(agreement.clone()),
        _ => None,
    })
    .await;
    let mut revision = opened.revision;
    if opened.dead.is_empty() {
        let mark = ClientMessage::Mark { id: Uuid::now_v7(), room, revision, point: "aa".into(), dead: true };
        assert!(matches!(table.black.ask(&mark).await.unwrap(), Reply::Ack(_)));
        revision += 1;
    }
    let resume = ClientMessage::ResumePlay { id: Uuid::now_v7(), room, revision };
    assert!(matches!(table.white.ask(&resume).await.unwrap(), Reply::Ack(_)));
    let to_move = event(&mut table.black, |event| match event {
        Event::PlayResumed { to_move, by, clock } => {
            assert_eq!(*by, Some(Color::White));
            assert!(clock.running.is_some());
            Some(*to_move)
        }
        _ => None,
    })
    .await;
    assert_eq!(to_move, Color::Black, "who claims the stone dead moves first (第21条)");
    assert!(matches!(table.play(Color::Black, "ab").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_the_game_and_is_answered_again_alike() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    let first = table.white.ask(&resign).await.unwrap();
    let result = ended(&mut table.black).await;
    assert_eq!(
        (result.winner, result.sgf.as_str(), result.chinese.as_str()),
        (Winner::Black, "B+R", "黑中盘胜")
    );
    assert_eq!(table.white.ask(&resign).await.unwrap(), first);
    // Also when nobody serves the room any more.
    let base = server.base();
    let Table { people, black, white, .. } = table;
    black.close().await;
    white.close().await;
    let mut again = people[1].socket(&base).await;
    assert_eq!(again.ask(&resign).await.unwrap(), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_falls_with_nobody_connected() {
    let server = Server::start().await;
    let base = server.base();
    let mut short = offer(9);
    short.clock = protocol::ClockSettings::Absolute { main_ms: 1_500 };
    let Table { room, black, white, .. } = Table::new(&base, &short).await;
    black.close().await;
    white.close().await;
    // The lobby tells when the game leaves the list of live ones.
    let mut guest = Socket::open(&base, None).await.unwrap();
    guest.send(&ClientMessage::Lobby { id: Uuid::now_v7(), on: true }).await.unwrap();
    guest
        .find(|message| match message {
            protocol::ServerMessage::Lobby { games, .. } => {
                games.iter().all(|game| game.id != room).then_some(())
            }
            _ => None,
        })
        .await
        .unwrap();
    let kept = Api::new(&base).game(room).await.unwrap();
    let result = kept.summary.result.unwrap();
    assert_eq!((result.winner, result.how, result.sgf.as_str()), (Winner::White, How::Time, "W+T"));
    assert_eq!(kept.game.clock.black.main_ms, 0);
    let ended_at = kept.game.clock;
    assert_eq!(ended_at.running, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_are_drawn_so_that_either_side_can_check() {
    let server = Server::start().await;
    let base = server.base();
    let mut drawn = offer(9);
    drawn.color = ColorChoice::Nigiri;
    let (challenger, guesser) = (Person::new(&base).await, Person::new(&base).await);
    let challenge = challenger.api.challenge(&drawn).await.unwrap();
    let hash = challenge.nigiri_hash.unwrap();
    assert!(challenge.settings.nigiri.is_none(), "nothing is revealed before the guess");
    let room = guesser.api.accept(drawn.id, Some(true)).await.unwrap().game;
    let game = guesser.api.game(room).await.unwrap();
    let nigiri = game.game.settings.nigiri.unwrap();
    assert_eq!(nigiri.hash, hash);
    assert_eq!(rules::Nigiri::commit(nigiri.number, &nigiri.nonce).unwrap(), hash);
    let guesser_is_black = game.game.black.id != challenge.by.id;
    assert_eq!(guesser_is_black, nigiri.number % 2 == 1, "the guess was odd");
}

#[tokio::test(flavor = "multi_thread")]
async fn handicap_stones_are_set_fixed_or_free() {
    let server = Server::start().await;
    let base = server.base();
    let fixed = Table::new(&base, &protocol::http::NewChallenge { handicap: 2, ..offer(19) }).await;
    let game = fixed.people[0].api.game(fixed.room).await.unwrap().game;
    assert_eq!(
        (game.handicap_stones.len(), game.to_move, game.settings.komi_quarters),
        (2, Some(Color::White), 0)
    );

    let free = protocol::http::NewChallenge { handicap: 2, placement: protocol::Placement::Free, ..offer(9) };
    let mut table = Table::new(&base, &free).await;
    assert_eq!(table.play(Color::Black, "pass").await, Reply::Refused(Code::WrongPhase));
    assert!(matches!(table.play(Color::Black, "cc").await, Reply::Ack(_)));
    assert_eq!(table.play(Color::White, "dd").await, Reply::Refused(Code::NotYourTurn));
    assert!(matches!(table.play(Color::Black, "gg").await, Reply::Ack(_)));
    assert_eq!(table.play(Color::Black, "ee").await, Reply::Refused(Code::NotYourTurn));
    assert!(matches!(table.play(Color::White, "ee").await, Reply::Ack(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_move_came_to_and_took_is_told_to_operators() {
    let server = Server::start().await;
    let metrics = async || {
        let told = reqwest::get(format!("{}/metrics", server.base())).await.unwrap();
        told.error_for_status().unwrap().text().await.unwrap()
    };
    metrics().await; // From the first time on they are counted.
    Table::new(&server.base(), &offer(9)).await.play_all(&["ee"]).await;
    let told = metrics().await;
    for name in ["room_answers_total{answer=\"done\"}", "journal_append_seconds_bucket{outcome=\"kept\",le="]
    {
        assert!(told.lines().any(|line| line.starts_with(name)), "{name}: {told}");
    }
}
