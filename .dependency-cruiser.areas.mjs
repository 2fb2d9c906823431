// Areas of a layer import each other one way only: a folder that imports another is not imported by it, on whatever
// detour; the rooms of `ui` are one area, and the names that components and browser modules agree by, which import nothing,
// are of none. Run by `npm test -- imports`; tests may look at every side.

import { options } from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'one-way-between-areas',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: '^web/ui/' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: '(^(\\.git|node_modules|tests)/|^web/browser/marks\\.ts$|\\.test\\.tsx?$)' },
  },
};
