import type { z } from 'zod';
import type { AnyHostCall } from '#contract/all-host-calls.ts';
import type { EventMessages } from '#contract/events.ts';

// Types alone, from the schemas of the contract. The packed client has generated ones in their place, which need no zod and
// say what each field means (tools/scripts/host-client-package.ts).

/** The bodies of each call, by its path. */
export type HostCalls = {
  readonly [Call in AnyHostCall as Call['path']]: {
    readonly request: z.input<Call['request']>;
    readonly data: z.input<Call['response']>;
  };
};

export type HostEvents = EventMessages;
