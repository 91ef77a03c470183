import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A partner's site that is being served. */
export interface PartnerSite {
  /** Its origin, another one than the forum's. */
  url: string
  server: Server
}

/** Serves the example of a partner's site, on another port when the wanted one is in use. `root` is the repository's folder. */
export async function startPartnerSite(
  root: string,
  about: { forumUrl: string; host: string; port: number },
): Promise<PartnerSite> {
  // A program of its own that publishers read and run; the server only starts it.
  const file = pathToFileURL(join(root, 'examples/partner-article/serve.mjs')).href
  const example = (await import(file)) as { startPartnerSite(wanted: typeof about): Promise<PartnerSite> }
  return example.startPartnerSite(about)
}
