import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { currentPerson } from "../api/session";
import { bareRoutes, memberRoutes } from "./areas";
import { Failed } from "./Failed";
import { NotFound } from "./NotFound";
import { Shell } from "./Shell";

const SIGN_IN = "/sign-in";
const START = "/start"; // makes or joins a first team
const HOME = "/ask";

/** Only members of a team go on; everybody else is led to where they become one. */
async function membersOnly({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const person = await currentPerson();
  if (!person) return redirect(`${SIGN_IN}?next=${encodeURIComponent(pathname + search)}`);
  if (!person.team) return redirect(START);
  return null;
}

export const router = createBrowserRouter([
  ...bareRoutes.map((route) => ({ ...route, errorElement: <Failed /> })),
  {
    path: "/",
    element: <Shell />,
    loader: membersOnly,
    shouldRevalidate: () => false,
    errorElement: <Failed />,
    hydrateFallbackElement: <div aria-busy="true" />,
    children: [
      { index: true, loader: () => redirect(HOME) },
      // A page that fails leaves the shell standing.
      { errorElement: <Failed />, children: memberRoutes },
      { path: "*", element: <NotFound /> },
    ],
  },
]);
