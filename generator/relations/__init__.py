"""How incidents hang together: order, membership in terms, related incidents."""
