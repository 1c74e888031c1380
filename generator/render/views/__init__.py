"""What each page type shows, as frozen records that the templates read."""
