/** Status colours of the tokens; `brand` is the normal one. */
export type Tone = 'brand' | 'plain' | 'ok' | 'warn' | 'bad';
