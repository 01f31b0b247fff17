"""The image of the Dockerfile, built without a daemon and tried (make test-image)."""
