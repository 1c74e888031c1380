"""Tests of the finished public library in a browser."""
