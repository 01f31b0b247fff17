"""Slash commands: how are words after `/event` or `/contact` read, asked about, shown, edited, and carried out?"""
