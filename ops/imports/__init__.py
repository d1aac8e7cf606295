"""Imports: files of other systems brought into a scope part by part, by operations of the queue.

What comes in is taken for hostile. One that is stopped, killed or repeated adds nothing twice and leaves nothing out.
"""
