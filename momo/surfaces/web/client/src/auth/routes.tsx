import { type LoaderFunctionArgs, redirect, type RouteObject } from "react-router";
import { currentPerson } from "../api/session";
import { nextOf } from "./arriving";

const waiting = <div aria-busy="true" />;

/** Whoever is in already does not sign in again. */
async function strangersOnly({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  return (await currentPerson()) ? redirect(nextOf({ search, state: null })) : null;
}

async function openForSignUp(args: LoaderFunctionArgs) {
  const { isOpenForSignUp } = await import("./flows");
  return (await strangersOnly(args)) ?? (await isOpenForSignUp());
}

async function peopleOnly() {
  return (await currentPerson()) ?? redirect("/sign-in?next=/start");
}

const pages: RouteObject[] = [
  {
    path: "/sign-in",
    loader: strangersOnly,
    lazy: async () => ({ Component: (await import("./SignIn")).SignIn }),
  },
  {
    path: "/sign-up",
    loader: openForSignUp,
    lazy: async () => ({ Component: (await import("./SignUp")).SignUp }),
  },
  {
    path: "/verify-address",
    lazy: async () => ({ Component: (await import("./VerifyAddress")).VerifyAddress }),
  },
  {
    path: "/forgot-password",
    lazy: async () => ({ Component: (await import("./ForgotPassword")).ForgotPassword }),
  },
  {
    path: "/reset-password",
    lazy: async () => ({ Component: (await import("./ResetPassword")).ResetPassword }),
  },
  {
    path: "/join",
    lazy: async () => ({ Component: (await import("./Join")).Join }),
  },
  {
    path: "/start",
    loader: peopleOnly,
    lazy: async () => ({ Component: (await import("./Start")).Start }),
  },
];

export const bareRoutes = pages.map((page) => ({ ...page, hydrateFallbackElement: waiting }));
