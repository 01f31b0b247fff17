"""What is told of what is ahead (plans, appointments, journeys, guests), and the requests that follow from it."""
