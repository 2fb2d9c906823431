import { installProbe, locationProbe, photoProbe } from '../device-probes.ts';
import { start } from '../start.ts';

start({
  '[data-photo-probe]': photoProbe,
  '[data-location-probe]': locationProbe,
  '[data-install-probe]': installProbe,
});
