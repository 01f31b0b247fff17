"""Web Push by our own sender: RFC 8030 (delivery), 8291 (encryption), 8292 (VAPID). UnifiedPush speaks the same."""
