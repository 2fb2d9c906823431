/** A colour of the tokens that stands for a status; `brand` is the plain course of things. */
export type Tone = 'brand' | 'plain' | 'ok' | 'warn' | 'bad';
