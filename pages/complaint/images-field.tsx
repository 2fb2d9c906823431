import { type ReactNode, useEffect, useRef } from 'react';
import type { complaintNextText } from '#content/messages/complaint-next.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import { Button } from '../ui/form/button.tsx';
import errorStyles from '../ui/form/field-error.module.css';
import { AddTile, ImageTiles, ImageTileView } from '../ui/form/image-tiles.tsx';
import type { ImageQueue, ImageTile } from './image-queue.ts';
import styles from './images-field.module.css';

/** The images of a complaint, three a row (COMP-2). Without script each button sends the form. */
export function ImagesField({
  queue,
  tiles,
  text,
}: {
  readonly queue: ImageQueue;
  readonly tiles: readonly ImageTile[];
  readonly text: TextsIn<typeof complaintNextText>;
}): ReactNode {
  const section = useRef<HTMLElement>(null);
  const take = (input: HTMLInputElement) => {
    queue.add(input.files ?? []);
    input.value = '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: takes what was chosen before script was there.
  useEffect(() => {
    const input = section.current?.querySelector<HTMLInputElement>('[type=file]');
    if (input) take(input);
  }, []);
  return (
    <section ref={section}>
      <div className={styles.head}>
        <h2 id="images">{text.images}</h2>
        <p className="hint num">
          {tiles.length}/{complaintImagesMax}
        </p>
      </div>
      <ImageTiles labelledBy="images">
        {tiles.map((tile, index) => (
          <ImageTileView
            key={tile.id}
            shown={tile.shown}
            name={fill(text.image, { number: index + 1 })}
            removeLabel={fill(text.remove, { number: index + 1 })}
            removeValue={tile.address}
            onRemove={() => queue.remove(tile.id)}
          >
            {tile.address ? (
              <input type="hidden" name="image" value={tile.address} />
            ) : tile.canRetry ? (
              <button type="button" onClick={() => queue.retry(tile.id)}>
                {text.retry}
              </button>
            ) : tile.failure ? null : (
              <progress
                max="100"
                value={tile.percent}
                aria-label={fill(text.uploading, { number: index + 1 })}
              />
            )}
          </ImageTileView>
        ))}
        <AddTile
          label={text.addImages}
          shortLabel={text.add}
          isDisabled={tiles.length >= complaintImagesMax}
          onFiles={take}
        />
      </ImageTiles>
      {tiles.map(
        ({ id, failure }, index) =>
          failure && (
            <p key={id} className={errorStyles.error}>
              {fill(text.image, { number: index + 1 })}: {failure}
            </p>
          ),
      )}
      <noscript>
        <div className={styles.upload}>
          <Button kind="second" name="intent" value="upload" formNoValidate>
            {text.upload}
          </Button>
        </div>
      </noscript>
      <p className="hint">{text.imagesHint}</p>
    </section>
  );
}
