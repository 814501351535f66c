/// The Firefoxes that all tests share. There are as many as have been in use at a time.
actor FirefoxPool {
    static let shared = FirefoxPool()

    private var idle: [FirefoxDriver] = []

    /// A Firefox that nobody uses.
    func take() -> FirefoxDriver { idle.popLast() ?? FirefoxDriver() }

    /// Lets others use it.
    func giveBack(_ driver: FirefoxDriver) { idle.append(driver) }
}
