import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import { showToast } from '../toast.ts';
import { keepDraft, ownStorage, readDraft } from './draft.ts';
import { createImageQueue, type ImageQueue, type UploadedImage } from './image-queue.ts';
import { sendImage } from './send-image.ts';

/** What the images of a complaint are shown from. It travels in the page, so it is plain data. */
export interface ComplaintImagesProperties {
  /** Those that are uploaded already. */
  readonly images: readonly UploadedImage[];
  /** Where an image is sent (COMP-3); its parameters are the session's. */
  readonly uploadLink: string;
  /** Whose draft is kept. */
  readonly userId: string;
  /** `{number}` stands for the place of an image, from 1, `{name}` for the name of a file, `{reason}` for why it was refused. */
  readonly text: Readonly<
    Record<
      | 'images'
      | 'add'
      | 'addImages'
      | 'uploaded'
      | 'image'
      | 'remove'
      | 'retry'
      | 'uploading'
      | 'refused'
      | 'notUploaded'
      | 'unfinished'
      | 'imageTooLarge',
      string
    >
  >;
  /** Outlines on a field of 24 by 24. */
  readonly icons: { readonly add: string; readonly remove: string };
  /** Names of the styles, which the pages' build gives. */
  readonly classNames: Readonly<Record<string, string>>;
}

/**
 * The images of the complaint being written, three a row, each sent alone as soon as it is chosen (COMP-2, COMP-3). It
 * runs on the server, and as an island in the browser. Without script every button sends the form, and so do the files.
 */
export function ComplaintImages(properties: ComplaintImagesProperties): ReactNode {
  const { images, uploadLink, text, icons, classNames } = properties;
  const list = useRef<HTMLUListElement>(null);
  const [queue] = useState(() =>
    createImageQueue(images, {
      send: (file, options) => sendImage(uploadLink, file, { tooLarge: text.imageTooLarge, ...options }),
      preview: (file) => URL.createObjectURL(file),
      tell: (failure) => showToast(failure || text.uploaded),
      failureText: text.notUploaded,
    }),
  );
  const tiles = useSyncExternalStore(queue.subscribe, queue.tiles, queue.tiles);
  const refused = useSyncExternalStore(queue.subscribe, queue.refused, queue.refused);
  const sending = tiles.findIndex(({ address, failure }) => !address && !failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island comes to life.
  useEffect(() => attach(queue, list.current, properties), []);
  return (
    <>
      <div className={classNames.head}>
        <h2 id="images">{text.images}</h2>
        <p className="hint num">
          {tiles.length}/{complaintImagesMax}
        </p>
      </div>
      <ul className={classNames.grid} aria-labelledby="images" ref={list}>
        {tiles.map(({ id, address, shown, percent, failure }, index) => (
          <li className={classNames.tile} key={id}>
            {shown === null ? (
              <span className={classNames.unshown}>{numbered(text.image, index)}</span>
            ) : (
              <img src={shown} alt={numbered(text.image, index)} width="120" height="120" />
            )}
            <button
              className={classNames.remove}
              type="submit"
              name="remove"
              value={address}
              formNoValidate
              aria-label={numbered(text.remove, index)}
              onClick={(event) => {
                event.preventDefault();
                queue.remove(id);
              }}
            >
              <Icon path={icons.remove} />
            </button>
            {address ? (
              <input type="hidden" name="image" value={address} />
            ) : failure ? (
              <div className={classNames.status}>
                <button type="button" onClick={() => queue.retry(id)}>
                  {text.retry}
                </button>
              </div>
            ) : (
              <div className={classNames.status}>
                <progress max="100" value={percent} aria-label={numbered(text.uploading, index)} />
              </div>
            )}
          </li>
        ))}
        <li className={classNames.add}>
          <span aria-hidden="true">
            <Icon path={icons.add} />
          </span>
          <span aria-hidden="true">{text.add}</span>
          <label>
            <span className="sr">{text.addImages}</span>
            <input
              type="file"
              name="problemImage"
              accept="image/*"
              multiple
              disabled={tiles.length >= complaintImagesMax}
              onChange={(event) => takeChosen(queue, event.currentTarget)}
            />
          </label>
        </li>
      </ul>
      {tiles.map(
        ({ id, failure }, index) =>
          failure && (
            <p key={id} className={classNames.error}>
              {numbered(text.image, index)}: {failure}
            </p>
          ),
      )}
      {refused.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays.
        <p key={index} className={classNames.error}>
          {text.refused.replace('{name}', () => name).replace('{reason}', () => reason)}
        </p>
      ))}
      <p className="sr" role="status">
        {sending >= 0 && uploadingWords(text.uploading, sending, tiles[sending]?.percent ?? 0)}
      </p>
    </>
  );
}

/** What is read out of an upload: that it began, and that half of it is done. */
function uploadingWords(text: string, index: number, percent: number): string {
  return `${numbered(text, index)}${percent >= 50 ? ', 50 %' : ''}`;
}

function Icon({ path }: { readonly path: string }): ReactNode {
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

function numbered(text: string, index: number): string {
  return text.replace('{number}', String(index + 1));
}

/** Hands the files of a picker to the queue and empties it, so that the form does not send them again. */
function takeChosen(queue: ImageQueue, input: HTMLInputElement): void {
  queue.add(input.files ?? []);
  input.value = '';
}

/**
 * Ties the queue to the page: brings back the images of the draft and keeps them from then on (COMP-4), takes what was
 * chosen before, and stops a sending while images are on their way. Returns how to untie it.
 */
function attach(
  queue: ImageQueue,
  list: HTMLUListElement | null,
  { uploadLink, userId, text }: ComplaintImagesProperties,
): () => void {
  const draft = readDraft(userId, ownStorage(), Date.now());
  if (draft && queue.tiles().length === 0) {
    queue.restore(draft.images.map((address) => ({ address, shown: withSession(address, uploadLink) })));
  }
  const keep = (): void => {
    const images = queue.tiles().flatMap(({ address }) => (address ? [address] : []));
    keepDraft(userId, { images }, ownStorage(), Date.now());
  };
  keep();
  const stopKeeping = queue.subscribe(keep);
  const input = list?.querySelector<HTMLInputElement>('[type=file]');
  if (input) takeChosen(queue, input);
  const holdBack = (event: Event): void => {
    if (event.target !== list?.closest('form') || queue.tiles().every(({ address }) => address)) return;
    event.preventDefault();
    showToast(text.unfinished);
  };
  // On the way down to the form, before it is sent.
  document.addEventListener('submit', holdBack, true);
  return () => {
    stopKeeping();
    document.removeEventListener('submit', holdBack, true);
  };
}

/** An image of our own service needs the session in its address, which the upload's link has. */
function withSession(address: string, uploadLink: string): string {
  if (!address.startsWith('/')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${uploadLink.split('?')[1]}`;
}
