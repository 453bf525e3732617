"""Commitments: who must do what by when, and what says that it is done."""
