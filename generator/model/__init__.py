"""What an incident library consists of: frozen records, without input or output."""
