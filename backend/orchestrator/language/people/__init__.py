"""Whom words mean without a name: relations, kin, groups, the speaker."""
