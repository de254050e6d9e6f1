//! The document of the API (OpenAPI 3.1), made from the handlers themselves.

use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::http::Method;
use serde_json::Value;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::endpoint::{Access, Endpoint};
use super::order::{audit, reports, rooms, sanctions, staff};
use super::{
    accounts, blocks, calls, challenges, credentials, docs, export, games, health, invitations, leaving,
    people, reset, second, sessions, sheet, talk, tokens,
};
use crate::doors::Kind;

pub(super) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    method: Method::GET,
    path: "/api/v1/openapi.json",
    access: Access::Open,
    kind: Kind::Read,
    to: |route| route.to(show),
}];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tianyuan",
        description = "Everything about Tianyuan that is not live. Games are played over the socket at `/ws`.",
    ),
    paths(
        accounts::register, accounts::log_in, accounts::refresh, accounts::log_out, accounts::me,
        sessions::list, sessions::end, sessions::end_others, credentials::change_password,
        credentials::prove, second::enter, second::standing, second::set_up, second::confirm, second::renew_recovery,
        second::switch_off, tokens::list, tokens::make, tokens::revoke,
        reset::ask, reset::reset, reset::mail, reset::set_mail, reset::confirm,
        people::person, people::profile, people::change_profile,
        blocks::list, blocks::block, blocks::unblock, export::export, leaving::leave,
        invitations::list, invitations::invite, invitations::withdraw,
        challenges::list, challenges::make, challenges::get, challenges::withdraw, challenges::accept,
        games::list, games::get, games::sgf, calls::list, sheet::get,
        talk::chat, talk::note, talk::write_note,
        sanctions::mine, sanctions::seen, sanctions::appeal, sanctions::impose, sanctions::lift, sanctions::appeals,
        sanctions::decide, reports::make, reports::list, reports::get, reports::claim, reports::note, reports::close,
        reports::file, audit::search, staff::find, staff::list, staff::appoint, staff::reset_link, staff::operation, staff::operate,
        rooms::list, rooms::rule,
        health::alive, health::ready,
        show, docs::page, docs::part,
    ),
    components(schemas(games::State, protocol::TalkStream)),
    modifiers(&Bearer),
)]
struct Document;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        document.components.get_or_insert_default().add_security_scheme("bearer", scheme);
    }
}

/// The document as JSON text.
#[must_use]
pub fn document() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut document = serde_json::to_value(Document::openapi()).unwrap_or_default();
        name_problems(&mut document);
        document.to_string()
    })
}

/// Errors have a media type of their own, which no handler need repeat.
fn name_problems(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let is_problem = |content: &Value| content["schema"]["$ref"] == "#/components/schemas/Problem";
            if fields.get("application/json").is_some_and(is_problem)
                && let Some(content) = fields.remove("application/json")
            {
                fields.insert("application/problem+json".to_owned(), content);
            }
            fields.values_mut().for_each(name_problems);
        }
        Value::Array(items) => items.iter_mut().for_each(name_problems),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// This document.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "operation", responses((status = 200, body = Object)))]
pub(super) async fn show() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(document())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::endpoint;

    #[test]
    fn every_route_is_documented_and_every_documented_route_is_there() {
        let document: Value = serde_json::from_str(document()).expect("JSON");
        let mut documented = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let token = operation["security"].as_array().is_some_and(|list| !list.is_empty());
                documented.insert((path.clone(), method.to_uppercase(), token));
            }
        }
        let registered: BTreeSet<_> = endpoint::all()
            .map(|e| (e.path.to_owned(), e.method.to_string(), e.access.wants_token()))
            .collect();
        assert_eq!(documented, registered);
        assert!(registered.len() >= 20);
    }

    #[test]
    fn every_error_is_a_problem_document() {
        let document: Value = serde_json::from_str(document()).expect("JSON");
        let mut errors = 0;
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                for (status, answer) in operation["responses"].as_object().expect("answers") {
                    // Whoever operates it reads health as plain text.
                    if status.starts_with('2') || !path.starts_with("/api/") {
                        continue;
                    }
                    errors += 1;
                    let types: Vec<_> = answer["content"].as_object().expect("a body").keys().collect();
                    assert_eq!(types, ["application/problem+json"], "{method} {path} {status}");
                }
            }
        }
        assert!(errors > 50, "{errors}");
    }

    #[test]
    fn every_schema_that_is_named_is_there() {
        let document: Value = serde_json::from_str(document()).expect("JSON");
        let text = document.to_string();
        let named: BTreeSet<&str> =
            text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.contains("Session") && named.contains("Snapshot"), "{named:?}");
        for name in named {
            assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
        }
    }
}
