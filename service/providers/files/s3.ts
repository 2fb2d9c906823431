import type { S3Client } from '@aws-sdk/client-s3';
import { type Files, FilesUnavailableError } from '../ports/files.ts';
import { isFileName, newFileName } from './file-name.ts';

export interface S3Location {
  /** Empty for Amazon. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Such as `complaints/`; may be empty. */
  readonly keyPrefix: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** All attempts together take less than the minute for which proxies wait. */
const usualTimeoutMs = 10_000;
const attemptsMax = 3;

/** Images in a bucket. The SDK is loaded at the first use. @param requestTimeoutMs per attempt. */
export function createS3Files(
  location: S3Location,
  { requestTimeoutMs = usualTimeoutMs }: { readonly requestTimeoutMs?: number } = {},
): Files {
  const { bucket, keyPrefix } = location;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: clientOf(sdk, location, requestTimeoutMs),
    }));
    return opened;
  };
  const ask = async <Answer>(work: (opened: { sdk: Sdk; client: S3Client }) => Promise<Answer>) => {
    const { sdk, client } = await open();
    return work({ sdk, client }).catch((error: unknown) => {
      throw new FilesUnavailableError(error instanceof Error ? error.name : typeof error);
    });
  };
  return {
    put: (bytes) =>
      ask(async ({ sdk, client }) => {
        const name = newFileName();
        const place = { Bucket: bucket, Key: keyPrefix + name };
        await client.send(new sdk.PutObjectCommand({ ...place, Body: bytes, ContentType: 'image/jpeg' }));
        return name;
      }),
    async get(name) {
      if (!isFileName(name)) return null;
      return ask(async ({ sdk, client }) => {
        try {
          const place = { Bucket: bucket, Key: keyPrefix + name };
          const { Body } = await client.send(new sdk.GetObjectCommand(place));
          return Body ? new Uint8Array(await Body.transformToByteArray()) : null;
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return null;
          throw error;
        }
      });
    },
    async delete(name) {
      if (!isFileName(name)) return;
      await ask(({ sdk, client }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyPrefix + name })),
      );
    },
    listOlderThan: (instant) =>
      ask(async ({ sdk, client }) => {
        const older: string[] = [];
        const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyPrefix });
        for await (const page of pages) {
          for (const { Key = '', LastModified } of page.Contents ?? []) {
            const name = Key.slice(keyPrefix.length);
            if (isFileName(name) && LastModified && LastModified < instant) older.push(name);
          }
        }
        return older;
      }),
  };
}

function clientOf(sdk: Sdk, location: S3Location, requestTimeoutMs: number): S3Client {
  return new sdk.S3Client({
    region: location.region,
    credentials: { accessKeyId: location.accessKeyId, secretAccessKey: location.secretAccessKey },
    maxAttempts: attemptsMax,
    requestHandler: {
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      connectionTimeout: requestTimeoutMs,
    },
    // Servers other than Amazon's know neither names of buckets in the host nor the newer checksums.
    ...(location.endpoint === '' ? {} : { endpoint: location.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
