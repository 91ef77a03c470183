import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A publisher's site on its own origin. */
export interface PartnerSite {
  origin: string
  stop(): Promise<void>
}

/** Serves the handler on a free port of this machine. */
export async function startPartnerSite(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PartnerSite> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The two lines that a publisher adds to a page. */
export function snippet(about: { forumUrl: string; tokenName: string; attributes?: string }): string {
  const { forumUrl, tokenName, attributes = '' } = about
  return `<script type="module" src="${forumUrl}/embed.js" async></script>
<stoa-comments community="${tokenName}" ${attributes}></stoa-comments>`
}
