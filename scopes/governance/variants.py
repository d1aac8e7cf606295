"""Which characters a standardized variation selector U+FE00–FE0D may follow.

Source: the Unicode Character Database's StandardizedVariants.txt, 15.0, and the quotation marks of 16.0. The
Mongolian and emoji sequences of that file have rules of their own.
"""

import unicodedata
from functools import cache

from scopes.governance.code_points import ranges

_BASES = {
    0xFE00: """
        30 1000 1002 1004 1010-1011 1015 1019-101a 101c-101d 1022 1031 1075 1078 107a 1080 2018-2019 201c-201d 210b
        2110 2112 211b 212c 2130-2131 2133 2205 2229-222a 2268-2269 2272-2273 228a-228b 2293-2295 2297 229c
        22da-22db 2a3c-2a3d 2a9d-2a9e 2aac-2aad 2acb-2acc 3001-3002 a856 a85c a85e-a860 a868 aa60-aa66 aa6b-aa6c
        aa6f aa7a ff01 ff0c ff0e ff10 ff1a-ff1b ff1f 10ac5-10ac6 10ad6-10ad7 10ae1 13091-13092 1310f 1311c 13121
        13127 13139 131a0 131b1 131b8-131b9 131cb 131f9-131fa 1327f 13285 1328c 132aa 132cb 132dc 132e7 13307 1331b
        13322 1333b-1333c 13377-13378 13399-1339a 133d3 133f2 133f5-133f6 13403 13416 13419-1341a 13423 13443-13446
        1d49c 1d49e-1d49f 1d4a2 1d4a5-1d4a6 1d4a9-1d4ac 1d4ae-1d4b5
        """,
    0xFE01: """
        2018-2019 201c-201d 210b 2110 2112 211b 212c 2130-2131 2133 3001-3002 ff01 ff0c ff0e ff1a-ff1b ff1f 13093
        130a9 13187 131b1 131ee 131f8-131fa 13257 1327f 132a4 13308 13312-13314 1331b 13321-13322 13331 13419 1d49c
        1d49e-1d49f 1d4a2 1d4a5-1d4a6 1d4a9-1d4ac 1d4ae-1d4b5
        """,
    0xFE02: """
        13117 13139 13183 131a0 131ba 131ee 13216 1327b 132a4 132e7 132e9 132f8 132fd 13302-13303 13310-13314 1331c
        13321 13331 1334a 13361 13373 1337d 13385 133af-133b0 133bf 133dd 13419 1342c 1342e
        """,
}
# The file numbers the selectors of a unified ideograph in the order of the compatibility ideographs they stand for.
_COMPATIBILITY_IDEOGRAPHS = (range(0xF900, 0xFB00), range(0x2F800, 0x2FA20))


@cache
def standardized_sequences() -> frozenset[str]:
    """Every (base, selector) pair as a two-character string."""
    pairs = {chr(base) + chr(s) for s, table in _BASES.items() for a, b in ranges(table) for base in range(a, b + 1)}
    used: dict[str, int] = {}
    for point in (point for block in _COMPATIBILITY_IDEOGRAPHS for point in block):
        unified = unicodedata.decomposition(chr(point))
        if unified:
            pairs.add(chr(int(unified, 16)) + chr(0xFE00 + used.get(unified, 0)))
            used[unified] = used.get(unified, 0) + 1
    return frozenset(pairs)
