import Testing

/// Stories in a real browser, one after the other, because a browser keeps more than one core busy.
@Suite(
    "The console in a browser", .serialized,
    .enabled(if: ChromeDriver.isInstalled, "needs Chromium and chromedriver"),
    .timeLimit(.minutes(3)))
enum BrowserStories {}
