import Testing

@Test func `the test target builds`() {
    #expect(Bool(true))
}
