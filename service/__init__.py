"""HTTP only: who may call, what a request means, how an answer looks. Every rule of memory lies in `scopes`.

Guarantee: no route is reachable without a declared audience, and a scope outside a key's grants answers exactly like
one that is missing.
"""
