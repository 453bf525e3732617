import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "react-router";
import { InertText } from "./InertText";
import { memoryAddress } from "./memoryAddress";

interface Props extends AnchorProps {
  id: string;
  title: string;
  /** Where it may be another memory than a decision. */
  kind?: string;
}

/** The way to a decision, or to another memory, by its title. */
export function DecisionLink({ id, title, kind, ...props }: Props) {
  return (
    <Anchor component={Link} to={memoryAddress(id, kind)} inherit {...props}>
      <InertText>{title}</InertText>
    </Anchor>
  );
}
