"""The user's rules: laid down, shown before they hold, ended, and where they are looked up."""
