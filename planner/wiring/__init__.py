"""The wiring of a plan: from its site and build to the planner's problem, and from the answer to an edit.

Stands above ``facility`` (which plans any wiring) and ``assess`` (which knows the figures of the lines).
"""
