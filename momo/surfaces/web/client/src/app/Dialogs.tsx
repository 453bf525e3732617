import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { dialogsReady } from "../pieces/dialogs";

export default function Dialogs() {
  useEffect(() => dialogsReady(), []);
  return <ModalsProvider>{null}</ModalsProvider>;
}
