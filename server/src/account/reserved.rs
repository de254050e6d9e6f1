//! Names that strangers may not take, for others would think that they speak for the server.
//!
//! A name is reserved however it is written: look-alikes, capitals, `-` and `_` make no other of it.
//! Deliberately absent: words that hurt (people judge those), and longer names that merely hold one of these.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::names::Name;

/// Whoever runs the server, whoever judges games, the server itself, and nobody.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "root",
    "system",
    "server",
    "operator",
    "owner",
    "staff",
    "support",
    "official",
    "moderator",
    "mod",
    "referee",
    "arbiter",
    "judge",
    "tianyuan",
    "guest",
    "anonymous",
    "nobody",
    "deleted",
    "null",
    "天元",
    "管理员",
    "管理員",
    "管理",
    "系统",
    "系統",
    "官方",
    "客服",
    "站长",
    "站長",
    "版主",
    "裁判",
    "裁判长",
    "裁判長",
    "裁判员",
    "裁判員",
    "游客",
    "遊客",
    "访客",
    "訪客",
    "匿名",
];

/// Whether a name is kept for the server's own people.
pub(super) fn is_reserved(name: &Name) -> bool {
    is_reserved_key(name.key())
}

/// Whether the folded name of somebody is one that is kept so.
pub(super) fn is_reserved_key(key: &str) -> bool {
    static KEYS: OnceLock<HashSet<String>> = OnceLock::new();
    // What those are called who have gone.
    if ["deleted-", "已注销-"].iter().any(|begin| key.starts_with(&super::names::key(begin))) {
        return true;
    }
    let keys = KEYS.get_or_init(|| {
        RESERVED.iter().filter_map(|text| Name::new(text).ok()).map(|name| bare(name.key())).collect()
    });
    keys.contains(&bare(key))
}

/// A name's key without what is between its letters.
fn bare(key: &str) -> String {
    key.replace(['-', '_'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reserved(text: &str) -> bool {
        is_reserved(&Name::new(text).unwrap_or_else(|why| panic!("{text}: {why}")))
    }

    #[test]
    fn every_one_of_the_list_is_a_name_and_reserved() {
        for text in RESERVED {
            assert!(reserved(text), "{text}");
        }
    }

    #[test]
    fn however_it_is_written() {
        for text in [
            "deleted-1a2b3c4d",
            "De1eted-x",
            "已注销-甲",
            "Admin",
            "ADMlN",
            "adm1n",
            "rnoderator",
            "r00t",
            "ｓｙｓｔｅｍ",
            "_admin_",
            "Tian-Yuan",
            "天_元",
        ] {
            assert!(reserved(text), "{text}");
        }
        for text in ["Adam", "badmin", "administratrix", "天元棋手", "裁判迷", "Rooter", "guest7"] {
            assert!(!reserved(text), "{text}");
        }
    }
}
