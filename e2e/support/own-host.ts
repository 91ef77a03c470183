import { createServer, request as forward } from 'node:http'
import type { APIRequestContext } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { apiAs, forumUrl } from './harness.ts'

const PROOF = '/.well-known/stoa-verification.txt'

/** A host that serves its owner's proof and leads to the forum otherwise, as a proxy does. */
export async function startOwnHost(request: APIRequestContext) {
  let proof = ''
  const port = await freePort()
  const site = `http://127.0.0.2:${port}`
  const server = createServer((incoming, response) => {
    if (incoming.url === PROOF) {
      response.writeHead(proof === '' ? 404 : 200, { 'content-type': 'text/plain' }).end(proof)
      return
    }
    const { method, url, headers } = incoming
    const outgoing = forward(new URL(url ?? '/', forumUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(port, '127.0.0.2')
  // Only so that the server looks for the proof on this machine; other hosts need no registration.
  await (await apiAs(request, 'demo_admin')).call('setup/site', { address: site })
  return {
    site,
    /** Puts the proof where the forum looks for it. */
    prove(text: string) {
      proof = text
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
