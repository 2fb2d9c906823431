import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import errorStyles from '#ui/form/field-error.module.css';
import gridStyles from '#ui/form/image-grid.module.css';
import { closeIcon, Icon, plusIcon } from '#ui/frame/icons.tsx';
import styles from './complaint-form.module.css';
import { browserStorage, keepDraft, readDraft } from './draft.ts';
import type { ImageQueue } from './image-queue.ts';

/** `{number}` is an image's place from 1, `{name}` a file's name, `{reason}` why it was refused. */
export type ComplaintImagesText = Readonly<
  Record<
    | ('images' | 'add' | 'addImages' | 'uploaded' | 'image' | 'remove')
    | ('retry' | 'uploading' | 'refused' | 'imageTooLarge'),
    string
  >
>;

interface ComplaintImagesProperties {
  readonly queue: ImageQueue;
  readonly uploadLink: string;
  readonly userId: string;
  readonly isHeld: boolean;
  readonly text: ComplaintImagesText;
}

/** The images of a draft, three a row; each uploads as soon as it is chosen (COMP-2, COMP-3). */
export function ComplaintImages(properties: ComplaintImagesProperties): ReactNode {
  const { queue, isHeld, text } = properties;
  const picker = useRef<HTMLInputElement>(null);
  const tiles = useSyncExternalStore(queue.subscribe, queue.tiles, queue.tiles);
  const refused = useSyncExternalStore(queue.subscribe, queue.refused, queue.refused);
  const sending = tiles.findIndex(({ address, failure }) => !address && !failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island comes to life.
  useEffect(() => attach(properties, picker.current), []);
  return (
    <div className="stack">
      <div className={styles.head}>
        <h2 id="images">{text.images}</h2>
        <p className="hint num">
          {tiles.length}/{complaintImagesMax}
        </p>
      </div>
      <ul className={gridStyles.grid} aria-labelledby="images">
        {tiles.map(({ id, address, previewAddress, percent, failure }, index) => (
          <li className={gridStyles.tile} key={id}>
            {previewAddress === null ? (
              <span className={styles.unshown}>{numbered(text.image, index)}</span>
            ) : (
              <img src={previewAddress} alt={numbered(text.image, index)} width="120" height="120" />
            )}
            <button
              className={styles.remove}
              type="submit"
              name="remove"
              value={address}
              formNoValidate
              disabled={isHeld}
              aria-label={numbered(text.remove, index)}
              onClick={(event) => {
                event.preventDefault();
                queue.remove(id);
              }}
            >
              <Icon path={closeIcon} />
            </button>
            {address ? (
              <input type="hidden" name="image" value={address} />
            ) : failure ? (
              <div className={styles.status}>
                <button type="button" onClick={() => queue.retry(id)}>
                  {text.retry}
                </button>
              </div>
            ) : (
              <div className={styles.status}>
                <progress max="100" value={percent} aria-label={numbered(text.uploading, index)} />
              </div>
            )}
          </li>
        ))}
        <li className={styles.add}>
          <span aria-hidden="true">
            <Icon path={plusIcon} />
          </span>
          <span aria-hidden="true">{text.add}</span>
          <label>
            <span className="sr">{text.addImages}</span>
            <input
              ref={picker}
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
            <p key={id} className={errorStyles.error}>
              {numbered(text.image, index)}: {failure}
            </p>
          ),
      )}
      {refused.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays.
        <p key={index} className={errorStyles.error}>
          {text.refused.replace('{name}', () => name).replace('{reason}', () => reason)}
        </p>
      ))}
      <p className="sr" role="status">
        {sending >= 0 && uploadingWords(text.uploading, sending, tiles[sending]?.percent ?? 0)}
      </p>
    </div>
  );
}

/** Screen readers hear of the start and of the half of an upload. */
function uploadingWords(text: string, index: number, percent: number): string {
  return `${numbered(text, index)}${percent >= 50 ? ', 50 %' : ''}`;
}

function numbered(text: string, index: number): string {
  return text.replace('{number}', String(index + 1));
}

/** Hands chosen files to the queue and empties the picker, so that the form does not send them again. */
function takeChosen(queue: ImageQueue, input: HTMLInputElement): void {
  queue.add(input.files ?? []);
  input.value = '';
}

/** Restores the draft's images, stores later changes (COMP-4) and takes files chosen before hydration. @returns how to stop. */
function attach(
  { queue, uploadLink, userId }: ComplaintImagesProperties,
  picker: HTMLInputElement | null,
): () => void {
  const draft = readDraft(userId, browserStorage(), Date.now());
  if (draft && queue.tiles().length === 0) {
    queue.restore(
      draft.images.map((address) => ({ address, previewAddress: withSession(address, uploadLink) })),
    );
  }
  const keep = (): void => {
    const images = queue.tiles().flatMap(({ address }) => (address ? [address] : []));
    keepDraft(userId, { images }, browserStorage(), Date.now());
  };
  keep();
  const stopKeeping = queue.subscribe(keep);
  if (picker) takeChosen(queue, picker);
  return stopKeeping;
}

/** Adds the session to an image address of our own service; the upload's link carries it. */
function withSession(address: string, uploadLink: string): string {
  if (!address.startsWith('/')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${uploadLink.split('?')[1]}`;
}
