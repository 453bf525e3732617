// The paths of the client's router, read off the React component that has it: the pages as they
// are, and not as somebody wrote them down.
() => {
  const root = document.getElementById("root");
  const waiting = [
    root[Object.keys(root).find((key) => key.startsWith("__reactContainer$"))],
  ];
  while (waiting.length) {
    const fiber = waiting.pop();
    const routes = fiber.memoizedProps?.router?.routes;
    if (routes) return routes.flatMap((route) => paths(route, ""));
    waiting.push(...[fiber.sibling, fiber.child].filter(Boolean));
  }
  throw new Error("no router found");

  function paths(route, above) {
    const here = route.path?.startsWith("/")
      ? route.path
      : join(above, route.path ?? "");
    if (route.children?.length)
      return route.children.flatMap((child) => paths(child, here));
    const leadsOn =
      route.loader && !route.lazy && !route.Component && !route.element;
    return leadsOn ? [] : [here];
  }

  function join(above, below) {
    return `${above.replace(/\/$/, "")}/${below}`.replace(/(.)\/$/, "$1");
  }
};
