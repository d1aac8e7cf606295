"""Work that is done after its request was answered. STRONG: every operation comes to one end, whoever dies meanwhile.

Input: the operations that wait in their scopes, found by the markers in `queue/`. Output: each operation's effect and
its end, in one commit; of one that takes long, each part of its effect with how far it has come. Effect of failure: the
operation waits, and whoever looks next goes on with it; what was asked of a model is never asked again.
"""
