// Told before the first Tab: what a keyboard must reach, and how each of it looks unfocused.
() => {
  const RING_AROUND = 4; // what has the ring of a field may stand so far around it
  const SELECTOR =
    "a[href], button, input, select, textarea, summary, [tabindex]";
  document.body.tabIndex = -1;
  document.body.focus(); // the first Tab begins at the top
  const looks = new Map(
    [...document.querySelectorAll(SELECTOR)].filter(isForKeys).map(lookOf),
  );
  let last = null;
  const unreached = new Set(looks.keys());
  window.__walking = { step, left: () => [...unreached].map(nameOf) };

  function isForKeys(element) {
    const isShown = element.checkVisibility({ visibilityProperty: true });
    const isOff =
      element.disabled || element.closest("[inert], [aria-hidden=true]");
    return element.tabIndex >= 0 && isShown && !isOff && !isOtherRadio(element);
  }

  // Of a group of radio buttons, Tab reaches one, and the arrow keys the others.
  function isOtherRadio(element) {
    if (element.type !== "radio" || element.checked) return false;
    const group = [...document.getElementsByName(element.name)];
    return group.some((each) => each.checked) || group[0] !== element;
  }

  function lookOf(element) {
    const parts = [element, element.nextElementSibling];
    let around = element;
    for (let up = 0; up < RING_AROUND && around; up++)
      parts.push((around = around.parentElement));
    return [element, parts.filter(Boolean).map(styleOf).join("\n")];
  }

  function styleOf(element) {
    const style = getComputedStyle(element);
    const ring = style.outlineStyle === "none" ? "" : style.outline;
    return [
      ring,
      style.boxShadow,
      style.borderColor,
      style.backgroundColor,
      style.transform,
    ].join();
  }

  // What is focused now; null where focus has left the page or come round.
  function step() {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const isNew = unreached.delete(element);
    // A date has fields of its own; and a list draws its rows where one is.
    if (element === last || !looks.has(element))
      return { name: nameOf(element), isShown: true };
    last = element;
    if (!isNew) return null;
    return {
      name: nameOf(element),
      isShown: lookOf(element)[1] !== looks.get(element),
    };
  }

  function nameOf(element) {
    return (element.ariaLabel || element.innerText || element.outerHTML)
      .trim()
      .slice(0, 80);
  }
};
