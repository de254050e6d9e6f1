//! Accounts and sessions, made before the server starts: through its own store and service, without any password,
//! since hashing them is slow by design. Nobody can log in to such an account.

use std::path::Path;

use sha2::{Digest, Sha256};
use tianyuan::app::App;
use tianyuan::config::Config;
use tianyuan::ids::{AccountId, FamilyId};
use tianyuan::offices::Offices;
use tianyuan::store::{Account, Accounts, Device, NewSession, Nodes, RefreshToken, Sessions};
use uuid::Uuid;

/// A day and more: longer than any run.
const LONG_MS: i64 = 100_000_000;

/// Access tokens of so many new people.
pub(crate) async fn make(data: &Path, count: usize) -> Vec<String> {
    let app = App::open(Config::for_tests(data)).await.unwrap();
    let mut tokens = Vec::with_capacity(count);
    for number in 0..count {
        tokens.push(one(&app, number).await);
    }
    app.store.release(app.node).await.unwrap();
    app.store.close().await;
    tokens
}

async fn one(app: &App, number: usize) -> String {
    let now = app.time.wall_ms();
    let id = AccountId(Uuid::now_v7());
    let name = format!("Player {number}");
    let account = Account {
        id,
        name_key: name.to_lowercase(),
        name,
        password_hash: String::new(),
        offices: Offices::NONE,
        created_ms: now,
    };
    assert!(Accounts::add(&app.store, account).await.unwrap());
    let secret: [u8; 32] = rand::random();
    let token = RefreshToken {
        hash: Sha256::digest(secret).into(),
        family: FamilyId(Uuid::now_v7()),
        account: id,
        expires_ms: now + LONG_MS,
        family_ends_ms: now + LONG_MS,
    };
    let new = NewSession { token, device: Device::default(), second: false };
    Sessions::begin(&app.store, new, "", now).await.unwrap().unwrap();
    let secret: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    app.accounts.refresh(&secret, &Device::default()).await.unwrap().access_token
}
