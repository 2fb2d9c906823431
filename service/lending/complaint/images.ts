import type { Queryable } from '#db/database.ts';
import { orphanImageHours } from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { imageAddressOf } from './image-address.ts';
import {
  countUnattachedImages,
  forgetUnattachedImages,
  type ImageOwner,
  insertImage,
  knownNames,
} from './store.ts';

export const uploadLimitBytes = 9 * 1024 * 1024;

export const imageBodyLimitBytes = 12 * 1024 * 1024;

/** Most unattached images of an owner: four times what one complaint can have. */
const looseImagesMax = 36;

type Swept = Pick<LendingDependencies, 'database' | 'clock' | 'files'>;

const namesAtOnce = 500;

/**
 * Re-encodes and stores an image. @returns its name. @throws CodedError with the reason of a refusal; 'too-many-requests' for too many
 * unused ones.
 */
export async function keepImage(
  database: Queryable,
  { clock, files, imageCleaner }: Pick<LendingDependencies, 'clock' | 'files' | 'imageCleaner'>,
  bytes: Uint8Array,
  owner: ImageOwner,
): Promise<string> {
  if ((await countUnattachedImages(database, owner)) >= looseImagesMax)
    throw new CodedError('too-many-requests');
  const name = await files.put(await imageCleaner.clean(bytes));
  try {
    await insertImage(database, name, owner, clock.now());
  } catch (error) {
    await files.delete(name);
    throw error;
  }
  return name;
}

/** Takes a borrower's image and gives its address (COMP-3); ignores the name of the file. */
export async function uploadImage(
  context: BorrowerContext,
  { image }: { readonly image: File },
): Promise<{ link: string }> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  const owner = { borrowerId: context.borrower.id, sentBy: 'borrower' } as const;
  const name = await keepImage(context.database, context, bytes, owner);
  return { link: imageAddressOf(name) };
}

function orphansBefore({ clock }: Swept): Date {
  return new Date(clock.now().getTime() - orphanImageHours * 60 * 60 * 1000);
}

/** Deletes images that were not attached within a day. @returns how many. */
export async function sweepUnattachedImages(dependencies: Swept): Promise<number> {
  const names = await forgetUnattachedImages(dependencies.database, orphansBefore(dependencies));
  for (const name of names) await dependencies.files.delete(name);
  return names.length;
}

/** Deletes files without a row, which a failure between both writes leaves. @returns how many. */
export async function sweepLostFiles(dependencies: Swept): Promise<number> {
  const { database, files } = dependencies;
  const names = await files.listOlderThan(orphansBefore(dependencies));
  let lost = 0;
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const some = names.slice(start, start + namesAtOnce);
    const nameList = await knownNames(database, some);
    for (const name of some.filter((each) => !nameList.has(each))) {
      await files.delete(name);
      lost += 1;
    }
  }
  return lost;
}
