"""What is published: each module plans outputs of one kind."""
