//! What was said, kept in memory, by the same faulty way.
//!
//! Only saying something can fail: whoever cannot read finds a gap in the numbers, and asks.

use async_trait::async_trait;
use tianyuan::ids::GameId;
use tianyuan::store::{Hiding, Kept, Mute, Said, Saying, StoreError, Talk, TalkStream};

use super::Link;

impl Link {
    /// The way of a reader: only a dead node has none.
    async fn reach(&self) {
        if !self.is_alive() {
            std::future::pending::<()>().await;
        }
    }

    /// What a line that was sent before came to.
    fn found(&self, saying: &Saying) -> Option<Kept> {
        let disk = self.disk.lock();
        let all = disk.lines.iter().flat_map(|((game, stream), lines)| {
            lines.iter().map(move |(command, said)| (*game, *stream, *command, said))
        });
        let mut same =
            all.filter(|(_, _, command, said)| (*command, said.by.0) == (saying.command, saying.by.0));
        let (game, stream, _, said) = same.next()?;
        let is_it = (game, stream, &said.text) == (saying.game, saying.stream, &saying.text);
        Some(if is_it { Kept::Already(said.number) } else { Kept::IdReused })
    }

    fn add(&self, saying: Saying) -> Kept {
        if let Some(known) = self.found(&saying) {
            return known;
        }
        let mut disk = self.disk.lock();
        let lines = disk.lines.entry((saying.game, saying.stream)).or_default();
        let number = lines.len() as u64 + 1;
        let Saying { command, by, text, ply, wall_ms, .. } = saying;
        lines.push((command, Said { number, by, text, ply, wall_ms, hidden: false, hiding: None }));
        Kept::New(number)
    }

    fn lines(&self, game: GameId, stream: TalkStream) -> Vec<Said> {
        let disk = self.disk.lock();
        let lines = disk.lines.get(&(game, stream));
        lines.map(|lines| lines.iter().map(|(_, said)| said.clone()).collect()).unwrap_or_default()
    }
}

#[async_trait]
impl Talk for Link {
    async fn say(&self, saying: Saying, _: u64) -> Result<Kept, StoreError> {
        self.pass().await?;
        if self.percent(3) {
            return Err(StoreError::Busy);
        }
        self.stumble().await;
        let kept = self.add(saying);
        self.reach().await;
        if self.percent(3) {
            self.count("line kept, and nobody told so");
            return Err(StoreError::Unavailable("the outcome is unknown".to_owned()));
        }
        Ok(kept)
    }

    async fn known(&self, saying: &Saying) -> Result<Option<Kept>, StoreError> {
        self.pass().await?;
        Ok(self.found(saying))
    }

    async fn after(
        &self,
        game: GameId,
        stream: TalkStream,
        after: u64,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError> {
        self.reach().await;
        let later = self.lines(game, stream).into_iter().filter(|said| said.number > after);
        Ok(later.take(usize::try_from(limit).unwrap()).collect())
    }

    async fn before(
        &self,
        game: GameId,
        stream: TalkStream,
        before: Option<u64>,
        limit: u64,
    ) -> Result<Vec<Said>, StoreError> {
        self.reach().await;
        let mut lines = self.lines(game, stream);
        lines.retain(|said| before.is_none_or(|before| said.number < before));
        Ok(lines.split_off(lines.len().saturating_sub(usize::try_from(limit).unwrap())))
    }

    async fn hide(&self, _: GameId, _: TalkStream, _: u64, _: Hiding, _: i64) -> Result<bool, StoreError> {
        // Nobody hides a line here: which text of a line somebody has would depend on when they came.
        unreachable!("nobody hides a line")
    }

    async fn mutes(&self, _: GameId) -> Result<Vec<Mute>, StoreError> {
        self.reach().await;
        Ok(Vec::new())
    }

    async fn mute(&self, _: GameId, _: Mute) -> Result<bool, StoreError> {
        unreachable!("nobody is muted after the end")
    }
}
