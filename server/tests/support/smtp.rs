//! A small mail server for tests: it takes every letter and hands it on as it came.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// A running mail server.
pub struct Smtp {
    /// Where letters are handed over.
    pub url: String,
    letters: mpsc::UnboundedReceiver<Letter>,
    serving: JoinHandle<()>,
}

/// A letter that came.
#[derive(Debug)]
pub struct Letter {
    /// The addresses that it is for.
    pub to: String,
    /// Head and body, lines put together again that were too long.
    pub text: String,
}

impl Letter {
    /// What its link has after this path and `#`.
    pub fn token(&self, path: &str) -> String {
        let (_, rest) = self.text.split_once(&format!("{path}#")).unwrap();
        rest.chars().take_while(char::is_ascii_hexdigit).collect()
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Smtp {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let (sink, letters) = mpsc::unbounded_channel();
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(converse(stream, sink.clone()));
            }
        });
        Self { url, letters, serving }
    }

    /// The next letter.
    pub async fn letter(&mut self) -> Letter {
        let next = tokio::time::timeout(std::time::Duration::from_secs(20), self.letters.recv());
        next.await.expect("a letter within 20 seconds").unwrap()
    }

    /// Whether there is none so far.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }
}

async fn converse(stream: TcpStream, letters: mpsc::UnboundedSender<Letter>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 here\r\n").await.ok()?;
    let mut to = String::new();
    while let Some(line) = lines.next_line().await.ok()? {
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
            "RCPT" => {
                to.push_str(&line);
                "250 yes"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    match line.strip_suffix('=') {
                        Some(begun) => text.push_str(begun),
                        None => text.extend([line.as_str(), "\n"]),
                    }
                }
                letters.send(Letter { to: std::mem::take(&mut to), text }).ok()?;
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 yes",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}
