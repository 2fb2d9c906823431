import type { S3Client } from '@aws-sdk/client-s3';
import type { Files } from '../ports/files.ts';
import { isFileName, newFileName } from './file-name.ts';

/** A bucket of Amazon S3 or of a server that speaks its protocol. */
export interface S3Location {
  /** The server's address; empty for Amazon's own of the region. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** What every key begins with, `complaints/` for instance; may be empty. */
  readonly keyPrefix: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const requestTimeoutMs = 15_000;
const attemptsMax = 3;

/** Images in a bucket. Nothing is asked of the server, and the SDK is not loaded, before the first use. */
export function createS3Files(location: S3Location): Files {
  const { bucket, keyPrefix } = location;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, location) }));
    return opened;
  };
  return {
    async put(bytes) {
      const { sdk, client } = await open();
      const name = newFileName();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: keyPrefix + name,
          Body: bytes,
          ContentType: 'image/jpeg',
        }),
      );
      return name;
    },
    async get(name) {
      if (!isFileName(name)) return null;
      const { sdk, client } = await open();
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({ Bucket: bucket, Key: keyPrefix + name }),
        );
        if (!Body) return null;
        return new Uint8Array(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async delete(name) {
      if (!isFileName(name)) return;
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyPrefix + name }));
    },
    async listOlderThan(instant) {
      const { sdk, client } = await open();
      const older: string[] = [];
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyPrefix })) {
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(keyPrefix.length);
          if (isFileName(name) && LastModified && LastModified < instant) older.push(name);
        }
      }
      return older;
    },
  };
}

function clientOf(sdk: Sdk, location: S3Location): S3Client {
  return new sdk.S3Client({
    region: location.region,
    credentials: { accessKeyId: location.accessKeyId, secretAccessKey: location.secretAccessKey },
    maxAttempts: attemptsMax,
    requestHandler: { requestTimeout: requestTimeoutMs, connectionTimeout: requestTimeoutMs },
    // Servers other than Amazon's know neither names of buckets in the host nor the newer checksums.
    ...(location.endpoint === '' ? {} : { endpoint: location.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
