import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput, ErrorResponse, SuccessResponse } from '@stoa/contract'

const TIMEOUT_MS = 10_000

/** Fetches a thread without the client, which is several times larger and loads with the reader's first action. */
export async function fetchThread(
  forumUrl: string,
  input: CallInput<'articleThread'>,
): Promise<CallOutput<'articleThread'>> {
  // Sorted like the client's, so that equal queries have equal addresses for all caches.
  const fields = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  // Revalidates, so that a reader's own comment is there after a reload.
  const about = { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const body = await fetch(`${forumUrl}/api/articles/thread?${query}`, about)
    .then((response): Promise<SuccessResponse<'articleThread'> | ErrorResponse> => response.json())
    .catch((cause: unknown) => {
      throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.', cause })
    })
  if (body.status === 'error') throw new StoaError(body.code, { message: body.message, details: body.details })
  return body.payload
}
