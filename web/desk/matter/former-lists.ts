import { matterKinds } from '#domain/matter/matter.ts';
import type { Mountable } from '#pages/screen.tsx';
import type { DeskDependencies } from '../dependencies.ts';
import { deskScreen } from '../desk-screen.tsx';
import { formerLists } from '../paths.ts';
import { queueAddress } from './queue-address.ts';

/** Filters of earlier lists, by their name in the queue. */
const shown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mine: { with: 'me' },
  past: { past: 'yes' },
};
const open = ['', 'open', 'waiting'];

export const formerListScreens: Readonly<Record<string, (dependencies: DeskDependencies) => Mountable>> =
  Object.fromEntries(
    matterKinds.flatMap((kind) =>
      Object.keys(formerLists)
        .filter((path) => formerLists[path] === kind)
        .map((path) => [
          `desk/matter/queue#former-${kind}`,
          deskScreen({
            path,
            needs: 'see-loans',
            load(desk) {
              const part = desk.parameter('show');
              const state = shown[part] ?? (open.includes(part) ? {} : { show: 'ended' });
              return desk.goTo(queueAddress({ kind, ...state }));
            },
            title: () => '',
            page: () => null,
          }),
        ]),
    ),
  );
