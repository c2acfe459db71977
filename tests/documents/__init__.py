"""Tests of the document model and its renderers."""
