"""The demo team's services, played on this machine: what they wrote of late, and what they go on to
write while somebody watches."""
