//! Mail addresses.

use tianyuan::store::Mails;
use tianyuan::store::sql::SqlStore;

use crate::world::{account, number};

pub(crate) async fn keeps_mail_addresses(store: &SqlStore) {
    let (one, other) = (account(store).await, account(store).await);
    let address = format!("Lee{}@Example.org", number());
    assert_eq!(store.mail(one).await.unwrap(), None);
    for account in [one, other] {
        store.set_mail(account, Some("before@example.org"), 1).await.unwrap();
        store.set_mail(account, Some(&address), 2).await.unwrap();
        assert_eq!(store.mail(account).await.unwrap().as_ref(), Some(&address));
    }
    let mut both = [one, other];
    both.sort_unstable();
    assert_eq!(store.by_mail(&address.to_uppercase(), 9).await.unwrap(), both);
    assert_eq!(store.by_mail(&address, 1).await.unwrap(), both[..1]);
    assert_eq!(store.by_mail("before@example.org", 9).await.unwrap(), []);
    assert_eq!(store.by_mail("%", 9).await.unwrap(), []);
    store.set_mail(one, None, 3).await.unwrap();
    assert_eq!(store.mail(one).await.unwrap(), None);
    assert_eq!(store.by_mail(&address, 9).await.unwrap(), [other]);
}
