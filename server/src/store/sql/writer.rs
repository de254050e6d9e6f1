//! The one task that writes the journal: it takes what waits, makes it durable in one transaction
//! and answers everybody (group commit).
//!
//! Bounded: the queue holds [`QUEUE`] tasks and refuses more; a group takes at most [`GROUP`].
//! What failed because of one task's content is tried again task by task, only when nothing can have been
//! committed. When the commit itself fails or takes too long, its outcome is unknown and all are told so: they
//! read before they write again, and the fence keeps a commit that lands late from being overwritten.

use std::fs::File;
use std::sync::Arc;

use sea_orm::DatabaseConnection;
use tokio::sync::{mpsc, oneshot};

use super::TRANSACTION_LIMIT;
use super::group::{Answer, Failure, Prepared, Work, run};
use crate::ids::{GameId, NodeId};
use crate::store::{AppendError, Claim, StoreError};

/// Tasks that may wait.
const QUEUE: usize = 4_096;

/// Tasks of one transaction at most.
const GROUP: usize = 512;

/// The way to the task.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Task>,
}

/// What the task is asked for.
enum Task {
    Append(Prepared, oneshot::Sender<Result<(), AppendError>>),
    Claim(GameId, NodeId, oneshot::Sender<Result<Option<Claim>, StoreError>>),
    Stop(oneshot::Sender<()>),
}

impl Writer {
    /// Starts the task. It ends after [`stop`](Self::stop), or when the writer is dropped; the lock
    /// is held until then.
    pub(super) fn start(db: DatabaseConnection, lock: Option<Arc<File>>) -> Self {
        let (queue, tasks) = mpsc::channel(QUEUE);
        tokio::spawn(serve(db, tasks, lock));
        Self { queue }
    }

    /// Has rows added; returns when they are durable.
    pub(super) async fn append(&self, append: Prepared) -> Result<(), AppendError> {
        let (answer, waiting) = oneshot::channel();
        self.enqueue(Task::Append(append, answer))?;
        waiting.await.unwrap_or_else(|_| Err(AppendError::Store(lost())))
    }

    /// Has a game claimed.
    pub(super) async fn claim(&self, game: GameId, node: NodeId) -> Result<Option<Claim>, StoreError> {
        let (answer, waiting) = oneshot::channel();
        self.enqueue(Task::Claim(game, node, answer))?;
        waiting.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Ends the task after what waits. Later tasks are refused.
    pub(super) async fn stop(&self) {
        let (answer, waiting) = oneshot::channel();
        if self.queue.send(Task::Stop(answer)).await.is_ok() {
            // An error is the task's end too.
            let _ = waiting.await;
        }
    }

    fn enqueue(&self, task: Task) -> Result<(), StoreError> {
        self.queue.try_send(task).map_err(|refused| match refused {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::Unavailable("the store is closed".to_owned()),
        })
    }
}

fn lost() -> StoreError {
    StoreError::Unavailable("the journal's writer has ended; the outcome is unknown".to_owned())
}

/// Who waits for a task.
enum Reply {
    Append(oneshot::Sender<Result<(), AppendError>>),
    Claim(oneshot::Sender<Result<Option<Claim>, StoreError>>),
}

impl Reply {
    /// Answers. Who asked may be gone; what was done is done all the same.
    fn send(self, answer: Answer) {
        match self {
            Self::Append(waiting) => {
                let _ = waiting.send(match answer {
                    Answer::Appended => Ok(()),
                    Answer::Fenced | Answer::Claimed(_) => Err(AppendError::Fenced),
                    Answer::Failed(Failure::Repeated) => Err(AppendError::Repeated),
                    Answer::Failed(failure) => Err(AppendError::Store(in_words(failure))),
                });
            }
            Self::Claim(waiting) => {
                let _ = waiting.send(match answer {
                    Answer::Claimed(claim) => Ok(claim),
                    Answer::Fenced | Answer::Appended => Ok(None),
                    Answer::Failed(failure) => Err(in_words(failure)),
                });
            }
        }
    }
}

fn in_words(failure: Failure) -> StoreError {
    match failure {
        Failure::Repeated => StoreError::Unavailable("a key is taken".to_owned()),
        Failure::Content(why) | Failure::Database(why) => StoreError::Unavailable(why),
        Failure::Corrupt(why) => StoreError::Corrupt(why),
    }
}

async fn serve(db: DatabaseConnection, mut tasks: mpsc::Receiver<Task>, _lock: Option<Arc<File>>) {
    let mut waiting = Vec::with_capacity(GROUP);
    let mut stopped = Vec::new();
    while tasks.recv_many(&mut waiting, GROUP).await > 0 {
        let mut group = Vec::with_capacity(waiting.len());
        for task in waiting.drain(..) {
            match task {
                Task::Append(append, answer) => group.push((Work::Append(append), Reply::Append(answer))),
                Task::Claim(game, node, answer) => {
                    group.push((Work::Claim(game, node), Reply::Claim(answer)))
                }
                Task::Stop(answer) => {
                    // What is queued before the door closes is still served.
                    tasks.close();
                    stopped.push(answer);
                }
            }
        }
        serve_group(&db, group).await;
    }
    for answer in stopped {
        // Who asked may be gone.
        let _ = answer.send(());
    }
}

async fn serve_group(db: &DatabaseConnection, group: Vec<(Work, Reply)>) {
    let (work, replies): (Vec<Work>, Vec<Reply>) = group.into_iter().unzip();
    if work.is_empty() {
        return;
    }
    match attempt(db, &work).await {
        Ok(answers) => replies.into_iter().zip(answers).for_each(|(reply, answer)| reply.send(answer)),
        Err(Failure::Repeated | Failure::Content(_)) if work.len() > 1 => {
            for (one, reply) in work.into_iter().zip(replies) {
                let answers = attempt(db, std::slice::from_ref(&one)).await;
                reply.send(answers.map_or_else(Answer::Failed, |mut answers| answers.remove(0)));
            }
        }
        Err(failure) => replies.into_iter().for_each(|reply| reply.send(Answer::Failed(failure.clone()))),
    }
}

async fn attempt(db: &DatabaseConnection, work: &[Work]) -> Result<Vec<Answer>, Failure> {
    let late = || Failure::Database("no answer in time; the outcome is unknown".to_owned());
    tokio::time::timeout(TRANSACTION_LIMIT, run(db, work)).await.unwrap_or_else(|_| Err(late()))
}
