"""Tender parameters: neutral requirements derived from the need and from the build, their wording, and brand words."""
