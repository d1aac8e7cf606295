"""The lines of a scope: what each takes in and how it becomes items. Chat is here; each is independent of the others.

Input: what an app sends. Output: changes for `Scope.write`. Effect of failure: the request is refused whole.
"""
