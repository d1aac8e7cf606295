"""STRONG: files are the truth; an acknowledged write is durable and in the journal, another is whole or absent.

Input: a batch of changes and the scope's directory. Output: a commit, a snapshot, findings. Effect of failure: the
write is refused and the old state stands.
"""
