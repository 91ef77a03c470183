import type { Router } from 'express'
import { createRouter, onlyRead } from '../express.ts'
import { openApiDocument } from './document.ts'
import { docsPage, docsPolicy } from './page.ts'

/** `/openapi.json` and, as a readable page, `/docs`; both are made on first request. */
export function openApiRoutes({ url }: { url: string }): Router {
  const router = createRouter()
  const document = once(() => openApiDocument({ url }))
  const json = once(() => Buffer.from(JSON.stringify(document())))
  const page = once(() => Buffer.from(docsPage(document())))
  router.get('/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('json').send(json())
  })
  router.get('/docs', (_request, response) => {
    response
      .set('Content-Security-Policy', docsPolicy())
      .set('Cache-Control', 'public, max-age=300')
      .type('html')
      .send(page())
  })
  router.all(['/openapi.json', '/docs'], onlyRead)
  return router
}

/** Requests are not limited, so the result is kept. */
function once<Made>(make: () => Made): () => Made {
  let result: Made | undefined
  return () => (result ??= make())
}
