import { join } from 'node:path'
import { createS3Storage, type S3Location } from './s3-storage.ts'
import { createFolderStorage, type Storage } from './storage.ts'

/** The storage of all uploads, in a bucket or in the data folder. */
export function openStorage({ s3, dataFolder }: { s3: S3Location | null; dataFolder: string }): Storage {
  return s3 === null
    ? createFolderStorage(`${dataFolder}/media`)
    : createS3Storage({ location: s3, folder: join(dataFolder, 'uploads', 'work') })
}
