import { orphanImageHours } from '#domain/complaint/complaint.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { forgetLooseImages, knownNames } from './image-store.ts';

type Swept = Pick<LendingDependencies, 'database' | 'clock' | 'files'>;

const namesAtOnce = 500;

function orphansBefore({ clock }: Swept): Date {
  return new Date(clock.now().getTime() - orphanImageHours * 60 * 60 * 1000);
}

/** Deletes the images that no complaint took up within a day, and gives how many. */
export async function sweepLooseImages(dependencies: Swept): Promise<number> {
  const names = await forgetLooseImages(dependencies.database, orphansBefore(dependencies));
  for (const name of names) await dependencies.files.delete(name);
  return names.length;
}

/** Deletes the files that a failure between keeping and noting left without an owner, and gives how many. */
export async function sweepLostFiles(dependencies: Swept): Promise<number> {
  const { database, files } = dependencies;
  const names = await files.listOlderThan(orphansBefore(dependencies));
  let lost = 0;
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const some = names.slice(start, start + namesAtOnce);
    const known = await knownNames(database, some);
    for (const name of some.filter((each) => !known.has(each))) {
      await files.delete(name);
      lost += 1;
    }
  }
  return lost;
}
