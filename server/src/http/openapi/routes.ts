import { createHash } from 'node:crypto'
import type { Router } from 'express'
import { createRouter } from '../express.ts'
import { onlyRead } from '../methods.ts'
import { docsPage, docsPolicy, docsStyle } from './docs-page.ts'
import { openApiDocument } from './document.ts'

/** `/openapi.json` for programs and `/docs` for people, both made on first demand. */
export function openApiRoutes({ url }: { url: string }): Router {
  const router = createRouter()
  const document = once(() => openApiDocument({ url }))
  const json = once(() => Buffer.from(JSON.stringify(document())))
  const page = once(() => Buffer.from(docsPage(document())))
  router.get('/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('json').send(json())
  })
  router.get('/docs', (_request, response) => {
    const policy = docsPolicy(createHash('sha256').update(docsStyle).digest('base64'))
    response
      .set('Content-Security-Policy', policy)
      .set('Cache-Control', 'public, max-age=300')
      .type('html')
      .send(page())
  })
  router.all(['/openapi.json', '/docs'], onlyRead)
  return router
}

/** Anybody may ask for it, as often as they like. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
