//! Whose address a request comes from, and what is kept of it.
//!
//! `X-Forwarded-For` is believed only as far as the proxies that are named in the settings wrote it.
//! Deliberately absent: `Forwarded` and every other header that says the same.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::config::Config;
use crate::store::Device;

/// What a client says it is is kept up to this length.
const AGENT_CHARS: usize = 160;

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

/// What is kept of where a request comes from: the network, and the first characters of what the client says it is.
#[must_use]
pub fn device(request: &HttpRequest, config: &Config) -> Device {
    let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    // `to_str` lets visible ASCII and blanks through, each of one byte.
    let agent = agent.unwrap_or_default().chars().take(AGENT_CHARS).collect();
    Device { network: network(address(request, config)), agent }
}

/// The network that an address belongs to, which many share.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{}/24", Ipv4Addr::new(a, b, c, 0))
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
    }
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

    #[test]
    fn only_a_network_and_the_first_words_are_kept() {
        let config = Config::for_tests(std::path::Path::new("nowhere"));
        let kept = |peer: &str, agent: &[u8]| {
            let peer = std::net::SocketAddr::new(peer.parse().expect("an address"), 1);
            let agent = header::HeaderValue::from_bytes(agent).expect("a header");
            let request = TestRequest::default().peer_addr(peer).insert_header((header::USER_AGENT, agent));
            let Device { network, agent } = device(&request.to_http_request(), &config);
            (network, agent)
        };
        assert_eq!(kept("203.0.113.77", b"Go/1"), ("203.0.113.0/24".to_owned(), "Go/1".to_owned()));
        assert_eq!(kept("2001:db8:7:8::9", &[b'x'; 999]).0, "2001:db8:7::/48");
        assert_eq!(kept("::ffff:203.0.113.77", &[b'x'; 999]).1.len(), AGENT_CHARS);
        assert_eq!(kept("::1", "棋".as_bytes()), ("::/48".to_owned(), String::new()));
    }
}
