"""Where is an address, and what is at a point? The port, the Geoapify adapter, the offline gazetteer, the fake."""
