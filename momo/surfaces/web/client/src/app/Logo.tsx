import { Anchor } from "@mantine/core";
import { Link } from "react-router";

export function Logo() {
  return (
    <Anchor component={Link} to="/ask" c="bright" fw={700} fz="lg" underline="never">
      Momo
    </Anchor>
  );
}
