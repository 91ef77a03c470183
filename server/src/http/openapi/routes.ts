import { createHash } from 'node:crypto'
import type { Router } from 'express'
import { createRouter } from '../express.ts'
import { docsPage, docsPolicy, docsStyle } from './docs-page.ts'
import { openApiDocument } from './document.ts'

/** `/openapi.json` for programs and `/docs` for people, both made on first demand. */
export function openApiRoutes({ url }: { url: string }): Router {
  const router = createRouter()
  let kept: ReturnType<typeof openApiDocument> | null = null
  const document = () => {
    kept ??= openApiDocument({ url })
    return kept
  }
  router.get('/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(document())
  })
  router.get('/docs', (_request, response) => {
    const policy = docsPolicy(createHash('sha256').update(docsStyle).digest('base64'))
    response
      .set('Content-Security-Policy', policy)
      .set('Cache-Control', 'public, max-age=300')
      .type('html')
      .send(docsPage(document()))
  })
  return router
}
