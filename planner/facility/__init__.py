"""The room's side of a purchase: power, circuits, UPS, cooling, air, rack, noise, network, energy.

Each module is a set of ``Formula`` records; checks and documents trace them, matrices call them bare.
"""
