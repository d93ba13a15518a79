/// A loopback HTTP server for tests.
public final class TestServer: Sendable {}
