"""The demo team: six months of an invented company, told in the formats of real tools."""
