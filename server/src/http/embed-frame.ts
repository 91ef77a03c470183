import type { RequestHandler } from 'express'

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stoa</title><script type="module" src="/frame.js"></script></html>'

/** `/embed/frame?origin=`: the hidden page that keeps a widget's session. Its headers let only the registered origin that it names show it. */
export const embedFrame: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').type('html').send(PAGE)
}
