//! How often people may ask, wherever they ask.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::nodes::{Cluster, PATIENCE};

/// The status of a try to log in with a wrong password.
async fn guess(base: &str) -> u16 {
    let body = serde_json::json!({"name": "somebody", "password": "wrong horse"});
    let post = reqwest::Client::new().post(format!("{base}/api/v1/sessions")).json(&body);
    post.send().await.unwrap().status().as_u16()
}

/// How many uses a server has heard of from others.
async fn heard_of(base: &str) -> u64 {
    let told = reqwest::get(format!("{base}/metrics")).await.unwrap().text().await.unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("limits_spent_elsewhere_total "));
    line.map_or(0, |uses| uses.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_used_up_at_one_server_is_used_up_at_all() {
    let test = "what_is_used_up_at_one_server_is_used_up_at_all";
    let Some(mut cluster) = Cluster::start(test).await else { return };
    cluster.limit().await;
    let mut let_in = 0;
    while guess(cluster.base(0)).await == 401 {
        let_in += 1;
        assert!(let_in < 20, "nothing is limited");
    }
    let start = Instant::now();
    for node in [1, 2] {
        // Each try is told of as one of an address, one of a name, and a wrong password.
        while heard_of(cluster.base(node)).await < 3 * let_in {
            assert!(
                start.elapsed() < PATIENCE,
                "of {let_in} tries {} uses are told",
                heard_of(cluster.base(node)).await
            );
            sleep(Duration::from_millis(50)).await;
        }
        let mut here = 0;
        while guess(cluster.base(node)).await == 401 {
            here += 1;
        }
        assert!(here <= 2, "{let_in} tries were let in at one server, and then {here} at another");
    }
}
