"""Skills: folders of instructions that the user took in, read and approved as they stand, told on demand."""
