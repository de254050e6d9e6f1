//! The audit log, read from its first entry to its last.

use sea_orm::{ConnectionTrait, Database};

use crate::process::{run, run_with};

#[test]
fn a_log_is_what_was_written_until_somebody_changes_it() {
    let folder = tempfile::tempdir().unwrap();
    let verify = || run(folder.path(), &["audit", "verify"]);
    let made = run_with(folder.path(), &["admin", "create", "Kong"], b"horse staple battery\n");
    assert_eq!(made.code, Some(0), "{}", made.err);
    for office in ["referee", "moderator"] {
        assert_eq!(run(folder.path(), &["admin", "grant", "Kong", office]).code, Some(0));
    }
    let said = verify();
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.starts_with("3 entries, "), "{}", said.out);

    let file = folder.path().join("tianyuan-data/tianyuan.sqlite");
    let change = |statement: &str| {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let db = Database::connect(format!("sqlite://{}", file.display())).await.unwrap();
            let done = db.execute_unprepared(statement).await;
            db.close().await.unwrap();
            done.map(drop)
        })
    };
    // The database itself refuses; whoever owns the file gets around that.
    for statement in ["UPDATE audit SET after = 'administrator' WHERE number = 2", "DELETE FROM audit"] {
        assert!(change(statement).unwrap_err().to_string().contains("only added to"), "{statement}");
    }
    assert_eq!(verify().code, Some(0));
    change("DROP TRIGGER audit_is_not_changed").unwrap();
    change("UPDATE audit SET after = 'administrator' WHERE number = 2").unwrap();
    let said = verify();
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains("entry 2 of the audit log"), "{}", said.err);
}
