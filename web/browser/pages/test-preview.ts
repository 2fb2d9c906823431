import { installProbe, locationProbe, photoProbe } from '../device-probes.ts';
import { start } from '../start.ts';

start({
  photoProbe,
  locationProbe,
  installProbe,
});
