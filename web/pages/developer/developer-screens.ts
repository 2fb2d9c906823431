import type { Mountable } from '../screen.tsx';
import { bindBank } from './bind-bank.tsx';
import { testPreview } from './test-preview.tsx';
import { workbench } from './workbench.tsx';

/** Screens of `MODE=development`; the production build leaves them out. */
export const developerScreens: Readonly<Record<string, Mountable>> = {
  'developer/bind-bank': bindBank,
  'developer/test-preview': testPreview,
  'developer/workbench': workbench,
};
