import type { Config } from '@react-router/dev/config';
import { buildServiceWorker } from './scripts/service-worker.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  splitRouteModules: false,
  buildEnd: buildServiceWorker,
} satisfies Config;
