/** The part of the S3-compatible server that tests use; the package has no types of its own. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
