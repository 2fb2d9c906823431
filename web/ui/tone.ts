export type Tone = 'brand' | 'plain' | 'ok' | 'warn' | 'bad';
