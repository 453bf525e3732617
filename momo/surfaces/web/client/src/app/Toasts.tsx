import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export default function Toasts() {
  return <Notifications position="bottom-right" />;
}
