//! CPU time of a move whose players are at another node than their game, against the same with players at the game's own node.
//!
//! Both kinds of games stand on one cluster of three nodes, connected all the time, and take turns. What is weighed is the sum of the
//! two nodes that have to do with them; the third one only lives. Redis is counted apart, and so are the commands that it got: the
//! signs of life of all nodes are among them, and are printed beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::future::join_all;
use loadtests::{Api, Cluster, Part};
use tokio::time::sleep;
use uuid::Uuid;

use crate::moves::{EVERY, Table, begin, play};
use crate::record::points;
use crate::sides::SERVER;
use crate::weigh::{compare, cpu_ns, median};

/// Games of each kind.
const ROOMS: usize = 80;
/// Pairs of people, each of whom play several games: an account costs a hash.
const PEOPLE: usize = 10;
const PAIRS: u32 = 9;
/// Moves of each room in one measurement, and before the first.
const MOVES: u32 = 20;
/// The node that has all games, and the one where half of the players are.
const NODES: [usize; 2] = [0, 1];

/// What a measurement says, each for one move.
struct Cost {
    nodes_us: f64,
    redis_us: f64,
    commands: f64,
    /// What share of the time that was planned it took.
    took: f64,
}

/// A program that is this one as the server.
fn program(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let (program, this) = (folder.join("server"), std::env::current_exe().unwrap());
    std::fs::write(&program, format!("#!/bin/sh\nexec '{}' {SERVER} \"$@\"\n", this.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program
}

fn nodes_ns(cluster: &Cluster) -> u64 {
    NODES.into_iter().map(|node| cpu_ns(cluster.process(Part::Node(node)))).sum()
}

/// How many commands Redis has got so far, this question left out.
async fn commands(cluster: &Cluster) -> u64 {
    let told = cluster.tell_redis(&["INFO", "commandstats"]).await.unwrap();
    let lines = told.lines().filter(|line| !line.starts_with("cmdstat_info"));
    lines.filter_map(|line| line.split_once("calls=")?.1.split(',').next()?.parse::<u64>().ok()).sum()
}

/// Plays on, and says what each move cost.
async fn weigh(cluster: &Cluster, tables: &mut Vec<Table>, points: &Arc<[String]>) -> Cost {
    let redis = cluster.process(Part::Redis);
    let before = (nodes_ns(cluster), cpu_ns(redis), commands(cluster).await);
    let (played, took) = play(std::mem::take(tables), points, MOVES).await;
    let after = (nodes_ns(cluster), cpu_ns(redis), commands(cluster).await);
    let moves = (played.len() * MOVES as usize) as f64;
    *tables = played;
    Cost {
        nodes_us: (after.0 - before.0) as f64 / 1_000.0 / moves,
        redis_us: (after.1 - before.1) as f64 / 1_000.0 / moves,
        commands: (after.2 - before.2) as f64 / moves,
        took,
    }
}

/// Games that the first node has, and the tokens of their players.
async fn games<'a>(cluster: &Cluster, tokens: &'a [[String; 2]]) -> Vec<(Uuid, [&'a str; 2])> {
    let mut games = Vec::new();
    // Nobody may have many offers open at once.
    for _ in 0..ROOMS / PEOPLE {
        let pairs = tokens.iter().map(|pair| [pair[0].as_str(), pair[1].as_str()]);
        games.extend(
            join_all(pairs.map(async |pair| (begin(cluster.base(NODES[0]), pair).await, pair))).await,
        );
    }
    games
}

/// The players of each come to one door. From now on somebody must read their sockets.
async fn sit(cluster: &Cluster, games: &[(Uuid, [&str; 2])], door: usize) -> Vec<Table> {
    join_all(games.iter().map(|(room, pair)| Table::of_server(cluster.base(door), *room, *pair))).await
}

async fn people(cluster: &Cluster) -> Vec<[String; 2]> {
    let api = Api::new(cluster.base(NODES[0]));
    let one = async || {
        let name = format!("bench{}", &Uuid::new_v4().simple().to_string()[..12]);
        api.register(&name, "a long enough password").await.unwrap().access_token
    };
    join_all((0..PEOPLE).map(async |_| [one().await, one().await])).await
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/local-cluster.sh");
    let cluster = Cluster::start(&script, &program(folder.path())).await.unwrap();
    let tokens = people(&cluster).await;
    let points: Arc<[String]> = points(1, MOVES * (PAIRS + 1)).into();
    let (of_near, of_far) = (games(&cluster, &tokens).await, games(&cluster, &tokens).await);
    let mut near = sit(&cluster, &of_near, NODES[0]).await;
    let mut far = sit(&cluster, &of_far, NODES[1]).await;
    for tables in [&mut near, &mut far] {
        weigh(&cluster, tables, &points).await;
    }
    let (mut of_far, mut of_near) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        of_far.push(weigh(&cluster, &mut far, &points).await);
        of_near.push(weigh(&cluster, &mut near, &points).await);
    }
    let before = commands(&cluster).await;
    sleep(EVERY * MOVES).await;
    let idle = (commands(&cluster).await - before) as f64 / (ROOMS * MOVES as usize) as f64;
    cluster.end(false).await.unwrap();

    let what = format!("a move through another node, {ROOMS} rooms, one every {} ms each", EVERY.as_millis());
    let pairs: Vec<_> =
        of_far.iter().zip(&of_near).map(|(far, near)| (far.nodes_us, near.nodes_us)).collect();
    compare(&what, ["players elsewhere", "players at the owner"], "µs of CPU of both nodes", &pairs, "1.8");
    for (side, costs, goal) in [("elsewhere", &of_far, 2), ("at the owner", &of_near, 1)] {
        let of = |pick: fn(&Cost) -> f64| median(&costs.iter().map(pick).collect::<Vec<_>>());
        println!(
            "players {side}, a move: Redis {:.2} µs of CPU, {:.2} commands, of which {idle:.2} are signs of life (goal {goal})",
            of(|cost| cost.redis_us),
            of(|cost| cost.commands),
        );
    }
    let slowest = of_far.iter().chain(&of_near).map(|cost| cost.took).fold(0.0, f64::max);
    println!("the slowest measurement took {slowest:.2} of the time planned; far above 1, the run is void");
}
