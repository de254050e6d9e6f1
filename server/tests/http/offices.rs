//! Security check 25: who may use which endpoint, whole, beside the API's own document.
//!
//! Deliberately absent: the scopes of personal tokens (`tokens`), and on whom an office may be used (`order`).

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tianyuan::offices::Role;

use crate::client::{Answer, Player, Server, answer};

/// Who may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// Everybody.
    All,
    /// Whoever has logged in.
    Players,
    /// Whoever has one of these offices; an administrator always.
    Of(&'static [Role]),
}

use Role::{ChiefReferee, Moderator, Organiser, RankOfficer, Referee};

const ANY: &[Role] = &[Referee, ChiefReferee, Organiser, RankOfficer, Moderator];

/// Every endpoint. One that is not here fails the test, as does one that is here and nowhere else.
const TABLE: &[(Who, &str)] = &[
    (
        Who::All,
        "POST /api/v1/accounts | POST /api/v1/sessions | POST /api/v1/sessions/refresh \
         | DELETE /api/v1/sessions/current | POST /api/v1/log-in/second | POST /api/v1/reset/ask \
         | POST /api/v1/reset | POST /api/v1/mail/confirm | GET /api/v1/openapi.json | GET /api/v1/operation \
         | GET /api/docs | GET /api/docs/{file} | GET /healthz | GET /readyz | GET /api/v1/challenges \
         | GET /api/v1/challenges/{id} | GET /api/v1/games | GET /api/v1/games/{id} \
         | GET /api/v1/games/{id}/clock | GET /api/v1/games/{id}/chat | GET /api/v1/games/{id}/sgf \
         | GET /api/v1/people/{name}",
    ),
    (
        Who::Players,
        "GET /api/v1/me | DELETE /api/v1/me | GET /api/v1/me/export | GET /api/v1/me/profile \
         | PATCH /api/v1/me/profile | GET /api/v1/me/blocks | PUT /api/v1/me/blocks/{name} \
         | DELETE /api/v1/me/blocks/{name} | GET /api/v1/me/sanctions | POST /api/v1/me/sanctions/{id}/seen \
         | POST /api/v1/me/sanctions/{id}/appeal | POST /api/v1/challenges | DELETE /api/v1/challenges/{id} \
         | POST /api/v1/challenges/{id}/accept | GET /api/v1/games/{id}/note | PUT /api/v1/games/{id}/note \
         | POST /api/v1/reports | GET /api/v1/mail | PUT /api/v1/mail | POST /api/v1/password \
         | POST /api/v1/prove | GET /api/v1/second-factor | POST /api/v1/second-factor \
         | POST /api/v1/second-factor/confirm | POST /api/v1/second-factor/recovery \
         | POST /api/v1/second-factor/off | GET /api/v1/tokens | POST /api/v1/tokens \
         | DELETE /api/v1/tokens/{id} | GET /api/v1/sessions | DELETE /api/v1/sessions/{id} \
         | DELETE /api/v1/sessions",
    ),
    (Who::Of(&[Referee, ChiefReferee]), "GET /api/v1/calls"),
    (
        Who::Of(&[Moderator]),
        "GET /api/v1/reports | GET /api/v1/reports/{id} | POST /api/v1/reports/{id}/claim \
         | POST /api/v1/reports/{id}/notes | POST /api/v1/reports/{id}/close | GET /api/v1/people/{name}/file \
         | GET /api/v1/appeals | GET /api/v1/people",
    ),
    (
        Who::Of(ANY),
        "POST /api/v1/sanctions | POST /api/v1/sanctions/{id}/lift | POST /api/v1/sanctions/{id}/decision",
    ),
    (
        Who::Of(&[]),
        "GET /api/v1/audit | GET /api/v1/officers | PUT /api/v1/people/{name}/offices \
         | PUT /api/v1/operation | GET /api/v1/invitations | POST /api/v1/invitations \
         | DELETE /api/v1/invitations/{id} | GET /api/v1/rooms | POST /api/v1/rooms/rulings \
         | POST /api/v1/people/{name}/reset-link",
    ),
];

fn table() -> Vec<(Who, &'static str)> {
    TABLE.iter().flat_map(|(who, all)| all.split(" | ").map(move |one| (*who, one.trim()))).collect()
}

impl Who {
    fn has(self, role: Option<Role>) -> bool {
        match self {
            Self::All | Self::Players => true,
            Self::Of(roles) => role.is_some_and(|role| role == Role::Administrator || roles.contains(&role)),
        }
    }
}

async fn ask(server: &Server, who: Option<&Player>, operation: &str) -> Answer {
    let (method, path) = operation.split_once(' ').unwrap();
    let nobody = uuid::Uuid::new_v4().to_string();
    let path = path.replace("{id}", &nobody).replace("{name}", "Nobody").replace("{file}", "x");
    let method: Method = method.parse().unwrap();
    let mut request = server.request(method.clone(), &path);
    if method != Method::GET {
        request = request.json(&json!({}));
    }
    answer(match who {
        Some(who) => request.bearer_auth(&who.token),
        None => request,
    })
    .await
}

/// Whether the door was shut for want of an office.
fn is_shut(answer: &Answer) -> bool {
    answer.status == StatusCode::FORBIDDEN
        && ["\"not_allowed\"", "\"not_a_referee\""].iter().any(|code| answer.text.contains(code))
}

#[tokio::test]
async fn check_25_each_endpoint_is_for_those_whom_the_table_names() {
    let server = Server::start().await;
    let document: Value = serde_json::from_str(&server.get("/api/v1/openapi.json").await.text).unwrap();
    let mut there: Vec<String> = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        there.extend(
            methods.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())),
        );
    }
    let mut named: Vec<String> = table().iter().map(|(_, operation)| (*operation).to_owned()).collect();
    there.sort();
    named.sort();
    assert_eq!(named, there, "the table and the document");

    let mut people = vec![(None, server.register("Lee").await)];
    for role in Role::ALL {
        let name = format!("the_{}", role.name());
        let officer = server.register(&name).await;
        server.app().accounts.appoint(&name, role).await.unwrap().unwrap();
        people.push((Some(role), officer));
    }
    for (who, operation) in table() {
        let guest = ask(&server, None, operation).await;
        if who == Who::All {
            assert!(!guest.text.contains("\"code\":\"not_logged_in\""), "{operation}: {}", guest.text);
        } else {
            guest.problem(401, "not_logged_in");
        }
        // It ends the sessions of whoever asks.
        if operation == "DELETE /api/v1/sessions" {
            continue;
        }
        for (role, person) in &people {
            let answer = ask(&server, Some(person), operation).await;
            assert_eq!(is_shut(&answer), !who.has(*role), "{operation} as {role:?}: {}", answer.text);
            assert!(
                who == Who::All || answer.status != StatusCode::UNAUTHORIZED,
                "{operation} as {role:?}: {}",
                answer.text
            );
            assert!(answer.status.as_u16() < 500, "{operation} as {role:?}: {}", answer.text);
        }
    }
}
