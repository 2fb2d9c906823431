import { type ReactNode, useEffect, useState } from 'react';
import { fill } from '#content/text-pack.ts';
import { Rows } from '../ui/figures/rows.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import styles from './device-probes.module.css';
import type { PreviewText } from './preview-text.ts';

/** What the device offers a page: a photo, the location, the offer to install (TEST-1). Only the photo works without script. */
export function DeviceProbes({ text }: { readonly text: PreviewText }): ReactNode {
  return (
    <section>
      <h2>{text.probesTitle}</h2>
      <PhotoProbe text={text} />
      <div className="js stack">
        <LocationProbe text={text} />
        <InstallProbe text={text} />
      </div>
    </section>
  );
}

function PhotoProbe({ text }: { readonly text: PreviewText }): ReactNode {
  const [photo, setPhoto] = useState<{ readonly name: string; readonly address: string }>();
  useEffect(() => photo && (() => URL.revokeObjectURL(photo.address)), [photo]);
  return (
    <>
      <Field
        id="photo"
        type="file"
        accept="image/*"
        label={text.photo}
        onChange={({ target }) => {
          const file = target.files?.[0];
          setPhoto(file && { name: file.name, address: URL.createObjectURL(file) });
        }}
      />
      {photo && (
        <figure className={styles.photo}>
          <img src={photo.address} alt="" />
          <figcaption>{fill(text.photoChosen, { name: photo.name })}</figcaption>
        </figure>
      )}
    </>
  );
}

type Whereabouts =
  | { readonly note: string }
  | { readonly longitude: number; readonly latitude: number }
  | undefined;

function LocationProbe({ text }: { readonly text: PreviewText }): ReactNode {
  const [found, setFound] = useState<Whereabouts>();
  const locate = (): void => {
    if (!('geolocation' in navigator)) {
      setFound({ note: text.locationUnsupported });
      return;
    }
    setFound({ note: text.locating });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => setFound({ longitude, latitude }),
      () => setFound({ note: text.locationRefused }),
      { timeout: 20_000 },
    );
  };
  return (
    <>
      <Button kind="second" type="button" onClick={locate}>
        {text.locate}
      </Button>
      <div role="status">
        {found && 'note' in found && <p>{found.note}</p>}
        {found && 'longitude' in found && (
          <Rows
            rows={[
              { label: text.longitude, value: found.longitude },
              { label: text.latitude, value: found.latitude },
            ]}
          />
        )}
      </div>
    </>
  );
}

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

function InstallProbe({ text }: { readonly text: PreviewText }): ReactNode {
  const [offer, setOffer] = useState<InstallEvent>();
  const [isAccepted, setIsAccepted] = useState(false);
  useEffect(() => {
    const keep = (event: Event): void => {
      event.preventDefault();
      setOffer(event as InstallEvent);
    };
    window.addEventListener('beforeinstallprompt', keep);
    return () => window.removeEventListener('beforeinstallprompt', keep);
  }, []);
  const install = async (event: InstallEvent): Promise<void> => {
    setOffer(undefined);
    await event.prompt();
    setIsAccepted((await event.userChoice).outcome === 'accepted');
  };
  if (offer) {
    return (
      <Button kind="second" type="button" onClick={() => install(offer)}>
        {text.install}
      </Button>
    );
  }
  return <p className="hint">{isAccepted ? text.installAccepted : text.installUnavailable}</p>;
}
