"""Which types of decision a rule may end. Pure."""

# What stays so until something else is decided; what is no decision has no type.
STANDING = frozenset({"selection", "direction", "approval", "prioritization", "negotiation", ""})
# A meeting that was confirmed or work that was promised can be called off, too.
CANCELABLE = STANDING | {"confirmation", "commitment", "delegation"}
ENDING = frozenset({"cancellation", "rejection"})
