import { readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type ErrorCode, errors, ID, MEDIA_MAX_BYTES, type Me, UNUSED_MEDIA_TTL_MS, UPLOADS_PATH } from '@stoa/contract'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { type Storage, unlessMissing } from '../../../platform/storage/storage.ts'
import { SENT_FILE } from './files.ts'
import type { HoldOwner, MediaService } from './service.ts'

interface Dependencies {
  /** Staging folder, shared by all processes that a client may reach. */
  folder: string
  storage: Storage
  service: MediaService
  logger: Logger
}

/** Headers that announce a file. */
export interface UploadHeaders {
  length: string | undefined
  metadata: string | undefined
}

/** The protocol's statuses as errors of the contract. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_FAILED',
  403: 'VALIDATION_FAILED',
  404: 'MEDIA_NOT_FOUND',
  409: 'UPLOAD_CONFLICT',
  // Another request has just sent the rest.
  410: 'UPLOAD_CONFLICT',
  412: 'VALIDATION_FAILED',
  413: 'MEDIA_TOO_LARGE',
}

/** Resumable uploads with the tus protocol. Files are staged in a folder and stored when complete. */
export function createUploads({ folder, storage, service, logger }: Dependencies) {
  /** Ids of new uploads, by the request that creates them. */
  const begun = new WeakMap<object, string>()
  const stagedAt = (id: string) => join(folder, id)

  async function finish(id: string): Promise<void> {
    if (await stat(stagedAt(id)).catch(unlessMissing)) await storage.put(id, SENT_FILE, stagedAt(id))
    if (!(await service.arrived(id))) await storage.removeAll(id)
    await rm(`${stagedAt(id)}.json`, { force: true })
  }

  // Created with the first upload, like the folder.
  const createServer = () =>
    new Server({
      path: UPLOADS_PATH,
      datastore: new FileStore({ directory: folder }),
      relativeLocation: true,
      // Other origins can't read the responses.
      allowedOrigins: () => false,
      maxSize: MEDIA_MAX_BYTES,
      disableTerminationForFinishedUploads: true,
      getFileIdFromRequest: (_request, last) => (last !== undefined && ID.test(last) ? last : undefined),
      namingFunction(request) {
        const id = begun.get(request.runtime?.node?.req ?? request)
        if (id === undefined) throw new Error('An upload was not announced.')
        return id
      },
      async onUploadFinish(_request, { id }) {
        await finish(id)
        return {}
      },
      onResponseError(_request, error) {
        if (isDomainError(error)) return replyTo(error)
        if ('code' in error && error.code === 'ENOSPC') return replyTo(new DomainError('STORAGE_FULL'))
        const status = 'status_code' in error ? error.status_code : 500
        const code = CODES[status]
        if (code !== undefined) return replyTo(new DomainError(code))
        // Aborted uploads are not server errors.
        if (status !== 500 || error instanceof Error) logger.warn({ err: error }, 'upload failed')
        return replyTo(new DomainError('INTERNAL'))
      },
    })
  let server: Server | null = null

  return {
    /** Announces a file using a request's headers; returns the upload's id. */
    begin(viewer: Me, headers: UploadHeaders, holdOwner: HoldOwner): Promise<string> {
      const { filename = '', filetype = '', purpose = '', captionsFor } = parseMetadata(headers.metadata ?? '')
      const length = headers.length ?? ''
      // The length must be known: a deferred one could exceed the limit.
      const bytes = /^\d{1,15}$/.test(length) ? Number(length) : Number.NaN
      return service.begin(viewer, { filename, filetype, purpose, bytes, captionsFor }, holdOwner)
    },
    /** Returns the size of the viewer's upload and whether it is complete. */
    async find(viewer: Me, id: string): Promise<{ bytes: number; isWhole: boolean }> {
      const { bytes, status } = await service.ownUpload(viewer, id)
      const about = { bytes: Number(bytes), isWhole: status !== 'uploading' }
      if (about.isWhole) return about
      // The server may have stopped between storing the last byte and recording it.
      const there = (await stat(stagedAt(id)).catch(unlessMissing))?.size ?? (await storage.size(id, SENT_FILE))
      if (there !== about.bytes) return about
      await finish(id)
      return { ...about, isWhole: true }
    },
    /** Cancels an unfinished upload. */
    async abandon(viewer: Me, id: string): Promise<void> {
      await service.delete(viewer, id)
    },
    /** Handles an admitted request. `id`: the upload it creates. */
    async handle(request: IncomingMessage, response: ServerResponse, id?: string): Promise<void> {
      server ??= createServer()
      if (id !== undefined) begun.set(request, id)
      await server.handle(request, response)
    },
    /** Job: removes staged files of deleted uploads. */
    async sweep(): Promise<void> {
      const names = (await readdir(folder).catch(unlessMissing)) ?? []
      const ids = [...new Set(names.map((name) => name.replace(/\.json$/, '')))]
      const existingIds = new Set(await service.existing(ids.filter((id) => ID.test(id))))
      for (const id of ids) {
        if (existingIds.has(id)) continue
        for (const path of [stagedAt(id), `${stagedAt(id)}.json`]) {
          const fileStat = await stat(path).catch(unlessMissing)
          // Compare by file system time. New files may not be recorded yet.
          if (fileStat && fileStat.mtimeMs < Date.now() - UNUSED_MEDIA_TTL_MS / 24) {
            await rm(path, { recursive: true, force: true })
          }
        }
      }
    },
  }
}

function replyTo({ code, message }: DomainError): { status_code: number; body: string } {
  return { status_code: errors[code].status, body: JSON.stringify({ status: 'error', code, message, requestId: '' }) }
}

/** Parses `key base64,key base64`, ignoring malformed entries. */
function parseMetadata(header: string): Record<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}
