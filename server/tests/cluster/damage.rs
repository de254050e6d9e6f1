//! Servers that are cut off from what they stand on, stand still, lose answers or are replaced, while people play.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::nodes::Cluster;
use crate::travel::Match;

/// Longer than a lease, in which a server that is silent loses its games.
const LONG: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stood_still_writes_nothing_more() {
    let Some(cluster) = Cluster::with_ways("a_server_that_stood_still_writes_nothing_more").await else {
        return;
    };
    let mut game = Match::begin(&cluster, "still", 2, [2, 2]).await;
    game.play(&cluster, 4).await;
    // Black's next move lies in the socket of the server that stands still, while it is made elsewhere.
    cluster.nodes[2].signal("STOP");
    let after = game.go_on(&cluster).await;
    println!("a move was taken {} ms after its server stood still", after.as_millis());
    game.play(&cluster, 3).await;
    cluster.nodes[2].signal("CONT");
    game.play(&cluster, 2).await;
    game.check(&cluster).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_cut_off_from_the_database_stops_first() {
    let test = "a_server_that_is_cut_off_from_the_database_stops_first";
    let Some(cluster) = Cluster::with_ways(test).await else { return };
    // Both directions, what it sends, what it is answered.
    for (round, (up, down)) in [(true, true), (true, false), (false, true)].into_iter().enumerate() {
        let owner = round % 3;
        let mut game = Match::begin(&cluster, &format!("cut{round}"), owner, [owner, owner]).await;
        game.play(&cluster, 3).await;
        cluster.ways[owner].database.hold(up, down);
        let after = game.go_on(&cluster).await;
        println!("held {up}/{down}: a move was taken after {} ms", after.as_millis());
        game.play(&cluster, 2).await;
        // What it had sent comes to the database only now.
        cluster.ways[owner].database.hold(false, false);
        game.play(&cluster, 2).await;
        game.check(&cluster).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_the_database_that_is_lost_is_one_move() {
    let Some(cluster) = Cluster::with_ways("an_answer_of_the_database_that_is_lost_is_one_move").await else {
        return;
    };
    let mut game = Match::begin(&cluster, "lost", 1, [1, 1]).await;
    game.play(&cluster, 2).await;
    for _ in 0..4 {
        // The move is committed or not, and the server is never told which.
        cluster.ways[1].database.hold(false, true);
        let cut = async {
            sleep(Duration::from_millis(300)).await;
            cluster.ways[1].database.cut();
            cluster.ways[1].database.hold(false, false);
        };
        tokio::join!(game.go_on(&cluster), cut);
        game.play(&cluster, 1).await;
    }
    game.check(&cluster).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_cut_off_from_redis_goes_on_alone() {
    let Some(cluster) = Cluster::with_ways("a_server_that_is_cut_off_from_redis_goes_on_alone").await else {
        return;
    };
    let mut near = Match::begin(&cluster, "near", 0, [0, 0]).await;
    near.play(&cluster, 2).await;
    for (round, (up, down)) in [(true, true), (true, false), (false, true)].into_iter().enumerate() {
        let mut far = Match::begin(&cluster, &format!("far{round}"), 0, [1, 2]).await;
        far.play(&cluster, 2).await;
        cluster.ways[0].redis.hold(up, down);
        let start = Instant::now();
        near.play(&cluster, 4).await;
        assert!(start.elapsed() < LONG, "players at the game's server notice nothing");
        // Whoever is at another server is told to wait, and comes to the game's own server at last.
        let after = far.go_on(&cluster).await;
        println!("Redis held {up}/{down}: a move from elsewhere was taken after {} ms", after.as_millis());
        cluster.ways[0].redis.hold(false, false);
        far.play(&cluster, 1).await;
        far.check(&cluster).await;
    }
    near.check(&cluster).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_nobody_reaches_costs_no_move_and_no_time() {
    let test = "a_database_that_nobody_reaches_costs_no_move_and_no_time";
    let Some(cluster) = Cluster::with_ways(test).await else { return };
    let mut game = Match::begin(&cluster, "away", 1, [1, 0]).await;
    game.play(&cluster, 2).await;
    let hold = |holds| cluster.ways.iter().for_each(|ways| ways.database.hold(holds, holds));
    hold(true);
    let away = async {
        sleep(2 * LONG).await;
        cluster.ways.iter().for_each(|ways| ways.database.cut());
        hold(false);
    };
    let (after, ()) = tokio::join!(game.go_on(&cluster), away);
    assert!(after >= 2 * LONG, "nothing is acknowledged without the database");
    game.play(&cluster, 1).await;
    game.check(&cluster).await;
    let spent = game.spent(&cluster).await;
    assert!(spent < LONG, "the outage was charged: {} ms are gone", spent.as_millis());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_and_elsewhere_is_done_once() {
    let Some(mut cluster) = Cluster::with_ways("what_is_sent_again_and_elsewhere_is_done_once").await else {
        return;
    };
    let mut game = Match::begin(&cluster, "again", 2, [0, 1]).await;
    game.play(&cluster, 4).await;
    game.repeat_all(&cluster).await;
    cluster.nodes[2].kill().await;
    game.play(&cluster, 2).await;
    // What was answered by the server that is gone is answered by the one that took over.
    game.repeat_all(&cluster).await;
    game.play(&cluster, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_is_rolled_out_while_people_play() {
    let Some(mut cluster) = Cluster::with_ways("a_new_version_is_rolled_out_while_people_play").await else {
        return;
    };
    let mut games = Vec::new();
    for n in 0..6 {
        games.push(Match::begin(&cluster, &format!("roll{n}"), n % 3, [n % 3, (n + 1) % 3]).await);
    }
    for node in 0..3 {
        for game in &mut games {
            game.play(&cluster, 1).await;
        }
        cluster.replace(node).await;
        let mut longest = Duration::ZERO;
        for game in &mut games {
            longest = longest.max(game.go_on(&cluster).await);
            game.play(&cluster, 1).await;
        }
        println!("server {node} was replaced; the longest wait for a move was {} ms", longest.as_millis());
    }
    for game in &games {
        game.check(&cluster).await;
    }
}
