/** An element of the page that is always there. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page lacks #${id}.`);
  return found as E;
}

/** A new element in another one, with text that is nothing but text. */
export function put<Name extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** An entry of a list that leads to a node. */
export function link(list: HTMLElement, text: string, onClick: () => void): void {
  const button = put(put(list, "li"), "button", text);
  button.type = "button";
  button.addEventListener("click", onClick);
}
