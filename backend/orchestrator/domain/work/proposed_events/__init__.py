"""Which events does Steward propose to the user, by where they stayed?"""
