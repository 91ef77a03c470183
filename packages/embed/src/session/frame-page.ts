import type { FrameReady, FrameRequest, FrameResponse } from '@stoa/client/partner-session'
import type { ErrorResponse, SuccessResponse } from '@stoa/contract'

/**
 * The script of `/embed/frame`. It communicates only with the parent window, on the origin that the server checked
 * against the community's registered ones before it allowed the frame there.
 */
const site = new URLSearchParams(window.location.search).get('origin') ?? ''

window.addEventListener('message', (event: MessageEvent<FrameRequest>) => {
  if (event.source !== window.parent || event.origin !== site || event.data?.type !== 'stoa:frame') return
  const { id, input } = event.data
  refresh(input).then(
    (result) => post({ type: 'stoa:frame', id, ...result }),
    () => post({ type: 'stoa:frame', id, error: { code: 'NETWORK', message: 'Couldn’t reach the server.' } }),
  )
})

/** The only call of the frame. It goes to its own origin, so that the browser adds the site's cookie. */
async function refresh(input: FrameRequest['input']): Promise<Pick<FrameResponse, 'payload' | 'error'>> {
  const response = await fetch('/api/auth/embed/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, origin: site }),
  })
  const result = (await response.json()) as SuccessResponse<'authEmbedRefresh'> | ErrorResponse
  return result.status === 'error' ? { error: result } : { payload: result.payload }
}

function post(message: FrameResponse | FrameReady): void {
  window.parent.postMessage(message, site)
}

if (site !== '' && window.parent !== window) post({ type: 'stoa:frame-ready' })
