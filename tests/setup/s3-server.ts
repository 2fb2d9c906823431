import S3rver from '@20minutes/s3rver';
import type { S3Location } from '#providers/files/s3.ts';

/** An S3-compatible server on this machine, with one bucket. */
export interface TestS3Server {
  readonly location: S3Location;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port that keeps its objects in a folder. It leaves the slash after a bucket's name out of what
 * it checks, so it calls a listing signed wrongly unless it takes every signature.
 */
export async function startS3Server(
  directory: string,
  { takesAnySignature = false } = {},
): Promise<TestS3Server> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'llano' }],
    allowMismatchedSignatures: takesAnySignature,
  });
  const { port } = await server.run();
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'llano',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    keyPrefix: 'complaints/',
  };
  return { location, close: () => server.close() };
}

/** The variables that point a server at it. */
export function s3Variables({ location }: TestS3Server): Readonly<Record<string, string>> {
  return {
    FILES_S3_BUCKET: location.bucket,
    FILES_S3_ENDPOINT: location.endpoint,
    FILES_S3_REGION: location.region,
    FILES_S3_ACCESS_KEY_ID: location.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: location.secretAccessKey,
  };
}
