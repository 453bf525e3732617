"""Compaction: what is old and alike gets one summary that leads to it.

The originals stay as they are, found and linked as before; the summary comes beside them. It is a
function of its originals: it goes with any that is erased or hidden, and is made anew once they
have changed.
"""
