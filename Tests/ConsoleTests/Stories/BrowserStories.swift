import Testing

/// Stories in a real browser, one after the other, because a browser keeps more than one core busy.
@Suite(
    "The console in a browser", .serialized,
    .enabled(if: BrowserKind.chosen.isInstalled, "needs Chromium and chromedriver, or Firefox"),
    .timeLimit(.minutes(3)))
enum BrowserStories {}
