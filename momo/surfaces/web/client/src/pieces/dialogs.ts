import { modals } from "@mantine/modals";

const wanted = Promise.withResolvers<undefined>();
const ready = Promise.withResolvers<undefined>();

async function once(open: () => void): Promise<void> {
  wanted.resolve(undefined);
  await ready.promise;
  open();
}

/** Dialogs over the page. What draws them is loaded with the first that is opened. */
export const dialogs = {
  open: (dialog: Parameters<typeof modals.open>[0]) => void once(() => modals.open(dialog)),
  confirm: (dialog: Parameters<typeof modals.openConfirmModal>[0]) =>
    void once(() => modals.openConfirmModal(dialog)),
  closeAll: () => modals.closeAll(),
};

/** For what draws them: when it is wanted, and to say that it is there. */
export const dialogsWanted = wanted.promise;
export const dialogsReady = () => ready.resolve(undefined);
