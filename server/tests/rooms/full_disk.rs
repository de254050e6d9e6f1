//! The real program on a disk that is full for a while: nothing is acknowledged that is not kept.

use std::process::Command as Tool;

use loadtests::Reply;
use protocol::{ClientMessage, Code};
use tempfile::TempDir;
use uuid::Uuid;

use super::kills::{Program, check, free_port, game, point};
use super::support::skip;

/// Whether files of a running program may grow.
fn limit_files(program: &Program, size: &str) {
    let status = Tool::new("prlimit").args(["--pid", &program.pid(), &format!("--fsize={size}:")]).status();
    assert!(status.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_and_loses_nothing() {
    let test = "a_full_disk_is_said_and_loses_nothing";
    if Tool::new("prlimit").arg("--version").output().is_err() {
        return skip(test, "prlimit is missing");
    }
    // More than one failed commit, since the first alone once left the connection armed.
    for failures in [1, 3] {
        let data = TempDir::new().unwrap();
        let mut program = Program::start(data.path(), free_port()).await;
        let base = program.base.clone();
        let (room, mut players) = game(&base).await;

        let mut refused = 0;
        for ply in 0..30 {
            if ply == 6 {
                limit_files(&program, "0");
            }
            let command = ClientMessage::Play { id: Uuid::now_v7(), room, ply, point: point(ply) };
            let player = &mut players[usize::from(ply % 2 == 1)];
            let seq = loop {
                match player.socket(&base, room).await.ask(&command).await.unwrap() {
                    Reply::Ack(seq) => break seq.unwrap(),
                    Reply::Refused(Code::Busy) => refused += 1,
                    Reply::Refused(code) => panic!("move {ply}: {code:?}"),
                }
                if refused >= failures {
                    limit_files(&program, "unlimited");
                }
            };
            player.acknowledged.push((ply, point(ply), seq));
        }
        assert!(refused >= failures, "the disk was full: {refused} refused");
        program = program.kill_and_restart(data.path()).await;
        check(&program.base, room, &players, 30).await;
    }
}
