"""The parts of the page of procedures: the card of one, its form, a run of it, and the skills."""
