"""Webhooks go to public servers alone, over TLS, and to the address that was looked at."""

import socket
from ipaddress import ip_address

import pytest

from lifecycle.hooks.addresses import BadAddress, Rules, check, resolve

PUBLIC = Rules()
OWN_MACHINE = Rules(private=True, plain=True)


@pytest.fixture
def named(monkeypatch):
    """Have every name resolve to these."""

    def resolving(*ips):
        found = [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, 1, 6, "", (ip, 443)) for ip in ips
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)

    return resolving


@pytest.mark.parametrize(
    "url",
    [
        "http://momo.example/hook",
        "ftp://momo.example/hook",
        "//momo.example/hook",
        "https://",
        "https:///hook",
        "https://user:password@momo.example/hook",
        "https://@momo.example/hook",
        "https://momo.example/hook#part",
        "https://momo.example:99999/hook",
        "https://momo.example/a b",
        "https://momo.example\\@127.0.0.1/",
        "https://[::1/",
        "https://münchen.example/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data/",
        "javascript:alert(1)",
        "",
    ],
)
def test_what_is_no_public_address_is_refused_when_it_is_entered(url):
    with pytest.raises(BadAddress):
        check(url, PUBLIC)


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1", "127.8.9.1", "0.0.0.0",  # noqa: S104
         "10.1.2.3", "172.16.0.9", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.7", "198.18.0.1", "224.0.0.1",
        "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254",
        "ff02::1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe",
        "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::1", "::7f00:1", "2001:db8::1",
        "64:ff9b:1::a00:1", "64:ff9b:1:7f00:0:100:5db8:d822",
    ],
)  # fmt: skip
def test_a_name_that_leads_inside_is_refused(named, ip):
    named(ip)
    with pytest.raises(BadAddress):
        resolve("https://momo.example/hook", PUBLIC)


@pytest.mark.parametrize("ip", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_public_servers_are_allowed(named, ip):
    named(ip)
    assert resolve("https://momo.example/hook", PUBLIC).ip == ip_address(ip)


def test_one_address_inside_among_public_ones_is_enough_to_refuse(named):
    named("93.184.216.34", "10.0.0.1")
    with pytest.raises(BadAddress):
        resolve("https://momo.example/hook", PUBLIC)


def test_the_resolved_address_is_connected_to_under_the_name(named):
    named("93.184.216.34")
    target = resolve("https://momo.example:8443/hook?a=1", PUBLIC)
    assert target.url == "https://93.184.216.34:8443/hook?a=1"
    assert (target.host, target.authority) == ("momo.example", "momo.example:8443")


@pytest.mark.parametrize("ip", ["127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd00::5"])
def test_an_operator_may_allow_what_is_inside(named, ip):
    named(ip)
    assert resolve("http://momo.example/hook", OWN_MACHINE).ip == ip_address(ip)


@pytest.mark.parametrize("ip", ["169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1"])  # noqa: S104
def test_where_a_cloud_hands_out_its_keys_is_never_allowed(named, ip):
    named(ip)
    with pytest.raises(BadAddress):
        resolve("http://momo.example/hook", OWN_MACHINE)


def test_production_takes_no_plain_http_even_where_what_is_inside_is_allowed():
    with pytest.raises(BadAddress):
        check("http://10.0.0.1/hook", Rules(private=True))
