import path from 'node:path';
import { createFolderFiles } from '#providers/files/folder.ts';
import { createS3Files } from '#providers/files/s3.ts';
import type { Files } from '#providers/ports/files.ts';
import type { Environment } from './settings.ts';

/** Where images are kept: in the bucket that the environment names, else in a folder beside the data. */
export function complaintFilesOf(environment: Environment): Files {
  if (environment.filesBucket === '') return createFolderFiles(path.join(environment.dataDirectory, 'files'));
  return createS3Files({
    endpoint: environment.filesEndpoint,
    region: environment.filesRegion,
    bucket: environment.filesBucket,
    accessKeyId: environment.filesAccessKeyId,
    secretAccessKey: environment.filesSecretAccessKey,
    keyPrefix: environment.filesKeyPrefix,
  });
}
