// How a page came: times in ms from the navigation on, bytes as they went over the wire.
() => {
  const entries = (type) => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type, buffered: true });
    return observer.takeRecords();
  };
  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  const files = performance.getEntriesByType("resource");
  const bytes = (ending) =>
    sum(files.filter((file) => file.name.endsWith(ending)).map((file) => file.encodedBodySize));
  return {
    first_paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    largest_paint: Math.max(...entries("largest-contentful-paint").map((entry) => entry.startTime)),
    shift: sum(
      entries("layout-shift")
        .filter((entry) => !entry.hadRecentInput)
        .map((entry) => entry.value),
    ),
    // What of each long task goes beyond 50 ms: for so long the page did not answer.
    blocked: sum(entries("longtask").map((entry) => entry.duration - 50)),
    script: bytes(".js"),
    style: bytes(".css"),
    requests: files.length,
  };
};
