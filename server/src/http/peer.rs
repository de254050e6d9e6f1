//! Whose address a request comes from.
//!
//! `X-Forwarded-For` is believed only as far as the proxies that are named in the settings wrote it.
//! Deliberately absent: `Forwarded` and every other header that says the same.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::config::Config;

/// The address of whoever sent a request.
#[must_use]
pub fn address(request: &HttpRequest, config: &Config) -> IpAddr {
    let trusted = |address: IpAddr| config.trusted_proxies.iter().any(|net| net.contains(address));
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
    let lines: Vec<&str> =
        request.headers().get_all(header::X_FORWARDED_FOR).filter_map(|line| line.to_str().ok()).collect();
    // Each proxy adds whom it heard from at the end: go back from there while those are our own proxies.
    let mut address = peer;
    for entry in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        if !trusted(address) {
            break;
        }
        let Ok(before) = entry.trim().parse::<IpAddr>() else { break };
        address = before.to_canonical();
    }
    address
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn heard(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut config = Config::for_tests(std::path::Path::new("nowhere"));
        config.trusted_proxies = trusted.iter().map(|net| net.parse().expect("a network")).collect();
        let peer = std::net::SocketAddr::new(peer.parse().expect("an address"), 1);
        let request = forwarded.iter().fold(TestRequest::default().peer_addr(peer), |request, line| {
            request.append_header((header::X_FORWARDED_FOR, *line))
        });
        address(&request.to_http_request(), &config).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(heard("9.9.9.9", &["1.1.1.1"], &[]), "9.9.9.9");
        assert_eq!(heard("10.0.0.1", &["1.1.1.1"], &["10.0.0.0/8"]), "1.1.1.1");
        assert_eq!(
            heard("10.0.0.1", &["6.6.6.6, 1.1.1.1"], &["10.0.0.0/8"]),
            "1.1.1.1",
            "the client wrote the first"
        );
        assert_eq!(heard("10.0.0.1", &["6.6.6.6", "1.1.1.1, 10.0.0.2"], &["10.0.0.0/8"]), "1.1.1.1");
        assert_eq!(heard("10.0.0.1", &[], &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(heard("10.0.0.1", &["nonsense"], &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(heard("::ffff:10.0.0.1", &["2001:db8::1"], &["10.0.0.1"]), "2001:db8::1");
    }
}
