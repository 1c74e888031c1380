"""Tests of the finished public library by its files."""
