"""What comes in by hearing, seeing and moving, over HTTP: meetings, voices, photos, locations, stays."""
