// What a page must not hold after hostile text was shown on it. Returns what it found.
async (elsewhere) => {
  const page = document.scrollingElement;
  // A chart follows the size of its window a moment later.
  for (let left = 40; left && page.scrollWidth > innerWidth; left--)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const all = (selector) => [...document.querySelectorAll(selector)];
  const made = all(
    "script:not([nonce]):not([src]), iframe, object, embed, svg a, img[src^=http], " +
      "form[action^=http], [onerror], [onload], [onclick]",
  );
  const links = all("a[href]").map((link) => link.getAttribute("href"));
  const sources = all("[src], link[href]").map(
    (element) => element.src || element.href,
  );
  return [
    window.__trapped && "a payload was carried out",
    page.scrollWidth > innerWidth &&
      `wider than the window: ${page.scrollWidth} of ${innerWidth}`,
    document.body.innerText.match(/.{0,40}[\u202A-\u202E\u2066-\u2069\u200B]/u)?.[0],
    ...made.map((element) => `an element: ${element.outerHTML.slice(0, 80)}`),
    ...links
      .filter((href) => !/^(https?:|mailto:|\/|#|blob:)/i.test(href))
      .map((href) => `a link: ${href.slice(0, 80)}`),
    ...sources
      .filter((address) => address.startsWith(elsewhere))
      .map((each) => `loaded: ${each}`),
  ].filter(Boolean);
};
