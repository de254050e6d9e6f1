//! What `tianyuan-loadtests fault all --short` brings about on a cluster of this build, and what must hold.
//!
//! Deliberately absent: an older version beside this one (`--old`), and outages of their full length; both are run by command.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::path::Path;
use std::process::{Command, Stdio};

use loadtests::fault::{FaultPlan, Scenario, run};

/// What `deploy/local-cluster.sh` and the scenarios start, and how each is asked whether it is there.
const PROGRAMS: [(&str, &str); 7] = [
    ("redis-server", "-v"),
    ("redis-cli", "-v"),
    ("nginx", "-v"),
    ("curl", "-V"),
    ("python3", "-V"),
    ("psql", "-V"),
    ("faketime", "--version"),
];

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_every_kind_are_survived() {
    let test = "faults_of_every_kind_are_survived";
    for (program, version) in PROGRAMS {
        let mut command = Command::new(program);
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let asked =
            command.arg(version).env("PATH", path).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if asked.is_err() {
            return support::skip(test, &format!("{program} is not installed"));
        }
    }
    let plan = FaultPlan {
        scenarios: Scenario::all().to_vec(),
        games: 6,
        short: true,
        seed: u64::from(std::process::id()),
        script: Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/local-cluster.sh"),
        program: env!("CARGO_BIN_EXE_tianyuan").into(),
        old: None,
    };
    run(&plan, |line| println!("{line}")).await.unwrap();
}
