import { CodedError } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { imageAddressOf } from './image-address.ts';
import { countLooseImages, type ImageOwner, insertImage } from './image-store.ts';

/** Room for an image and what multipart puts around it. */
export const uploadLimitBytes = 9 * 1024 * 1024;

/** Most images of an owner that no complaint has taken up, four times what one complaint can have. */
const looseImagesMax = 36;

/**
 * Makes an image anew, keeps it, and gives its name.
 * @throws CodedError with the reason an image is refused for; 'too-many-requests' for too many unused ones.
 */
export async function keepImage(
  { database, clock, files, imageCleaner }: LendingDependencies,
  bytes: Uint8Array,
  owner: ImageOwner,
): Promise<string> {
  if ((await countLooseImages(database, owner)) >= looseImagesMax) throw new CodedError('too-many-requests');
  const name = await files.put(await imageCleaner.clean(bytes));
  try {
    await insertImage(database, name, owner, clock.now());
  } catch (error) {
    await files.delete(name);
    throw error;
  }
  return name;
}

/** Takes an image that a borrower sends and gives its address (COMP-3); the file's own name is never looked at. */
export async function uploadImage(
  context: BorrowerContext,
  { image }: { readonly image: File },
): Promise<{ link: string }> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  const name = await keepImage(context, bytes, { borrowerId: context.borrower.id, sentBy: 'borrower' });
  return { link: imageAddressOf(name) };
}
