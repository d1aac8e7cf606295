"""From what was said to what is worth keeping. BEST EFFORT: it may be wrong or miss things; it is never destructive.

What it proposes goes through the same writing path as everything else: nothing is stored unscrubbed, an older version
goes to the archive, and the turns stand whatever comes of them.
"""
