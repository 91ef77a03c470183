import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { memoize } from '../cache/memoize.ts'
import type { Storage } from './storage.ts'

/** The location in `S3_URL`: `https://key:secret@host/bucket/prefix?region=…`. */
export interface S3Location {
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Parses `S3_URL`; null if a part is missing. */
export function parseS3Url(text: string): S3Location | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const [bucket = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const isComplete = bucket !== '' && accessKeyId !== '' && secretAccessKey !== ''
  if (!/^https?:$/.test(url.protocol) || !isComplete) return null
  const prefix = rest.map((part) => `${part}/`).join('')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  return { endpoint: url.origin, region, bucket, prefix, accessKeyId, secretAccessKey }
}

/** Files per list request, which is also the limit of a delete request. */
const LISTED_AT_ONCE = 1000

const CONNECTION_MS = 5000
/** Timeout for a storage that sends nothing. */
const SILENCE_MS = 30_000

/** Files in a bucket of S3 or a compatible server. `folder`: for temporary local copies. */
export function createS3Storage({ location, folder }: { location: S3Location; folder: string }): Storage {
  const { bucket: Bucket, prefix } = location
  const keyOf = (id: string, name: string) => `${prefix}${id}/${name}`
  let copies = 0

  /** The library is large, so it is loaded on demand. */
  const s3 = memoize(async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const { endpoint, region, accessKeyId, secretAccessKey } = location
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Compatible servers have no host per bucket and don't support newer checksums.
      forcePathStyle: true,
      requestHandler: { connectionTimeout: CONNECTION_MS, requestTimeout: SILENCE_MS },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { sdk, client }
  })

  async function read(id: string, name: string, range?: { start: number; end: number }): Promise<Readable> {
    const { sdk, client } = await s3()
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await client.send(
      new sdk.GetObjectCommand({ Bucket, Key: keyOf(id, name), ...(Range ? { Range } : {}) }),
    )
    if (!(Body instanceof Readable)) throw new Error('The storage sent no file.')
    return Body
  }

  async function remove(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    const { sdk, client } = await s3()
    for (const Key of keys) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
  }

  return {
    read,
    async put(id, name, path) {
      const { sdk, client } = await s3()
      const { size: ContentLength } = await stat(path)
      const Body = createReadStream(path)
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: keyOf(id, name), Body, ContentLength }))
      await rm(path, { force: true })
    },
    async size(id, name) {
      const { sdk, client } = await s3()
      try {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(id, name) }))
        return ContentLength ?? null
      } catch (error) {
        if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return null
        throw error
      }
    },
    async open(id, name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${id}-${process.pid}-${(copies += 1)}`)
      const release = () => rm(path, { force: true })
      try {
        await pipeline(await read(id, name), createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await release()
        throw error
      }
      return { path, release }
    },
    remove: (id, name) => remove([keyOf(id, name)]),
    async removeAll(id) {
      const { sdk, client } = await s3()
      const Prefix = keyOf(id, '')
      const { Contents = [] } = await client.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: LISTED_AT_ONCE }),
      )
      await remove(Contents.flatMap(({ Key }) => Key ?? []))
    },
    async *list() {
      const { sdk, client } = await s3()
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            MaxKeys: LISTED_AT_ONCE,
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
        )
        for (const { Key = '' } of page.Contents ?? []) {
          const [id, name, ...more] = Key.slice(prefix.length).split('/')
          if (id && name && more.length === 0) yield { id, name }
        }
        ContinuationToken = page.NextContinuationToken
        if (ContinuationToken === undefined) return
      }
    },
  }
}
