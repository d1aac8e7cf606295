"""Time words of Chinese and English questions, and the days they mean.

Floor: a time that is not understood is not a time. What can be read in two ways is left alone, since a wrong window
hides what was asked for, and none hides nothing.
"""
