import { useCallback, useEffect, useRef, useState } from "react";

/** A form that a button opens. When it closes the focus is on the button again. */
export function useOpenForm() {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => {
    setOpen(false);
    ref.current?.focus();
  }, []);
  return {
    isOpen,
    close,
    button: { ref, onClick: () => setOpen((open) => !open), "aria-expanded": isOpen },
  };
}

interface WithNodes {
  getInputNode: (name: string) => HTMLElement | null;
}

/** A form that appears takes the focus, at its first field. */
export function useFirstField({ getInputNode }: WithNodes, name: string): void {
  useEffect(() => getInputNode(name)?.focus(), [getInputNode, name]);
}
