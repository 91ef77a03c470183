import { type ErrorCode, errors, MEDIA_MAX_BYTES, RATE_LIMITS } from '@stoa/contract'
import { groupBy } from '../../platform/group-by.ts'
import type { OpenApiDocument, Operation, Parameter, Response } from './description.ts'

const ID = '0hZk3TqWnB7rYc5Vd1Xs'

function header(name: string, description: string, example: string | number): Parameter {
  const schema = { type: typeof example === 'number' ? 'integer' : 'string', examples: [example] }
  return { name, in: 'header', required: true, description, schema }
}

const VERSION = header('Tus-Resumable', 'Version of the protocol.', '1.0.0')
const UPLOAD_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The upload, the last part of its address. It is also the id of the media.',
  schema: { type: 'string', examples: [ID] },
}
const OFFSET = { 'Upload-Offset': { $ref: '#/components/headers/Upload-Offset' } }
const COMMON = ['VALIDATION_FAILED', 'AUTH_REQUIRED', 'TOKEN_EXPIRED', 'CSRF_REFUSED', 'RATE_LIMITED'] as const

/** Errors that no call has. */
export const UPLOAD_ERRORS: readonly ErrorCode[] = ['MEDIA_TOO_LARGE', 'UPLOAD_CONFLICT']

/** Headers of the protocol's responses. */
export const UPLOAD_HEADERS: OpenApiDocument['components']['headers'] = {
  'Upload-Offset': {
    description: 'How many bytes have arrived.',
    schema: { type: 'integer', minimum: 0, examples: [2_000_000] },
  },
}

interface Described {
  id: string
  summary: string
  description: string
  parameters: Parameter[]
  success: [status: string, response: Response]
  errors: readonly ErrorCode[]
}

/** Uploads follow the tus protocol, so the contract has no calls for them. */
export function uploadPaths(failure: (status: number, codes: ErrorCode[]) => Response): OpenApiDocument['paths'] {
  function operation({ id, success, errors: own, ...described }: Described): Operation {
    const failures = [...groupBy([...COMMON, ...own], (code) => errors[code].status)]
    return {
      operationId: id,
      tags: ['media'],
      security: [{ accessToken: [] }],
      ...described,
      responses: {
        [success[0]]: success[1],
        ...Object.fromEntries(failures.map(([status, codes]) => [String(status), failure(status, codes)])),
      },
    }
  }
  const { points, windowMs } = RATE_LIMITS.upload
  return {
    '/media/uploads': {
      post: operation({
        id: 'uploadCreate',
        summary: 'Announce a file to upload, with the tus protocol.',
        description: `At most ${points} in ${windowMs / 60_000} min, and ${MEDIA_MAX_BYTES} bytes each. Then send the file to the address in \`Location\`.`,
        parameters: [
          VERSION,
          header('Upload-Length', 'The file’s size in bytes.', 4_200_000),
          header(
            'Upload-Metadata',
            'Pairs of a name and a Base64 value, separated by commas: `filename`, `filetype` (its MIME type), `purpose`, and for captions `captionsFor`, the id of the video or recording.',
            'filename Y2F0LnBuZw==,filetype aW1hZ2UvcG5n,purpose cG9zdA==',
          ),
        ],
        success: [
          '201',
          { description: 'Announced.', headers: { Location: { $ref: '#/components/headers/Location' } } },
        ],
        errors: ['MEDIA_TOO_LARGE'],
      }),
    },
    '/media/uploads/{id}': {
      head: operation({
        id: 'uploadOffset',
        summary: 'How much of an upload has arrived, to resume it.',
        description: 'Only for its owner.',
        parameters: [UPLOAD_ID, VERSION],
        success: ['200', { description: 'The offset.', headers: OFFSET }],
        errors: ['MEDIA_NOT_FOUND'],
      }),
      patch: operation({
        id: 'uploadAppend',
        summary: 'Send the next piece of a file.',
        description:
          'The body is at most 2 MB of the file from the offset on, as `application/offset+octet-stream`. After the last piece the media is processed; `mediaGet` tells when it is ready.',
        parameters: [UPLOAD_ID, VERSION, header('Upload-Offset', 'Where the piece begins.', 0)],
        success: ['204', { description: 'Stored.', headers: OFFSET }],
        errors: ['MEDIA_NOT_FOUND', 'UPLOAD_CONFLICT'],
      }),
      delete: operation({
        id: 'uploadCancel',
        summary: 'Cancel an unfinished upload.',
        description: 'Only for its owner.',
        parameters: [UPLOAD_ID, VERSION],
        success: ['204', { description: 'Canceled.', headers: {} }],
        errors: ['MEDIA_NOT_FOUND', 'UPLOAD_CONFLICT'],
      }),
    },
  }
}
