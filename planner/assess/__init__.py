"""The assessment: what a plan's alternative draws, costs, needs and fits, and what the checks find."""
