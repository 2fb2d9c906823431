import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Has a browser draw the system's own font as an Android phone does, in Roboto, whatever the machine has: the pictures are
 * to show line breaks and widths as borrowers get them. Works where fonts are found by fontconfig, as on Linux.
 * @param folder where the configuration is written, an own and empty one.
 * @returns the variables to start the browser with.
 */
export function phoneFont(folder: string): Readonly<Record<string, string>> {
  const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto/package.json')));
  const configuration = join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  const asRoboto = (family: string) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    '<edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit></match>';
  writeFileSync(
    configuration,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir>
${['system-ui', 'sans-serif'].map(asRoboto).join('\n')}
</fontconfig>`,
  );
  return { FONTCONFIG_FILE: configuration };
}
