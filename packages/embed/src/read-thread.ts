import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput, ErrorAnswer, SuccessAnswer } from '@stoa/contract'

/**
 * The one call of a reader's first view. The client with its sessions, keys and retries is several times its size and
 * comes with the first thing that somebody does.
 */
export async function readThread(
  forumUrl: string,
  input: CallInput<'articleThread'>,
): Promise<CallOutput<'articleThread'>> {
  // Sorted as the client sorts, so that equal questions have equal addresses for every cache on the way.
  const fields = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  // Asks again what the browser has kept: a reader's own comment is there after a reload.
  const answer = await fetch(`${forumUrl}/api/articles/thread?${query}`, { cache: 'no-cache' })
    .then((response): Promise<SuccessAnswer<'articleThread'> | ErrorAnswer> => response.json())
    .catch((cause: unknown) => {
      throw new StoaError('NETWORK', { message: 'The server could not be reached.', cause })
    })
  if (answer.status === 'error') throw new StoaError(answer.code, { message: answer.message })
  return answer.payload
}
