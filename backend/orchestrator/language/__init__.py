"""What words mean: moods, claims, numbers, names, dates; pure code over English, Portuguese and Spanish."""
