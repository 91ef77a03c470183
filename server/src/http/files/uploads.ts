import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { MEDIA_MAX_BYTES, type Me, UPLOADS_PATH } from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { CallRequest } from '../../platform/calls/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { RateLimits } from '../../platform/limits/rate-limits.ts'
import type { DiskSpace } from '../../platform/storage/disk-space.ts'
import { createRouter, refuseMethod } from '../express.ts'
import type { Gates } from '../gates.ts'
import { viewedRole } from '../view-as.ts'

/** Files uploaded with the tus protocol. */
export interface Uploads {
  /** Creates an upload from its headers; returns its id. */
  begin(viewer: Me, headers: { length: string | undefined; metadata: string | undefined }): Promise<string>
  /** Refuses anyone but the owner. */
  find(viewer: Me, id: string): Promise<{ bytes: number; isWhole: boolean }>
  abandon(viewer: Me, id: string): Promise<void>
  /** Handles an admitted request. `id`: of the upload it creates. */
  handle(request: IncomingMessage, response: ServerResponse, id?: string): Promise<void>
}

export interface UploadDependencies {
  gates: Pick<Gates, 'origin' | 'authenticate'>
  rateLimits: Pick<RateLimits, 'count'>
  uploads: Uploads
  disk: DiskSpace
}

/**
 * Uploads pass the same gates as this call: a signed-in person's write from the forum's own pages, which is refused while
 * an admin views the forum as a role.
 */
const LIKE = 'mediaDelete'
const METHODS = { collection: ['POST', 'OPTIONS'], upload: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] }
const TUS = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' }

/** `/api/media/uploads`: creation, and below it each upload by id. Only its owner can access an upload. */
export function uploadRoutes({ gates, rateLimits, uploads, disk }: UploadDependencies): Router {
  const router = createRouter()

  /**
   * `rate`: the limit that the request counts against. A large file is sent in many pieces, so only its creation counts
   * as an upload.
   */
  async function enter(request: Request, rate: 'upload' | 'read'): Promise<Me> {
    const callRequest: CallRequest = request
    callRequest.address = request.ip ?? ''
    if (request.method !== 'HEAD' && viewedRole(callRequest) !== null) throw new DomainError('VIEWING_AS')
    await gates.origin(LIKE, callRequest)
    const caller = await gates.authenticate(LIKE, callRequest).catch(async (refused: unknown) => {
      await rateLimits.count('read', { userId: null, address: callRequest.address ?? '' })
      throw refused
    })
    const userId = caller?.viewer.id ?? null
    await rateLimits.count(userId === null ? 'read' : rate, { userId, address: callRequest.address ?? '' })
    if (!caller) throw new DomainError('AUTH_REQUIRED')
    return caller.viewer
  }

  /** Bytes on their way. Announcements reserve nothing: they cost their senders nothing, and would block everybody. */
  let onTheirWay = 0

  /** Reserves the bytes until the response ends. Files are staged on this disk, also for a bucket. */
  async function reserve(bytes: number, response: Response): Promise<void> {
    onTheirWay += bytes
    finished(response, () => {
      onTheirWay -= bytes
    })
    if (!(await disk.hasRoom(onTheirWay))) throw new DomainError('STORAGE_FULL')
  }

  const begin = async (request: Request, response: Response) => {
    const viewer = await enter(request, 'upload')
    const length = Number(request.get('Upload-Length')) || 0
    await reserve(Math.min(Math.max(length, 0), MEDIA_MAX_BYTES), response)
    const id = await uploads.begin(viewer, {
      length: request.get('Upload-Length'),
      metadata: request.get('Upload-Metadata'),
    })
    response.set(TUS)
    await uploads.handle(request, response, id)
  }

  const goOn = async (request: Request, response: Response) => {
    const viewer = await enter(request, 'read')
    const id = String(request.params.id)
    const { bytes, isWhole } = await uploads.find(viewer, id)
    response.set(TUS)
    if (isWhole) {
      if (request.method !== 'HEAD') throw new DomainError('UPLOAD_CONFLICT')
      // The client hasn't learned that all of it arrived.
      response
        .set({ 'Upload-Offset': String(bytes), 'Upload-Length': String(bytes) })
        .status(200)
        .end()
      return
    }
    if (request.method === 'DELETE') await uploads.abandon(viewer, id)
    if (request.method === 'PATCH') {
      await reserve(Math.min(bytes, Number(request.get('Content-Length') ?? bytes)), response)
    }
    await uploads.handle(request, response)
  }

  const only =
    (methods: string[]): RequestHandler =>
    (_request, response) =>
      refuseMethod(response, methods)
  router.post(UPLOADS_PATH, begin).all(UPLOADS_PATH, only(METHODS.collection))
  const path = `${UPLOADS_PATH}/:id`
  router.head(path, goOn).patch(path, goOn).delete(path, goOn).all(path, only(METHODS.upload))
  return router
}
